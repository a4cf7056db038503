/**
 * Limits passed tasks per device, user and IP address, so that one person or one program cannot pass tasks for many
 * sessions. A program can invent devices and users, so an address has a limit too. It is much higher, because many people
 * can share an address. Workspaces count separately.
 */
import { openTryCounter } from '../../limits/try_counter.ts'
import type { Services } from '../../services.ts'

export const PASSED_WINDOW_MS = 60 * 60_000

/** Whose task it is. Null: unknown. */
export interface TaskTaker {
  readonly workspace: string
  readonly device: string | null
  /** With a valid proof. */
  readonly user: string | null
  /** The subject of limits per address. */
  readonly address: string
}

export interface PassedLimit {
  /** Milliseconds until the visitor may pass another task; 0: now. */
  waitMs(taker: TaskTaker): Promise<number>
  /** Counts a passed task. False: others were passed at the same time, and this one is above a limit. */
  count(taker: TaskTaker): Promise<boolean>
}

export function openPassedLimit({ config, store }: Pick<Services, 'config' | 'store'>): PassedLimit {
  const { stepUpsPerDevice, stepUpsPerIp } = config.rates
  const counter = openTryCounter(store, { kind: 'step-up', windowMs: PASSED_WINDOW_MS })

  const limitsOf = ({ workspace, device, user, address }: TaskTaker) =>
    [
      // Devices of the same model look alike, so those at other addresses are others.
      { subject: device && `device ${address} ${device}`, quota: stepUpsPerDevice },
      { subject: user && `user ${user}`, quota: stepUpsPerDevice },
      { subject: `address ${address}`, quota: stepUpsPerIp },
    ].flatMap(({ subject, quota }) =>
      subject && quota > 0 ? [{ subject: `${workspace} ${subject}`, quota }] : [],
    )

  return {
    async waitMs(taker) {
      const waits = await Promise.all(
        limitsOf(taker).map(async ({ subject, quota }) => {
          const { count, leftMs } = await counter.tries(subject)
          return count < quota ? 0 : leftMs
        }),
      )
      return Math.max(0, ...waits)
    },
    async count(taker) {
      const counted = await Promise.all(
        limitsOf(taker).map(async ({ subject, quota }) => (await counter.count(subject)) <= quota),
      )
      return counted.every(Boolean)
    },
  }
}
