/** Keys in memory: a lookup by hash, never older than five seconds, so that a revoked key dies that fast everywhere. */
import { timingSafeEqual } from 'node:crypto'
import type { KeyRow, KeyStore } from '../../store/keys.ts'
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
  /** As `find`, for a site key that was found just now; otherwise undefined. Spares the hot path all work. */
  peekSite(key: string): KeyRow | null | undefined
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
  /** Site keys are public: they may lie in memory as they are, and need no hash to be found. */
  const sites = new Map<string, Entry>()
  const asking = new Map<string, Promise<Entry>>()
  let used = new Set<string>()

  const isFresh = (entry: Entry | undefined): entry is Entry =>
    entry !== undefined && clock() - entry.askedAt < KEY_STALE_MS

  /** Whoever asks for the same key at the same time shares one lookup. */
  function ask(id: string, hash: Buffer): Promise<Entry> {
    const pending = asking.get(id)
    if (pending !== undefined) return pending
    const askedAt = clock()
    const answer = store
      .findByHash(hash)
      .then((row) => {
        const entry = { row, askedAt }
        known.delete(id)
        unknown.delete(id)
        if (row === null) remember(unknown, MAX_UNKNOWN, id, entry)
        else remember(known, MAX_KNOWN, id, entry)
        return entry
      })
      .finally(() => asking.delete(id))
    asking.set(id, answer)
    return answer
  }

  function use(row: KeyRow | null): KeyRow | null {
    if (row === null || !isLive(row, now())) return null
    used.add(row.id)
    return row
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
    peekSite(key) {
      const entry = sites.get(key)
      return isFresh(entry) ? use(entry.row) : undefined
    },
    async find(key) {
      if (!isWellFormedKey(key)) return null
      const hash = hashKey(key)
      const id = hash.toString('latin1')
      const inMemory = known.get(id) ?? unknown.get(id)
      const entry = isFresh(inMemory) ? inMemory : await ask(id, hash)
      const { row } = entry
      // The row was found by its hash; the comparison that decides takes the same time wherever they differ.
      if (row === null || row.hash.length !== hash.length || !timingSafeEqual(row.hash, hash)) return null
      if (row.kind === 'site') remember(sites, MAX_KNOWN, key, entry)
      return use(row)
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush().catch((error) => onTouchError?.(error))
    },
  }
}

function remember(entries: Map<string, Entry>, most: number, id: string, entry: Entry): void {
  entries.delete(id)
  if (entries.size >= most) entries.delete(entries.keys().next().value as string)
  entries.set(id, entry)
}
