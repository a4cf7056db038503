/** The units of layout: 1/64 of a device pixel in Chromium and WebKit, 1/60 of a CSS pixel in Firefox. */
import type { EngineName } from './released_versions.ts'

/** CSS pixels. Measured widths have the precision of a 32-bit float. */
const TOLERANCE = 1e-5

/** No browser zooms further. */
const MAX_SCALE = 16

/** Whether a measured width is a whole number of units, and less than two units from the requested width. */
const isOnGrid = (units: number, width: number, requested: number): boolean =>
  Math.abs(width - Math.round(width * units) / units) < TOLERANCE && Math.abs(width - requested) * units < 2

export interface MeasuredWidths {
  readonly scale: number
  readonly widths: readonly number[]
  readonly requested: readonly number[]
}

/** The engines whose layout gives all these widths. Empty: none, because the page is zoomed by a style perhaps. */
export function enginesLayingOut({ scale, widths, requested }: MeasuredWidths): EngineName[] {
  if (!(scale > 0 && scale <= MAX_SCALE)) return []
  const fits = (isRight: (width: number, wanted: number) => boolean) =>
    widths.every((width, index) => isRight(width, requested[index] as number))
  const engines: EngineName[] = []
  if (fits((width, wanted) => isOnGrid(64 * scale, width, wanted))) engines.push('chromium', 'webkit')
  // The requested widths are sixtieths of a pixel, so Firefox does not round them.
  if (fits((width, wanted) => Math.abs(width - wanted) < TOLERANCE)) engines.push('gecko')
  return engines
}
