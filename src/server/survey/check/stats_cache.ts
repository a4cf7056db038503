/**
 * The question statistics that a survey thread used last, parsed. The store decides whether they are current: it
 * returns the samples since their revision, or else the whole statistics.
 */
import type { QuestionStats } from '../../../features/text/question_stats.ts'
import type { StoredStats } from '../../../store/surveys.ts'
import { currentStats } from './question_stats.ts'

export interface StatsCache {
  /** The revision that the cache has; 0: none. */
  revisionOf(key: string): number
  /** The current statistics. `stored`: as the store returned it for `revisionOf(key)`. */
  current(key: string, stored: StoredStats | null): QuestionStats | null
}

interface Cached {
  readonly revision: number
  readonly stats: QuestionStats | null
  /** Characters of the texts that it was read from. */
  readonly size: number
}

export function openStatsCache(maxSize: number): StatsCache {
  /** The least recently used first. */
  const cached = new Map<string, Cached>()
  let size = 0

  function take(key: string): Cached | undefined {
    const found = cached.get(key)
    cached.delete(key)
    size -= found?.size ?? 0
    return found
  }

  return {
    revisionOf: (key) => cached.get(key)?.revision ?? 0,
    current(key, stored) {
      const known = take(key)
      if (stored === null) return null
      const isContinued = stored.value === null && stored.since > 0
      if (isContinued && known?.revision !== stored.since) {
        throw new Error(`the cache has no statistics of revision ${stored.since}`)
      }
      const stats = currentStats(stored, isContinued ? known?.stats : null)
      const texts = [stored.value ?? '', ...stored.samples]
      const own = texts.reduce((sum, text) => sum + text.length, isContinued ? (known?.size ?? 0) : 0)
      cached.set(key, { revision: stored.revision, stats, size: own })
      size += own
      for (const oldest of cached.keys()) {
        if (size <= maxSize) break
        take(oldest)
      }
      return stats
    },
  }
}
