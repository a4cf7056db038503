/** Lets a request wait a few seconds for a session that is still being written. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { isCanned } from '../../report/canned/canned_sessions.ts'
import type { SessionKey, SessionRow, SessionStore, StoredBatch } from '../../store/sessions.ts'
import { truncatedAddress } from '../../store/values/truncated_address.ts'
import { openSlots, type SlotLimit } from '../limits/slots.ts'

const MAX_WAIT_S = 5

export const waitParameter = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_WAIT_S, default: 0, examples: [1], description }))

/** Other nodes may receive the batches, so the store is read again and again. */
const POLL_MS = 150

/**
 * The script sends at once when a form is submitted. Its batch often arrives just before the request of the site's
 * server, which takes a longer way.
 */
const RECENT_MS = 1_000

/** The script sends every five seconds while there are events. Of a session that is quiet for longer, little is awaited. */
const QUIET_MS = 10_000

/**
 * Sessions of one workspace that are awaited at a time; others are answered without waiting. Anyone can open sessions,
 * so those that are old or unknown, and those of one network, leave places to the others.
 */
const AWAITED = 64
const AWAITED_QUIET = 32
const AWAITED_PER_NETWORK = 16

export interface SessionWait {
  /** Returns when the session exists, no batch is missing and one arrived since just before the call; or in time. */
  untilCurrent(key: SessionKey, waitMs: number): Promise<void>
  /** Returns true when the session has another number of batches; false if the time is over. */
  untilChanged(key: SessionKey, batches: number, waitMs: number): Promise<boolean>
}

export function openSessionWait(
  sessions: Pick<SessionStore, 'find' | 'batches'>,
  now: () => number,
): SessionWait {
  const slots = openSlots()
  /** One wait of each session at a time. */
  const running = new Map<string, Promise<boolean>>()

  function limitsOf(workspace: string, session: SessionRow | null): SlotLimit[] {
    const all: SlotLimit = [workspace, AWAITED]
    if (session === null || session.lastAt < now() - QUIET_MS)
      return [all, [`${workspace} quiet`, AWAITED_QUIET]]
    if (session.ip === null) return [all]
    return [all, [`${workspace} ${truncatedAddress(session.ip)}`, AWAITED_PER_NETWORK]]
  }

  async function poll(
    key: SessionKey,
    until: number,
    limits: readonly SlotLimit[],
    isDone: (session: SessionRow | null) => Promise<boolean>,
  ): Promise<boolean> {
    slots.take(limits)
    try {
      for (let leftMs = leftOf(until); leftMs > 0; leftMs = leftOf(until)) {
        await sleep(Math.min(POLL_MS, leftMs))
        if (await isDone(await rowOf(key))) return true
      }
      return false
    } finally {
      slots.release(limits)
    }
  }

  const rowOf = async (key: SessionKey): Promise<SessionRow | null> =>
    (await sessions.find(key))?.session ?? null

  /** Waits until the condition holds for the session's row. False: the time is over, or too many requests wait. */
  async function wait(
    key: SessionKey,
    waitMs: number,
    isDone: (session: SessionRow | null) => Promise<boolean>,
  ): Promise<boolean> {
    const until = performance.now() + waitMs
    const name = `${key.workspace} ${key.sessionId}`
    for (;;) {
      const session = await rowOf(key)
      if (await isDone(session)) return true
      if (leftOf(until) <= 0) return false
      const other = running.get(name)
      if (other === undefined) {
        const limits = limitsOf(key.workspace, session)
        if (slots.free(limits) <= 0) return false
        const polling = poll(key, until, limits, isDone).finally(() => running.delete(name))
        running.set(name, polling)
        return polling
      }
      await inTime(other, leftOf(until))
    }
  }

  return {
    async untilCurrent(key, waitMs) {
      // Nothing more arrives for a session of test mode.
      if (isCanned(key.sessionId)) return
      const since = now() - RECENT_MS
      /** With a gap in it, nothing more is known before another batch arrives. */
      let incomplete = -1
      await wait(key, waitMs, async (session) => {
        if (session === null || session.lastAt < since || session.revision === incomplete) return false
        if (!hasMissingBatch(await sessions.batches(key))) return true
        incomplete = session.revision
        return false
      })
    },
    untilChanged: (key, batches, waitMs) =>
      wait(key, waitMs, async (session) => (session?.batchCount ?? 0) !== batches),
  }
}

const leftOf = (until: number): number => until - performance.now()

/** Waits for the other wait, but not longer than this one may take. */
async function inTime(other: Promise<unknown>, ms: number): Promise<void> {
  const over = new AbortController()
  const failed = () => {}
  await Promise.race([other.catch(failed), sleep(ms, undefined, { signal: over.signal }).catch(failed)])
  over.abort()
}

/** Whether a number is missing among the batches of a document, or among the documents. */
export function hasMissingBatch(batches: readonly Pick<StoredBatch, 'tab' | 'page' | 'seq'>[]): boolean {
  const counts = new Map<string, number>()
  const pages = new Set<number>()
  for (const { tab, page } of batches) {
    counts.set(tab, (counts.get(tab) ?? 0) + 1)
    pages.add(page)
  }
  return batches.some(({ tab, page, seq }) => seq >= (counts.get(tab) ?? 0) || page >= pages.size)
}
