/** Issues challenges and evaluates their answers on arrival. It never rejects a batch. */
import type { ChallengeAnswer } from '../../../contract/batch/batch.ts'
import type { ChallengeResult } from '../../../contract/network.ts'
import type { Store } from '../../../store/store.ts'
import { claimedClass } from './claimed_class.ts'
import { openConsensus } from './consensus.ts'
import { evaluateAnswer, parseAnswer, votingClass } from './evaluate.ts'
import { type ExpectedValues, expectedValues } from './expected_values.ts'
import { openChallengeSeeds, type WeeklySeed } from './seeds.ts'

export interface AnsweringSession {
  readonly workspace: string
  readonly sessionId: string
  /** Undefined: not the one that opened the session, so the answer says nothing about it. */
  readonly userAgent: string | undefined
  readonly address: string
  /** Whose id was proven. */
  readonly user: string | undefined
  /** When the service issued the token of the answer. */
  readonly askedAt: number
}

export interface AnsweringMember {
  readonly memberId: string
  /** Those in which the member has a vote. */
  readonly workspaces: readonly string[]
  readonly userAgent: string | undefined
  readonly now: number
}

export interface Challenges {
  issue(workspace: string, sessionId: string, now: number): string
  evaluate(answer: ChallengeAnswer, session: AnsweringSession): Promise<ChallengeResult>
  /** Seeds of this week and later ones, which the browsers of members answer in advance. */
  issueToMember(memberId: string, now: number): string
  /** Saves the votes of a member's browser. False: no vote, not this member's seeds, or no class of browsers draws so. */
  vote(answer: ChallengeAnswer, member: AnsweringMember): Promise<boolean>
}

const UNKNOWN: ChallengeResult = { result: 'unknown', known: false }

export async function openChallenges(
  { keys, challenges }: Pick<Store, 'keys' | 'challenges'>,
  onFailure: (error: unknown) => void,
  expected: ExpectedValues = expectedValues,
): Promise<Challenges> {
  const seeds = await openChallengeSeeds(keys)
  const consensus = openConsensus(challenges, seeds, expected.groups)
  return {
    issue: seeds.issue,
    issueToMember: seeds.issueToMember,

    async evaluate(answer, { workspace, sessionId, userAgent, address, user, askedAt }) {
      const weekly = seeds.verify(answer.seed, workspace, sessionId, askedAt)
      if (weekly === undefined) return { ...UNKNOWN, result: 'failed', failed: ['seed'] }
      const claimed = claimedClass(userAgent, askedAt)
      if (claimed === undefined) return UNKNOWN
      const parsed = parseAnswer(answer)
      const alone = evaluateAnswer(parsed, claimed, expected, 'open')
      const voters = votingClass(parsed, claimed, expected)
      // An answer that contradicts its own claim has no vote.
      if (parsed.weeklyPicture === undefined || voters === undefined || alone.result === 'failed')
        return alone
      const person = user === undefined ? undefined : ({ kind: 'user', id: user } as const)
      const respondent = { workspace, address, person }
      try {
        const agreement = await consensus.ask(weekly, voters, respondent, parsed.weeklyPicture)
        return evaluateAnswer(parsed, claimed, expected, agreement)
      } catch (error) {
        onFailure(error)
        // Nobody can tell whether the weekly picture is right.
        return alone.result === 'passed' ? { ...alone, result: 'unknown', ownEngine: true } : alone
      }
    },

    async vote({ seed, results }, { memberId, workspaces, userAgent, now }) {
      const weekly = seeds.verifyMember(seed, memberId, now)
      const claimed = claimedClass(userAgent, now)
      if (weekly === undefined || claimed === undefined || workspaces.length === 0) return false
      const person = { kind: 'member', id: memberId } as const
      const [fixedSeed, ...names] = seed.split(' ')
      const [fixedPicture = '', ...rest] = results
      for (const [index, name] of names.entries()) {
        // As if each weekly seed had been answered alone.
        const own = [fixedPicture, rest[index] ?? '', ...rest.slice(names.length)]
        const parsed = parseAnswer({ seed: `${fixedSeed} ${name}`, results: own })
        const { result } = evaluateAnswer(parsed, claimed, expected, 'open')
        const voters = votingClass(parsed, claimed, expected)
        if (parsed.weeklyPicture === undefined || voters === undefined || result === 'failed') return false
        for (const workspace of workspaces) {
          await consensus.vote(
            weekly[index] as WeeklySeed,
            voters,
            { workspace, person },
            parsed.weeklyPicture,
          )
        }
      }
      return true
    },
  }
}
