/** Tells and carries, on a timer, on every node. */
import type { Store } from '../../store/store.ts'
import { describeError, type Log } from '../base/log.ts'
import { PROGRAM_VERSION } from '../base/program_version.ts'
import { openOutbox } from './outbox.ts'
import { openSender, type WebhookSender } from './sender.ts'

const LOOK_EVERY_MS = 2_000

export interface WebhooksOptions {
  readonly store: Store
  readonly log: Log
  readonly allowPrivate: boolean
  now(): number
  publicUrl(): string
}

export interface Webhooks {
  readonly courier: WebhookSender
  /** There may be something to carry. */
  wake(): void
  close(): Promise<void>
}

export function startWebhooks(options: WebhooksOptions): Webhooks {
  const { log } = options
  const tell = openOutbox(options)
  const stopping = new AbortController()
  const courier = openSender({
    ...options,
    userAgent: `Byhand/${PROGRAM_VERSION}`,
    signal: stopping.signal,
  })
  let closed = false
  let working: Promise<void> | undefined

  async function look(): Promise<void> {
    await tell()
    await courier.run()
  }

  function wake(): void {
    if (closed || working !== undefined) return
    working = look()
      .catch((error) => log.warn('webhooks could not be seen to', describeError(error)))
      .finally(() => {
        working = undefined
      })
  }

  const timer = setInterval(wake, LOOK_EVERY_MS).unref()
  return {
    courier,
    wake,
    async close() {
      closed = true
      clearInterval(timer)
      stopping.abort()
      await working
    },
  }
}
