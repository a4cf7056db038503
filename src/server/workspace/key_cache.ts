/** Caches keys for at most five seconds, so that every node rejects a revoked key within that time. */
import { timingSafeEqual } from 'node:crypto'
import type { KeyRow, KeyStore } from '../../store/keys.ts'
import { dataWorkspaceOf, hashKey, isLive, isWellFormedKey } from './keys.ts'
import { findTestSite } from './test_sites.ts'

export const KEY_STALE_MS = 5_000

/** Entries of about half a kilobyte each; the oldest are evicted first. */
const MAX_KNOWN = 10_000
/** Unknown keys have a cache of their own, so that guessing cannot evict valid keys. */
const MAX_UNKNOWN = 10_000

/** Last-used times are saved at this interval. The first use of a key is saved at once: somebody is setting it up. */
const TOUCH_EVERY_MS = 30_000

export interface KeyCache {
  /**
   * The valid key, or null when it is malformed, unknown, revoked or expired. Its workspace is the one that it may use:
   * for a test key, that of test mode.
   */
  find(key: string): Promise<KeyRow | null>
  /** As `find`, without hashing, for a site key in the cache; otherwise undefined. For the hot path. */
  peekSite(key: string): KeyRow | null | undefined
  /** Saves the last-used times. */
  flush(): Promise<void>
  close(): Promise<void>
}

export interface KeyCacheOptions {
  readonly store: KeyStore
  now(): number
  /** A monotonic clock in milliseconds. */
  monotonic?(): number
  onTouchError?(error: unknown): void
}

interface Entry {
  readonly row: KeyRow | null
  /** When the lookup started: the row is at least as new as this. */
  readonly requestedAt: number
}

export function openKeyCache({ store, now, monotonic, onTouchError }: KeyCacheOptions): KeyCache {
  const clock = monotonic ?? (() => performance.now())
  const known = new Map<string, Entry>()
  const unknown = new Map<string, Entry>()
  /** Site keys are public, so they can be cached unhashed. */
  const sites = new Map<string, Entry>()
  const lookups = new Map<string, Promise<Entry>>()
  let used = new Set<string>()
  /** Keys whose first use was saved; cached rows do not show it. */
  const begun = new Set<string>()

  const isFresh = (entry: Entry | undefined): entry is Entry =>
    entry !== undefined && clock() - entry.requestedAt < KEY_STALE_MS

  /** Concurrent requests for the same key share one lookup. */
  function lookUp(id: string, hash: Buffer): Promise<Entry> {
    const pending = lookups.get(id)
    if (pending !== undefined) return pending
    const requestedAt = clock()
    const lookup = store
      .findByHash(hash)
      .then((found) => {
        const row = found && { ...found, workspace: dataWorkspaceOf(found) }
        const entry = { row, requestedAt }
        known.delete(id)
        unknown.delete(id)
        if (row === null) remember(unknown, MAX_UNKNOWN, id, entry)
        else remember(known, MAX_KNOWN, id, entry)
        return entry
      })
      .finally(() => lookups.delete(id))
    lookups.set(id, lookup)
    return lookup
  }

  function use(row: KeyRow | null): KeyRow | null {
    if (row === null || !isLive(row, now())) return null
    used.add(row.id)
    if (row.lastUsedAt === null && !begun.has(row.id)) {
      begun.add(row.id)
      setImmediate(save)
    }
    return row
  }

  async function flush(): Promise<void> {
    if (used.size === 0) return
    const ids = [...used]
    used = new Set()
    await store.touch(ids, now())
  }

  let saving = Promise.resolve()
  function save(): void {
    saving = flush().catch((error) => onTouchError?.(error))
  }

  const timer = setInterval(save, TOUCH_EVERY_MS).unref()

  return {
    peekSite(key) {
      const entry = sites.get(key)
      return isFresh(entry) ? use(entry.row) : undefined
    },
    async find(key) {
      if (!isWellFormedKey(key)) return findTestSite(key) ?? null
      const hash = hashKey(key)
      const id = hash.toString('latin1')
      const inMemory = known.get(id) ?? unknown.get(id)
      const entry = isFresh(inMemory) ? inMemory : await lookUp(id, hash)
      const { row } = entry
      // The store finds the row by its hash; this comparison in constant time decides.
      if (row === null || row.hash.length !== hash.length || !timingSafeEqual(row.hash, hash)) return null
      if (row.kind === 'site') remember(sites, MAX_KNOWN, key, entry)
      return use(row)
    },
    flush,
    async close() {
      clearInterval(timer)
      await saving
      save()
      await saving
    },
  }
}

function remember(entries: Map<string, Entry>, max: number, id: string, entry: Entry): void {
  entries.delete(id)
  if (entries.size >= max) entries.delete(entries.keys().next().value as string)
  entries.set(id, entry)
}
