/**
 * Mouse positions that no display server reports. X11 counts in whole pixels and Wayland in 256ths; a program that computes
 * a curve has any fraction.
 */
import { type EventOf, POINTER, POINTER_FLAGS, UNTRUSTED } from '../../contract/batch/rows.ts'
import type { Fold } from '../session/fold.ts'
import { pointerKind } from './pointer_kind.ts'

export interface PositionFeatures {
  /** Trusted mouse moves without a button, where a pixel of the page is one of the screen. */
  readonly moves: number
  /** Of them, those at a place that is not a multiple of 1/256 pixel. */
  readonly offGrid: number
}

/** Of a resize row: one device pixel per CSS pixel, in hundredths. */
const UNSCALED = 100

/** Both borders of a window, with the shadow around it on Wayland. */
const MAX_BORDERS_PX = 40

/**
 * Whether one pixel of the page is one of the screen. A scaled screen with a page zoomed to match has the same `scale`,
 * but its page is wider and higher than its window. A panel of the browser beside the page may hide the width.
 */
export function isUnscaled(size: EventOf<'resize'>): boolean {
  const borders = size.outerWidth - size.innerWidth
  const isWithin = borders >= 0 && borders <= MAX_BORDERS_PX && size.outerHeight >= size.innerHeight
  return size.scale === UNSCALED && size.zoom === UNSCALED && isWithin
}

const LEFT_OUT = UNTRUSTED | POINTER_FLAGS.pressed

export function foldPositions(): Fold<PositionFeatures> {
  let isJudged = false
  let moves = 0
  let offGrid = 0
  return {
    step(event) {
      if (event.type === 'break') isJudged = false
      else if (event.type === 'resize') isJudged = isUnscaled(event)
      else if (event.type === 'move' && isJudged && (event.flags & LEFT_OUT) === 0) {
        if (pointerKind(event.flags) !== POINTER.mouse) return
        moves++
        if ((event.flags & POINTER_FLAGS.offGrid) !== 0) offGrid++
      }
    },
    done: () => ({ moves, offGrid }),
  }
}

/** Native input has none. A window that changes screens may report a few before the page knows its new scale. */
export const MIN_OFF_GRID = 20

/** A count, not a share, so that a person who moves the mouse after a program does not hide it. */
export const areOffGrid = ({ offGrid }: PositionFeatures): boolean => offGrid >= MIN_OFF_GRID
