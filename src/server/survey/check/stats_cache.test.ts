import { describe, expect, it } from 'vitest'
import { addSample, type QuestionStats, sampleOf, writeStats } from '../../../features/text/question_stats.ts'
import type { StoredStats } from '../../../store/surveys.ts'
import { openStatsCache } from './stats_cache.ts'

const statsOf = (...answers: string[]): QuestionStats | null =>
  answers.reduce<QuestionStats | null>((stats, answer) => addSample(stats, sampleOf(answer, null)), null)
const textOf = (...answers: string[]) => writeStats(statsOf(...answers) as QuestionStats)
const sample = (answer: string) => JSON.stringify(sampleOf(answer, null))
const stored = (given: Partial<StoredStats>): StoredStats => ({
  revision: 1,
  since: 0,
  saved: 0,
  value: null,
  samples: [],
  ...given,
})
const WHOLE = { revision: 3, since: 3, saved: 3, value: textOf('green parks', 'quiet streets') }

describe('the cache of question statistics', () => {
  it('adds samples to the statistics that it has', () => {
    const cache = openStatsCache(1_000_000)
    expect(cache.revisionOf('q')).toBe(0)
    cache.current('q', stored(WHOLE))
    expect(cache.revisionOf('q')).toBe(3)
    const next = stored({ revision: 4, since: 3, saved: 3, samples: [sample('green trains')] })
    expect(cache.current('q', next)).toEqual(statsOf('green parks', 'quiet streets', 'green trains'))
    expect(cache.revisionOf('q')).toBe(4)
    expect(cache.current('q', stored({ revision: 4, since: 4, saved: 3 }))).toEqual(
      statsOf('green parks', 'quiet streets', 'green trains'),
    )
  })

  it('reads statistics that were saved since, and forgets those that are gone', () => {
    const cache = openStatsCache(1_000_000)
    cache.current('q', stored({ samples: [sample('green parks')] }))
    expect(cache.current('q', stored(WHOLE))).toEqual(statsOf('green parks', 'quiet streets'))
    expect(cache.current('q', null)).toBeNull()
    expect(cache.revisionOf('q')).toBe(0)
  })

  it('starts with the first sample of a question', () => {
    const cache = openStatsCache(1_000_000)
    cache.current('q', stored({ revision: 2, samples: [sample('green parks'), sample('quiet streets')] }))
    const again = stored({ revision: 1, samples: [sample('green parks')] })
    expect(cache.current('q', again)).toEqual(statsOf('green parks'))
  })

  it('refuses samples of a revision that it does not have', () => {
    const cache = openStatsCache(1_000_000)
    cache.current('q', stored(WHOLE))
    expect(() => cache.current('q', stored({ revision: 9, since: 8, saved: 3 }))).toThrow('revision 8')
    expect(cache.revisionOf('q')).toBe(0)
  })

  it('drops the least recently used above its size', () => {
    const cache = openStatsCache(2.5 * WHOLE.value.length)
    for (const key of ['a', 'b', 'a', 'c']) cache.current(key, stored(WHOLE))
    expect(['a', 'b', 'c'].map(cache.revisionOf)).toEqual([3, 0, 3])
  })
})
