/** How smoothly the page ran while it was being scrolled: what tells a starved machine from an un-animated wheel. */
import { ROWS } from '../../contract/rows.ts'
import { tenths } from '../clock.ts'
import { guarded } from '../guard.ts'
import { win } from '../natives.ts'
import { record } from './tape.ts'

/** Half a second of frames in each batch: enough for a median, too little to keep a page awake. */
const MAX_FRAMES = 30

let gaps: number[] = []
let beforeMs = 0
let isWatching = false

const step = guarded((ms: number) => {
  if (beforeMs) gaps.push((ms - beforeMs) * 10)
  beforeMs = ms
  isWatching = gaps.length < MAX_FRAMES
  if (isWatching) win.requestAnimationFrame(step)
})

/** The page is moving: measure the next frames, unless enough are known. */
export function watchFrames(): void {
  if (isWatching || gaps.length >= MAX_FRAMES) return
  isWatching = true
  beforeMs = 0
  win.requestAnimationFrame(step)
}

export function settleFrames(): void {
  const { length } = gaps
  if (!length) return
  gaps.sort((a, b) => a - b)
  record(ROWS.frames.code, tenths(), length, gaps[length >> 1] as number, gaps[length - 1] as number)
  gaps = []
}
