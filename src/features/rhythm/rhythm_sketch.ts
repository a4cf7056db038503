/**
 * The typing rhythm of a session in a few bytes: the times between its first key presses. Two sketches tell whether two
 * sessions were typed with the same rhythm, even with noise of 20 ms on every key. The mouse has no effect.
 */
import { KEY_FLAGS, TICKS_PER_MS, UNTRUSTED } from '../../contract/batch/rows.ts'
import type { Fold } from '../session/fold.ts'

/** Times between presses, in ms; null where the recording was interrupted. */
export type Rhythm = readonly (number | null)[]

const MOST_INTERVALS = 128
/** One byte for each interval. */
const CELL_MS = 10
const LONGEST = 254
const INTERRUPTED = 255

export function foldRhythm(): Fold<string | null> {
  const bytes: number[] = []
  let before: number | undefined
  let isInterrupted = false
  return {
    step(event) {
      if (event.type === 'break') isInterrupted = true
      if (event.type !== 'keydown' || (event.flags & (UNTRUSTED | KEY_FLAGS.repeat)) !== 0) return
      if (before !== undefined && bytes.length < MOST_INTERVALS) {
        const cell = Math.round((event.t - before) / TICKS_PER_MS / CELL_MS)
        bytes.push(isInterrupted ? INTERRUPTED : Math.min(LONGEST, Math.max(0, cell)))
      }
      before = event.t
      isInterrupted = false
    },
    done: () => sketchOf(bytes),
  }
}

/** Null if there is too little to compare. */
function sketchOf(bytes: readonly number[]): string | null {
  return bytes.length < LEAST_INTERVALS ? null : Buffer.from(bytes).toString('base64')
}

export const sketchOfTimes = (times: readonly number[]): string | null =>
  sketchOf(
    times
      .slice(1, MOST_INTERVALS + 1)
      .map((at, i) => Math.min(LONGEST, Math.max(0, Math.round((at - (times[i] as number)) / CELL_MS)))),
  )

export const readSketch = (text: string): Rhythm =>
  [...Buffer.from(text, 'base64')].map((byte) => (byte === INTERRUPTED ? null : byte * CELL_MS))

/** Fewer intervals agree by chance. */
export const LEAST_INTERVALS = 32
/** Noise of 20 ms moves an interval by up to 40 ms; the cells add up to 10 ms. */
const WITHIN_MS = 50
/** Of the shorter rhythm: long rhythms have more runs that agree by chance. */
const LEAST_SHARE = 0.4
/** One interval that differs outweighs this many that agree, so a run ends where the similarity ends. */
const MISS = 9
/** Shorter intervals belong to fluent typing, in which people resemble each other. */
const PAUSE_MS = 250
const LEAST_PAUSES = 5
/** Different lengths among the pauses: a program with equal pauses repeats itself. */
const LEAST_VARIETY = 4
const VARIETY_MS = 100

/** Whether a long run of two rhythms agrees when the second starts `shift` intervals later. */
export function isSameRhythm(a: Rhythm, b: Rhythm, shift: number): boolean {
  const least = Math.max(LEAST_INTERVALS, LEAST_SHARE * Math.min(a.length, b.length))
  let score = 0
  let start = Math.max(0, shift)
  for (let i = start; i < a.length && i - shift < b.length; i++) {
    const [own, other] = [a[i], b[i - shift]]
    if (own != null && other != null && Math.abs(own - other) <= WITHIN_MS) {
      score++
      if (score >= least && hasPauses(a.slice(start, i + 1))) return true
    } else {
      score -= MISS
      if (score > 0) continue
      score = 0
      start = i + 1
    }
  }
  return false
}

function hasPauses(rhythm: Rhythm): boolean {
  const pauses = rhythm.filter((ms) => ms !== null && ms >= PAUSE_MS) as number[]
  if (pauses.length < LEAST_PAUSES) return false
  return new Set(pauses.map((ms) => Math.floor(ms / VARIETY_MS))).size >= LEAST_VARIETY
}

const GRAM = 3
const GRAM_CELL_MS = 160

export interface RhythmMark {
  /** Equal for the same three pauses with the same number of keys between them. */
  readonly mark: number
  /** Number of the interval. */
  readonly at: number
}

/** Marks by which rhythms are found that may be the same. Coarse cells absorb noise. */
export function rhythmMarks(rhythm: Rhythm): RhythmMark[] {
  const marks: RhythmMark[] = []
  let run: number[] = []
  for (let at = 0; at < rhythm.length; at++) {
    const ms = rhythm[at] as number | null
    if (ms === null) run = []
    else if (ms >= PAUSE_MS) {
      run.push(at)
      if (run.length < GRAM) continue
      let [mark, before] = [0, 0]
      for (const key of run.slice(-GRAM)) {
        const cell = Math.floor((rhythm[key] as number) / GRAM_CELL_MS)
        // Less than 2 ** 11 each, so that three make an exact number.
        mark = mark * 2_048 + (before === 0 ? 0 : key - before) * 16 + cell
        before = key
      }
      marks.push({ mark, at })
    }
  }
  return marks
}
