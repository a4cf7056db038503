/** Keys in memory: a lookup by hash, never older than five seconds, so that a revoked key dies that fast everywhere. */
import { timingSafeEqual } from 'node:crypto'
import type { KeyRow, KeyStore } from '../store/keys.ts'
import { hashKey, isLive, isWellFormedKey } from './keys.ts'

/** A revoked key must be refused within five seconds on every node. */
export const KEY_STALE_MS = 5_000

/** Each about half a kilobyte. Beyond it the oldest go. */
const MAX_KNOWN = 10_000
/** Unknown keys have a room of their own, so that guessing cannot push out the real ones. */
const MAX_UNKNOWN = 10_000

/** How long uses are gathered before they are written down. */
const TOUCH_EVERY_MS = 30_000

export interface KeyCache {
  /** The live key, or null when it is malformed, unknown, revoked or expired. */
  find(key: string): Promise<KeyRow | null>
  /** As `find`, if the answer is in memory; undefined if it is not. Spares the hot path a promise. */
  peek(key: string): KeyRow | null | undefined
  /** Writes down which keys were used. */
  flush(): Promise<void>
  close(): Promise<void>
}

export interface KeyCacheOptions {
  readonly store: KeyStore
  now(): number
  /** Milliseconds of a clock that never jumps. */
  monotonic?(): number
  onTouchError?(error: unknown): void
}

interface Entry {
  readonly row: KeyRow | null
  /** When the lookup was begun: what the store said may be older than its answer, never older than the question. */
  readonly askedAt: number
}

export function openKeyCache({ store, now, monotonic, onTouchError }: KeyCacheOptions): KeyCache {
  const clock = monotonic ?? (() => performance.now())
  const known = new Map<string, Entry>()
  const unknown = new Map<string, Entry>()
  const asking = new Map<string, Promise<KeyRow | null>>()
  let used = new Set<string>()

  function fromMemory(hash: Buffer): KeyRow | null | undefined {
    const id = hash.toString('latin1')
    const entry = known.get(id) ?? unknown.get(id)
    if (entry === undefined || clock() - entry.askedAt >= KEY_STALE_MS) return undefined
    return admit(entry.row, hash)
  }

  /** The row was found by its hash; the comparison that decides takes the same time wherever they differ. */
  function admit(row: KeyRow | null, hash: Buffer): KeyRow | null {
    if (row === null || row.hash.length !== hash.length || !timingSafeEqual(row.hash, hash)) return null
    if (!isLive(row, now())) return null
    used.add(row.id)
    return row
  }

  function ask(hash: Buffer): Promise<KeyRow | null> {
    const id = hash.toString('latin1')
    const pending = asking.get(id)
    if (pending !== undefined) return pending
    const askedAt = clock()
    const answer = store
      .findByHash(hash)
      .then((row) => {
        known.delete(id)
        unknown.delete(id)
        if (row === null) remember(unknown, MAX_UNKNOWN, id, { row, askedAt })
        else remember(known, MAX_KNOWN, id, { row, askedAt })
        return row
      })
      .finally(() => asking.delete(id))
    asking.set(id, answer)
    return answer
  }

  async function flush(): Promise<void> {
    if (used.size === 0) return
    const ids = [...used]
    used = new Set()
    await store.touch(ids, now())
  }

  const timer = setInterval(() => {
    flush().catch((error) => onTouchError?.(error))
  }, TOUCH_EVERY_MS).unref()

  return {
    peek(key) {
      return isWellFormedKey(key) ? fromMemory(hashKey(key)) : null
    },
    async find(key) {
      if (!isWellFormedKey(key)) return null
      const hash = hashKey(key)
      const inMemory = fromMemory(hash)
      return inMemory !== undefined ? inMemory : admit(await ask(hash), hash)
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush().catch((error) => onTouchError?.(error))
    },
  }
}

function remember(entries: Map<string, Entry>, most: number, id: string, entry: Entry): void {
  if (entries.size >= most) entries.delete(entries.keys().next().value as string)
  entries.set(id, entry)
}
