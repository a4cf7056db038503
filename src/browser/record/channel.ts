/**
 * How input reaches the page. The browser delivers a mouse's moves once a frame and merges those in between; moves that
 * a program injects come several to a frame, or one to a frame at a fixed delay.
 */
import { ROWS } from '../../contract/batch/rows.ts'
import { tenths } from '../clock.ts'
import { doc, now } from '../natives.ts'
import { record } from './tape.ts'

/** Moves and keys measured per batch: enough for a median. */
const MAX_MEASURED = 300

/** A longer gap is a pause of the hand. */
const PAUSE_MS = 100

let delays: number[] = []
let gaps: number[] = []
let keyDelays: number[] = []
let samples = 0
let multiple = 0
let crowded = 0
let handledMs = 0
/** The time of the frame in which the last move was handled. */
let frame: unknown

const middleOf = (values: number[], share: number): number =>
  (values.sort((a, b) => a - b)[(values.length * share) | 0] ?? 0) * 10

/** Called for every move, when it is handled. */
export function measureMove(event: PointerEvent): void {
  if (!event.isTrusted || event.pointerType !== 'mouse' || delays.length >= MAX_MEASURED) return
  const ms = now()
  const count = event.getCoalescedEvents?.().length ?? 0
  const { currentTime } = doc.timeline ?? {}
  if (count > 1) multiple++
  // Without coalesced events the browser does not say how many there were.
  samples = count && samples >= 0 ? samples + count : -1
  // A drag may deliver its moves at once.
  if (currentTime && currentTime === frame && !event.buttons) crowded++
  frame = currentTime
  if (ms - handledMs < PAUSE_MS) gaps.push(ms - handledMs)
  handledMs = ms
  delays.push(ms - event.timeStamp)
}

/** Called for every keydown, when it is handled. */
export function measureKey({ isTrusted, timeStamp }: KeyboardEvent): void {
  if (isTrusted && keyDelays.length < MAX_MEASURED) keyDelays.push(now() - timeStamp)
}

export function settleChannel(): void {
  if (!delays.length && !keyDelays.length) return
  record(
    ROWS.channel.code,
    tenths(),
    delays.length,
    samples,
    multiple,
    crowded,
    middleOf(gaps, 0.5),
    middleOf(delays, 0.1),
    middleOf(delays, 0.5),
    middleOf(delays, 0.9),
    keyDelays.length,
    middleOf(keyDelays, 0.5),
  )
  delays = []
  gaps = []
  keyDelays = []
  samples = multiple = crowded = 0
}
