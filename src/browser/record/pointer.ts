/** Pointer, touch and pen: where it went, how it pressed, what it hit. */
import { BORDER_KIND, POINTER, ROWS } from '../../contract/rows.ts'
import { timeOf } from '../clock.ts'
import { aimedAt, nameOf, targetOf } from '../element.ts'
import { on, onEvery, wake } from '../guard.ts'
import { doc, min, nav, win } from '../natives.ts'
import { addRow, nameIndex } from '../rows.ts'
import { questionOf } from '../survey/questions.ts'
import { bits } from './flags.ts'
import { afterRow, record } from './tape.ts'

/** Sixty moves a second; a display at 60 Hz brings them 16.7 ms apart. */
const MOVE_GAP_MS = 15.5

/** Kept when the allowance below is spent: thirty moves a second, as many as it takes to see a stroke. */
const SPARSE_GAP_MS = 33

/** Moves allowed at once, and per millisecond after: 17 bytes a move keep a busy minute below 1 kB/s. */
const MOVE_ALLOWANCE = 600
const MOVES_PER_MS = 0.02

/** A pause this long ends a stroke; the place where it ended is kept. */
const STROKE_PAUSE_MS = 100

const MAX_COALESCED = 255

/** Moves looked at in a row: one alone finds the processor's caches cold and costs ten times as much. */
const RUN = 64

/** When the latest move was seen, and when the latest that was kept. */
let seenMs = 0
let keptMs = 0
let allowance = MOVE_ALLOWANCE
let lastKind = ''
/** Moves to be looked at. */
let run: PointerEvent[] = []
/** The latest move that was not kept, and how many were not. */
let last: PointerEvent | undefined
let held = 0

/** Whether the last pointer was a finger, which comes with an on-screen keyboard. */
export const isTouched = (): boolean => lastKind === 'touch'

/** Writes what is held back: the end of the stroke so far. */
export function settlePointer(): void {
  writeMoves()
  keepLast()
}

function keepLast(): void {
  if (!last) return
  // It is among those it stands for.
  held--
  keep(last)
}

/** Rows of other kinds may have been written meanwhile: a batch puts its rows in order. */
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
  // Up to a thousand times a second: this path reads one number and keeps the event for later.
  onEvery<PointerEvent>(win, 'pointermove', (event) => {
    const ms = event.timeStamp
    if (!run[0] || ms - seenMs > STROKE_PAUSE_MS) {
      wake()
      afterRow()
    }
    seenMs = ms
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

/** The rectangle and the name of what was hit. */
function hit(event: Event): number[] {
  const target = targetOf(event)
  if (!target) return [0, 0, 0, 0, -1]
  const aimed = aimedAt(target)
  const { left, top, width, height } = aimed.getBoundingClientRect()
  return [left, top, width, height, nameIndex(nameOf(aimed, questionOf(aimed)))]
}

/** Undefined, of which no bit is set, for those that the contract does not know. */
const kindOf = (pointerType: string): number => POINTER[pointerType as keyof typeof POINTER]

function flagsOf({ isTrusted, pointerType, buttons, type, clientX, clientY }: PointerEvent): number {
  const kind = kindOf(pointerType)
  return bits(!isTrusted, kind & 1, kind & 2, buttons, type === 'pointercancel', clientX % 1 || clientY % 1)
}
