/** How well an answer fits its question, from meaning vectors and shared words. */
import { closeness, type Meaning } from './meaning.ts'
import fitted from './relevance.json' with { type: 'json' }

export interface RelevanceInput {
  readonly answer: Meaning
  readonly question: Meaning | null
  /** Sum of other answers' unit vectors, and their number. */
  readonly others: readonly number[]
  readonly otherCount: number
  readonly overlap: number
}

/** With fewer other answers, their mean is not reliable. */
export const MIN_OTHERS = 6

/** The logit that an answer is on topic: 0 is even odds. There are two models: with and without other answers. */
export function relevanceOf(input: RelevanceInput): number {
  const features = relevanceFeatures(input)
  const weights = input.otherCount >= MIN_OTHERS ? fitted.withOthers : fitted.fromQuestion
  return features.reduce((sum, feature, at) => sum + feature * (weights[at] as number), 0)
}

export function relevanceFeatures({
  answer,
  question,
  others,
  otherCount,
  overlap,
}: RelevanceInput): number[] {
  const asked = question === null ? 0 : closeness(answer, question.vector)
  const known = Math.log(1 + answer.known) / 3
  if (otherCount < MIN_OTHERS) return [1, asked, overlap, known, asked * known, overlap > 0 ? 1 : 0]
  const common = closeness(answer, others)
  const unity = Math.sqrt(others.reduce((sum, value) => sum + value * value, 0)) / otherCount
  return [
    1,
    asked,
    common,
    overlap,
    unity,
    common * unity,
    known,
    common * known,
    overlap > 0 ? 1 : 0,
    asked * common,
  ]
}
