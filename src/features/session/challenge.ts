/** The result of the challenge over all batches of a session. */
import { RESULT } from '../../contract/batch/challenge.ts'
import type { RecordedBatch } from '../../contract/batch/codec.ts'

export interface ChallengeFeatures {
  readonly result: 'passed' | 'failed' | 'unknown' | 'none'
  /** Whether answers of the claimed browser are known, so that an honest one could have passed. */
  readonly isKnown: boolean
  /** Whether an inconclusive answer has the error messages and the layout of the claimed engine. */
  readonly isOfEngine: boolean
  /** Whether an extension or the browser adds noise to what the page reads from a canvas, so that it cannot pass. */
  readonly hasNoise: boolean
}

/** A failed answer outweighs all others, so that a second try never helps. */
export function challengeOf(batches: readonly RecordedBatch[]): ChallengeFeatures {
  const answers = batches.flatMap(({ receipt }) => receipt.challenge ?? [])
  const result =
    (['failed', 'passed', 'unknown'] as const).find((wanted) =>
      answers.some((answer) => answer.result === wanted),
    ) ?? 'none'
  return {
    result,
    isKnown: answers.some(({ known }) => known),
    isOfEngine: answers.some(({ ownEngine }) => ownEngine === true),
    hasNoise: batches.some(({ batch }) => batch.challenge?.results[RESULT.fixedPicture] === '!noise'),
  }
}
