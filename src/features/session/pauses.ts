/**
 * Pauses without any input. A program that asks a model what to do next waits for its answer before every action, and
 * nothing moves meanwhile. People pause for all lengths, short pauses most often.
 */
import { TICKS_PER_MS, UNTRUSTED } from '../../contract/batch/rows.ts'
import type { Fold } from './fold.ts'

export interface PauseFeatures {
  /** Pauses between `SHORTEST_MS` and `LONGEST_MS` while the page was in view. */
  readonly pauses: number
  /** Those of at least `SLOW_MS`. */
  readonly slow: number
  /** Presses of a mouse button or a finger, and entries of text, which the pauses separate. */
  readonly actions: number
}

const SHORTEST_MS = 700
export const SLOW_MS = 2_200
/** Longer pauses are an absence. */
const LONGEST_MS = 60_000

const INPUT: ReadonlySet<string> = new Set([
  'move',
  'down',
  'up',
  'keydown',
  'keyup',
  'input',
  'composition',
  'clipboard',
  'wheel',
])

export function foldPauses(): Fold<PauseFeatures> {
  let lastT: number | undefined
  let pauses = 0
  let slow = 0
  let actions = 0
  let isText = false
  return {
    step(event) {
      if (event.type === 'break' || event.type === 'attention') lastT = undefined
      if (!INPUT.has(event.type) || ('flags' in event && (event.flags & UNTRUSTED) !== 0)) return
      const gapMs = lastT === undefined ? 0 : (event.t - lastT) / TICKS_PER_MS
      lastT = event.t
      if (event.type === 'down') {
        actions++
        isText = false
      } else if (event.type === 'input' && !isText) {
        actions++
        isText = true
      }
      if (gapMs < SHORTEST_MS || gapMs > LONGEST_MS) return
      pauses++
      if (gapMs >= SLOW_MS) slow++
    },
    done: () => ({ pauses, slow, actions }),
  }
}
