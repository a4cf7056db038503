/** Frame times during scrolling, which distinguish an overloaded machine from a wheel without animation. */
import { ROWS } from '../../contract/batch/rows.ts'
import { tenths } from '../clock.ts'
import { guarded } from '../guard.ts'
import { win } from '../natives.ts'
import { record } from './tape.ts'

/** A fifth of a second of frames per batch: enough for a median, and each request costs the page a frame. */
const MAX_FRAMES = 12

let gaps: number[] = []
let beforeMs = 0
let isWatching = false

/** At 0 it begins. */
const step = guarded((ms: number) => {
  if (ms && beforeMs) gaps.push((ms - beforeMs) * 10)
  beforeMs = ms
  isWatching = gaps.length < MAX_FRAMES
  if (isWatching) win.requestAnimationFrame(step)
})

/** The page is scrolling: measure the next frames, unless there are enough. */
export function watchFrames(): void {
  if (!isWatching) step(0)
}

export function settleFrames(): void {
  const { length } = gaps
  if (!length) return
  gaps.sort((a, b) => a - b)
  record(ROWS.frames.code, tenths(), length, gaps[length >> 1] as number, gaps[length - 1] as number)
  gaps = []
}
