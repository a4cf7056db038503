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

const step = guarded((ms: number) => {
  if (beforeMs) gaps.push((ms - beforeMs) * 10)
  beforeMs = ms
  if (gaps.length < MAX_FRAMES) win.requestAnimationFrame(step)
  else beforeMs = 0
})

/** The page is moving: measure the next frames, unless enough are known. */
export function watchFrames(): void {
  if (beforeMs || gaps.length >= MAX_FRAMES) return
  beforeMs = 1e-9
  win.requestAnimationFrame((ms) => {
    beforeMs = 0
    step(ms)
  })
}

export function settleFrames(): void {
  const { length } = gaps
  if (!length) return
  gaps.sort((a, b) => a - b)
  record(ROWS.frames.code, tenths(), length, gaps[length >> 1] as number, gaps[length - 1] as number)
  gaps = []
}
