/** The result of the challenge over all receipts of a session. */
import type { Receipt } from '../../contract/network.ts'

export interface ChallengeFeatures {
  readonly result: 'passed' | 'failed' | 'unknown' | 'none'
  /** Whether answers of the claimed browser are known, so that an honest one could have passed. */
  readonly isKnown: boolean
  /** Whether an inconclusive answer has the error messages and the layout of the claimed engine. */
  readonly isOfEngine: boolean
}

/** A failed answer outweighs all others, so that a second try never helps. */
export function challengeOf(receipts: readonly Receipt[]): ChallengeFeatures {
  const answers = receipts.flatMap(({ challenge }) => challenge ?? [])
  const result =
    (['failed', 'passed', 'unknown'] as const).find((wanted) =>
      answers.some((answer) => answer.result === wanted),
    ) ?? 'none'
  return {
    result,
    isKnown: answers.some(({ known }) => known),
    isOfEngine: answers.some(({ ownEngine }) => ownEngine === true),
  }
}
