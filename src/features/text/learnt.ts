/**
 * What the participants of a survey taught about one question: which words several of them used, and around
 * which point of meaning their answers lie. Small, bounded, and the same whatever the order of the answers.
 */

export interface LearntQuestion {
  /** Participants whose answer was learnt from. */
  readonly participants: number
  /** In how many answers a word (folded) stood; rare words are forgotten when there are too many. */
  readonly words: Readonly<Record<string, number>>
  /** Sum of the answers' unit vectors of meaning; empty when there is no such model for the language. */
  readonly meaning: readonly number[]
  /** Answers that went into `meaning`. */
  readonly meanings: number
}

/** A word that this many participants use is the survey's own, whatever it looks like. */
export const OWN_WORD_PARTICIPANTS = 3

export function isOwnWord(word: string, learnt: LearntQuestion | null): boolean {
  if (learnt === null) return false
  return Object.hasOwn(learnt.words, word) && (learnt.words[word] as number) >= OWN_WORD_PARTICIPANTS
}
