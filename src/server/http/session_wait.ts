/** Lets a request wait a few seconds for a session that is still being written. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { isCanned } from '../../report/canned/canned_sessions.ts'
import type { SessionKey, SessionRow, SessionStore, StoredBatch } from '../../store/sessions.ts'

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

/** More requests of one workspace are answered without waiting. */
const WAITING_PER_WORKSPACE = 64

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
  const waiting = new Map<string, number>()

  /** Polls until the condition holds for the session's row. False: the time is over, or too many requests wait. */
  async function poll(
    key: SessionKey,
    waitMs: number,
    isDone: (session: SessionRow | null) => Promise<boolean>,
  ): Promise<boolean> {
    const { workspace } = key
    const until = performance.now() + waitMs
    const count = waiting.get(workspace) ?? 0
    if (count >= WAITING_PER_WORKSPACE) return false
    waiting.set(workspace, count + 1)
    try {
      for (;;) {
        if (await isDone((await sessions.find(key))?.session ?? null)) return true
        const leftMs = until - performance.now()
        if (leftMs <= 0) return false
        await sleep(Math.min(POLL_MS, leftMs))
      }
    } finally {
      const left = (waiting.get(workspace) ?? 1) - 1
      if (left === 0) waiting.delete(workspace)
      else waiting.set(workspace, left)
    }
  }

  return {
    async untilCurrent(key, waitMs) {
      // Nothing more arrives for a session of test mode.
      if (isCanned(key.sessionId)) return
      const since = now() - RECENT_MS
      /** With a gap in it, nothing more is known before another batch arrives. */
      let incomplete = -1
      await poll(key, waitMs, async (session) => {
        if (session === null || session.lastAt < since || session.revision === incomplete) return false
        if (!hasMissingBatch(await sessions.batches(key))) return true
        incomplete = session.revision
        return false
      })
    },
    untilChanged: (key, batches, waitMs) =>
      poll(key, waitMs, async (session) => (session?.batchCount ?? 0) !== batches),
  }
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
