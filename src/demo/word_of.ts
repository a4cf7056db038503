/** The result in one word. */
import type { RecommendedAction } from '../contract/checks.ts'

export type ResultWord = 'person' | 'bot' | 'unclear' | 'waiting'

const WORDS: Readonly<Record<RecommendedAction, ResultWord>> = {
  'Auto-accept': 'person',
  'Accept with monitoring': 'person',
  'Manual review or require additional verification': 'unclear',
  'Auto-reject or high-priority review': 'bot',
  Unknown: 'waiting',
}

export const wordOf = (action: RecommendedAction | null): ResultWord => WORDS[action ?? 'Unknown']
