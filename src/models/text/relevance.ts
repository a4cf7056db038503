/** How well an answer fits its question, from where it points in the space of meaning and the words it shares. */
import { closeness, type Meaning } from './meaning.ts'
import fitted from './relevance.json' with { type: 'json' }

export interface RelevanceInput {
  readonly answer: Meaning
  readonly question: Meaning | null
  /** Sum of other answers' unit vectors and how many went into it. */
  readonly others: readonly number[]
  readonly otherCount: number
  readonly overlap: number
}

/** Below this many other answers their common point says too little. */
export const MIN_OTHERS = 6

/** The logit of belonging: 0 is even odds. Two models: with other participants' answers, and from the question alone. */
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
