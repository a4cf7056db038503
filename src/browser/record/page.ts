/** The page itself: visibility and focus, navigation, and size. */
import { ATTENTION_KIND, NAVIGATION_KIND, ROWS } from '../../contract/batch/rows.ts'
import { tenths, timeOf } from '../clock.ts'
import { inner, outer, scale } from '../device/hardware_and_window.ts'
import { isOn } from '../device/switch.ts'
import { later, on } from '../guard.ts'
import { attempt, navigationEntry, now, win } from '../natives.ts'
import { masked } from '../privacy.ts'
import { nameIndex } from '../rows.ts'
import { record } from './tape.ts'

/** Merges the events of a window being resized into one row. */
const RESIZE_PAUSE_MS = 250

let hasLeft = false
let returnedMs = -1
let path = ''
let isResizing = false

/** Milliseconds since the return to the tab; -1 if it was never left. */
export const sinceReturnMs = (): number => (returnedMs < 0 ? -1 : now() - returnedMs)

export function recordAttention(kind: number, event: Event): void {
  const leaves =
    kind === ATTENTION_KIND.blur || kind === ATTENTION_KIND.hidden || kind === ATTENTION_KIND.pagehide
  if (hasLeft && !leaves) returnedMs = now()
  hasLeft = leaves
  record(ROWS.attention.code, timeOf(event), kind)
}

/**
 * Whether the page or one of its frames has the focus. A frame of another origin cannot see whether the page around it
 * has it; a hidden tab has its own event.
 */
const hasFocus = (): boolean => attempt(() => (win.top as Window).document.hasFocus()) ?? true

function recordPath(kind: number): void {
  // A query string may contain anything and is never sent; a hash route is a path.
  const { pathname, hash } = win.location
  const to = masked(pathname + (/^#!?\/[^?]*/.exec(hash)?.[0] ?? ''))
  if (to !== path) record(ROWS.navigation.code, tenths(), kind, nameIndex(['path', to]))
  path = to
}

/** Writes a row if the address changed without an event. */
export const checkPath = (): void => recordPath(NAVIGATION_KIND.push)

function recordSize(): void {
  isResizing = false
  const zoom = win.visualViewport?.scale ?? 1
  record(ROWS.resize.code, tenths(), ...inner(), ...outer(), scale() * 100, zoom * 100)
}

/** Deferred and merged: reading the size while a page loads costs a layout. */
function resized(): void {
  if (isOn && !isResizing) later(recordSize, RESIZE_PAUSE_MS)
  isResizing = true
}

/** The first rows of a document, or of another session in it. */
export function beginPage(): void {
  const type = navigationEntry()?.type
  path = ''
  recordPath(
    type === 'reload'
      ? NAVIGATION_KIND.reload
      : type === 'back_forward'
        ? NAVIGATION_KIND.history
        : NAVIGATION_KIND.load,
  )
  resized()
}

export function recordPage(): void {
  on(win, 'focus', (event) => {
    if (event.target === win) recordAttention(ATTENTION_KIND.focus, event)
  })
  on(win, 'blur', (event) => {
    // Some browsers move the focus after this event.
    if (event.target === win)
      later(() => recordAttention(hasFocus() ? ATTENTION_KIND.frame : ATTENTION_KIND.blur, event), 0)
  })
  on(win, 'popstate hashchange', ({ type }) => {
    recordPath(type === 'popstate' ? NAVIGATION_KIND.pop : NAVIGATION_KIND.hash)
  })
  const { navigation } = win as { navigation?: EventTarget }
  if (navigation) {
    on<Event & { navigationType?: string }>(navigation, 'currententrychange', ({ navigationType }) => {
      if (navigationType === 'push') checkPath()
      if (navigationType === 'replace') recordPath(NAVIGATION_KIND.replace)
    })
  }
  on(win, 'resize', resized)
}
