/**
 * How much text a person can have spoken. Dictation enters phrases at once, without keys or with keys pressed by a
 * program, but only after the person has said them. A form filler or a driver enters a sentence at once.
 */
import { TICKS_PER_MS } from '../../contract/rows.ts'

/** Fast speech has 250 words a minute, about 20 characters a second. */
const CHARS_PER_MS = 0.02
/** Ten seconds of speech. A longer pause is an absence. */
const MOST_CHARS = 200

export interface SpeechBudget {
  /** The person acted with a hand: speech may begin now. */
  begin(t: number): void
  /** Whether there was time to say these characters since then, besides those before. */
  spend(t: number, chars: number): boolean
}

export function openSpeechBudget(): SpeechBudget {
  let since = 0
  let left = 0
  return {
    begin(t) {
      since = t
      left = 0
    },
    spend(t, chars) {
      left = Math.min(MOST_CHARS, left + ((t - since) / TICKS_PER_MS) * CHARS_PER_MS)
      since = t
      const isEnough = chars <= left
      left = isEnough ? left - chars : 0
      return isEnough
    },
  }
}
