/** Issues challenges and evaluates their answers on arrival. It never rejects a batch. */
import type { ChallengeAnswer } from '../../../contract/batch.ts'
import type { ChallengeResult } from '../../../contract/network.ts'
import type { Store } from '../../../store/store.ts'
import { claimedClass } from './claimed_class.ts'
import { openConsensus } from './consensus.ts'
import { evaluateAnswer, parseAnswer, votingClass } from './evaluate.ts'
import { type ExpectedValues, expectedValues } from './expected_values.ts'
import { openChallengeSeeds } from './seeds.ts'

export interface AnsweringSession {
  readonly workspace: string
  readonly sessionId: string
  readonly userAgent: string | undefined
  readonly address: string
  readonly now: number
}

export interface Challenges {
  issue(workspace: string, sessionId: string, now: number): string
  evaluate(answer: ChallengeAnswer, session: AnsweringSession): Promise<ChallengeResult>
}

const UNKNOWN: ChallengeResult = { result: 'unknown', known: false }

export async function openChallenges(
  { keys, challenges }: Pick<Store, 'keys' | 'challenges'>,
  onFailure: (error: unknown) => void,
  expected: ExpectedValues = expectedValues,
): Promise<Challenges> {
  const seeds = await openChallengeSeeds(keys)
  const consensus = openConsensus(challenges, seeds)
  return {
    issue: seeds.issue,
    async evaluate(answer, { workspace, sessionId, userAgent, address, now }) {
      const weekly = seeds.verify(answer.seed, workspace, sessionId, now)
      if (weekly === undefined) return { ...UNKNOWN, result: 'failed', failed: ['seed'] }
      const claimed = claimedClass(userAgent)
      if (claimed === undefined) return UNKNOWN
      const parsed = parseAnswer(answer)
      const alone = evaluateAnswer(parsed, claimed, expected, 'open')
      const voters = votingClass(parsed, claimed, expected)
      // An answer that contradicts its own claim has no vote.
      if (parsed.weeklyPicture === undefined || voters === undefined || alone.result === 'failed')
        return alone
      try {
        const agreement = await consensus.ask(weekly, voters, address, parsed.weeklyPicture)
        return evaluateAnswer(parsed, claimed, expected, agreement)
      } catch (error) {
        onFailure(error)
        return alone
      }
    },
  }
}
