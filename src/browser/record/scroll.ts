/** Scrolling and the wheel, each merged to at most thirty rows a second. */
import { ROWS } from '../../contract/batch/rows.ts'
import { timeOf } from '../clock.ts'
import { on } from '../guard.ts'
import { doc, max, win } from '../natives.ts'
import { bits } from './flags.ts'
import { watchFrames } from './frames.ts'
import { record } from './tape.ts'

/** Tenths of a millisecond between rows. */
const GAP = 330

/** Tenths of a millisecond for which the page's height is cached: reading it may cost a layout. */
const RANGE_AGE = 10_000

let wheel: WheelEvent | undefined
let wheelT = 0
let wheelX = 0
let wheelY = 0
let wheelCount = 0

let scroll: Event | undefined
let scrollT = 0
let scrollCount = 0
let range = 0
let rangeT = -RANGE_AGE

function settleWheel(): void {
  if (!wheel) return
  wheelT = timeOf(wheel)
  record(ROWS.wheel.code, wheelT, wheelX, wheelY, wheel.deltaMode, wheelCount, bits(!wheel.isTrusted))
  wheel = undefined
  wheelX = wheelY = wheelCount = 0
}

function innerOf({ target }: Event): Element | undefined {
  return (target as Node).nodeType === 1 && target !== doc.documentElement ? (target as Element) : undefined
}

function settleScroll(): void {
  if (!scroll) return
  const inner = innerOf(scroll)
  scrollT = timeOf(scroll)
  if (!inner && scrollT - rangeT > RANGE_AGE) {
    range = max(0, doc.documentElement.scrollHeight - win.innerHeight)
    rangeT = scrollT
  }
  const y = inner ? inner.scrollTop : win.scrollY
  const most = inner ? inner.scrollHeight - inner.clientHeight : range
  record(ROWS.scroll.code, scrollT, y, most, scrollCount, bits(!scroll.isTrusted, inner))
  scroll = undefined
  scrollCount = 0
}

/** Writes merged rows. */
export function settleScrolling(): void {
  settleWheel()
  settleScroll()
}

export function recordScroll(): void {
  on<WheelEvent>(win, 'wheel', (event) => {
    watchFrames()
    if (wheel && event.deltaMode !== wheel.deltaMode) settleWheel()
    wheel = event
    wheelX += event.deltaX
    wheelY += event.deltaY
    wheelCount++
    if (timeOf(event) - wheelT >= GAP) settleWheel()
  })

  on(win, 'scroll', (event) => {
    watchFrames()
    if (scroll && innerOf(scroll) !== innerOf(event)) settleScroll()
    scroll = event
    scrollCount++
    if (timeOf(event) - scrollT >= GAP) settleScroll()
  })
  on(win, 'scrollend', settleScroll)
}
