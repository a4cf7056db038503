/** Mouse, touch and pen: path, presses and targets. */
import { BORDER_KIND, POINTER, ROWS } from '../../contract/batch/rows.ts'
import { timeOf } from '../clock.ts'
import { aimedAt, nameOf, targetOf } from '../element.ts'
import { on, onEvery, wake } from '../guard.ts'
import { doc, min, nav, win } from '../natives.ts'
import { addRow, nameIndex } from '../rows.ts'
import { questionOf } from '../survey/questions.ts'
import { measureMove } from './channel.ts'
import { bits } from './flags.ts'
import { afterRow, record } from './tape.ts'

/** Sixty moves a second; at 60 Hz they are 16.7 ms apart. */
const MOVE_GAP_MS = 15.5

/** The rate once the allowance below is spent: thirty moves a second, enough for a stroke. */
const SPARSE_GAP_MS = 33

/** Token bucket for moves: at 17 bytes a move a busy minute stays below 1 kB/s. */
const MOVE_ALLOWANCE = 600
const MOVES_PER_MS = 0.02

/** A pause this long ends a stroke; its end position is kept. */
const STROKE_PAUSE_MS = 100

const MAX_COALESCED = 255

/** Moves processed at once: a single one finds cold processor caches and costs ten times as much. */
const RUN = 64

/** Times of the latest move, and of the latest kept move. */
let seenMs = 0
let keptMs = 0
let allowance = MOVE_ALLOWANCE
let lastKind = ''
/** Moves to process. */
let run: PointerEvent[] = []
/** The latest dropped move, and the number of dropped moves. */
let last: PointerEvent | undefined
let held = 0

/** Whether the last pointer was a finger, which implies an on-screen keyboard. */
export const isTouched = (): boolean => lastKind === 'touch'

/** Writes the held-back end of the stroke. */
export function settlePointer(): void {
  writeMoves()
  keepLast()
}

function keepLast(): void {
  if (!last) return
  // The count includes the move itself.
  held--
  keep(last)
}

/** Other rows may have been written meanwhile; a batch sorts its rows. */
function keep(event: PointerEvent): void {
  const { timeStamp, clientX, clientY } = event
  allowance = min(MOVE_ALLOWANCE, allowance + (timeStamp - keptMs) * MOVES_PER_MS) - 1
  keptMs = timeStamp
  const coalesced = (event.getCoalescedEvents?.().length ?? 0) + held
  addRow([ROWS.move.code, timeOf(event), clientX, clientY, min(coalesced, MAX_COALESCED), flagsOf(event)])
  held = 0
  last = undefined
}

function writeMoves(): void {
  const moves = run
  run = []
  for (const event of moves) {
    const ms = event.timeStamp
    const gap = ms - keptMs
    if (gap >= 0 && gap < (allowance < 1 ? SPARSE_GAP_MS : MOVE_GAP_MS)) {
      held++
      last = event
    } else {
      if (last && ms - last.timeStamp > STROKE_PAUSE_MS) keepLast()
      keep(event)
    }
  }
}

export function recordPointer(): void {
  // Called up to a thousand times a second, so it reads a few numbers and keeps the event for later.
  onEvery<PointerEvent>(win, 'pointermove', (event) => {
    const ms = event.timeStamp
    if (!run[0] || ms - seenMs > STROKE_PAUSE_MS) {
      wake()
      afterRow()
    }
    seenMs = ms
    measureMove(event)
    if (run.push(event) >= RUN) writeMoves()
  })

  on<PointerEvent>(win, 'pointerdown pointerup pointercancel', (event) => {
    settlePointer()
    const { type, clientX, clientY, pressure, width, height, button, pointerId } = event
    const isDown = type === 'pointerdown'
    lastKind = event.pointerType
    record(
      isDown ? ROWS.down.code : ROWS.up.code,
      timeOf(event),
      clientX,
      clientY,
      pressure * 100,
      width,
      height,
      flagsOf(event),
      button,
      pointerId,
      ...(isDown ? hit(event) : []),
    )
  })

  on<PointerEvent>(win, 'click auxclick', (event) => {
    settlePointer()
    const { clientX, clientY, detail, pointerId, pointerType, isTrusted, type } = event
    const kind = kindOf(pointerType)
    const isVirtual = pointerId === undefined ? !detail : pointerId < 0
    const source = (event as { sourceCapabilities?: unknown }).sourceCapabilities
    const clickFlags = bits(
      !isTrusted,
      kind & 1,
      kind & 2,
      isVirtual,
      doc.hasFocus(),
      nav.userActivation?.isActive,
      source === null,
      type !== 'click',
    )
    record(ROWS.click.code, timeOf(event), clientX, clientY, detail, clickFlags, ...hit(event))
  })

  on<MouseEvent>(doc.documentElement, 'mouseleave mouseenter', ({ target, type, timeStamp }) => {
    if (target !== doc.documentElement) return
    settlePointer()
    record(ROWS.border.code, timeStamp * 10, type === 'mouseleave' ? BORDER_KIND.leave : BORDER_KIND.enter)
  })
}

/** The rectangle and the name of the target. */
function hit(event: Event): number[] {
  const target = targetOf(event)
  if (!target) return [0, 0, 0, 0, -1]
  const aimed = aimedAt(target)
  const { left, top, width, height } = aimed.getBoundingClientRect()
  return [left, top, width, height, nameIndex(nameOf(aimed, questionOf(aimed)))]
}

/** Undefined, which sets no bit, for kinds that the contract does not know. */
const kindOf = (pointerType: string): number => POINTER[pointerType as keyof typeof POINTER]

function flagsOf(event: PointerEvent): number {
  // On the screen: a frame at a fractional place, or a zoomed page, has fractional coordinates of its own.
  const { isTrusted, pointerType, buttons, type, screenX, screenY } = event
  const kind = kindOf(pointerType)
  return bits(
    !isTrusted,
    kind & 1,
    kind & 2,
    buttons,
    type === 'pointercancel',
    screenX % 1 || screenY % 1,
    type === 'pointerdown' && !(event as { persistentDeviceId?: number }).persistentDeviceId,
    (screenX * 256) % 1 || (screenY * 256) % 1,
  )
}
