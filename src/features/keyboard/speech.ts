/**
 * How much text a person can have spoken. Dictation enters phrases at once, without keys or with keys pressed by a
 * program, but only after the person has said them. A form filler or a driver enters a sentence at once.
 */
import { TICKS_PER_MS, UNTRUSTED } from '../../contract/batch/rows.ts'
import type { StreamEvent } from '../session/fold.ts'

/** Fast speech has 250 words a minute, about 20 characters a second. */
const CHARS_PER_MS = 0.02
/** A sentence, five seconds of speech: dictation enters no more at once. A longer pause is thinking. */
const MOST_CHARS = 100

/** Where a program moves the mouse, nobody speaks. */
export const SILENCE: SpeechBudget = { begin: () => {}, spend: () => false, hadTime: () => false }

export interface SpeechBudget {
  /** The person acted with a hand: speech may begin now. */
  begin(t: number): void
  /** Whether there was time to say these characters since then, besides those before. */
  spend(t: number, chars: number): boolean
  /** Whether there was time to say them, however many: some programs for dictation enter all at the end. */
  hadTime(t: number, chars: number): boolean
}

export function openSpeechBudget(): SpeechBudget {
  let begun = 0
  let since = 0
  let left = 0
  return {
    begin(t) {
      begun = t
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
    hadTime: (t, chars) => chars <= ((t - begun) / TICKS_PER_MS) * CHARS_PER_MS,
  }
}

/** A program that types for a person presses keys this close to each other. People seldom press three like this. */
const BURST_MS = 40
const BURST_KEYS = 3
/** A busy machine interrupts a burst for so long. */
const STALL_MS = 100
/** Nobody says a phrase in less. */
const SHORTEST_SPEECH_MS = 800

/** For each event in turn: whether it is a key of a burst that the person may have spoken before. */
export function trackDictation(speech = openSpeechBudget()): (event: StreamEvent) => boolean {
  let last: number | undefined
  let keys = 0
  return (event) => {
    if (event.type === 'break') last = undefined
    if (event.type === 'down' || event.type === 'click' || event.type === 'field') {
      last = event.t
      speech.begin(event.t)
    }
    if (event.type !== 'keydown' || (event.flags & UNTRUSTED) !== 0) return false
    const before = last ?? Number.NEGATIVE_INFINITY
    const gapMs = (event.t - before) / TICKS_PER_MS
    const isSpeech = gapMs >= SHORTEST_SPEECH_MS && last !== undefined
    if (gapMs > STALL_MS) speech.begin(isSpeech ? before : event.t)
    keys = gapMs <= BURST_MS ? keys + 1 : 0
    last = event.t
    return speech.spend(event.t, 1) && keys >= BURST_KEYS
  }
}
