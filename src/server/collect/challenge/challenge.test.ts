import { describe, expect, it } from 'vitest'
import type { ChallengeStore } from '../../../store/challenges.ts'
import type { KeyStore } from '../../../store/keys.ts'
import { openChallenges } from './challenge.ts'
import { readExpectedValues } from './expected_values.ts'

const keys = { secret: async () => new Uint8Array(32).fill(1) } as unknown as KeyStore
const NOW = 1_790_000_000_000
const SESSION = { workspace: 'ws', sessionId: 'a', address: '192.0.2.1', user: undefined, askedAt: NOW }
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/158.0.0.0 Safari/537.36'

const broken: ChallengeStore = {
  vote: () => Promise.reject(new Error('disk full')),
  votesOf: () => Promise.reject(new Error('disk full')),
  countVotes: () => Promise.reject(new Error('disk full')),
  networkClasses: () => Promise.reject(new Error('disk full')),
  forgetBefore: () => Promise.reject(new Error('disk full')),
}

const failures: unknown[] = []
const challenges = await openChallenges(
  { keys, challenges: broken },
  (error) => failures.push(error),
  readExpectedValues({}),
)

describe('challenges', () => {
  it('fail an answer to the seeds of another session', async () => {
    const seed = challenges.issue('ws', 'b', NOW)
    expect(await challenges.evaluate({ seed, results: [] }, { ...SESSION, userAgent: USER_AGENT })).toEqual({
      result: 'failed',
      known: false,
      failed: ['seed'],
    })
  })

  it('know nothing about a user agent of no known engine, or of a version that cannot exist', async () => {
    const seed = challenges.issue('ws', 'a', NOW)
    const answer = { seed, results: ['aaaa', 'bbbb'] }
    const invented = USER_AGENT.replace('158', '999')
    for (const userAgent of [undefined, '', 'curl/8.5.0', invented]) {
      expect(await challenges.evaluate(answer, { ...SESSION, userAgent })).toEqual({
        result: 'unknown',
        known: false,
      })
    }
  })

  it('do without votes while the store is unavailable', async () => {
    const answer = { seed: challenges.issue('ws', 'a', NOW), results: ['aaaa', 'bbbb'] }
    const result = await challenges.evaluate(answer, { ...SESSION, userAgent: USER_AGENT })
    expect(result).toEqual({ result: 'unknown', known: false })
    expect(failures).toEqual([new Error('disk full')])
  })
})
