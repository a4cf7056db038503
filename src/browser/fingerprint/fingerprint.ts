/**
 * An id of the device, made of what stays the same between visits, private windows and updates: no cookie, no
 * storage. Left out on purpose: the version of the browser, the window, the zoom, the language, the time zone.
 */

import { engine } from '../device/engine.ts'
import {
  brave,
  colorDepth,
  cores,
  memory,
  os,
  platform,
  scale,
  screen,
  touchPoints,
  webglRenderer,
} from '../device/hardware_and_window.ts'
import { attempt, round } from '../natives.ts'
import { fontsFound, letterWidth, steadyPicture } from './drawing.ts'
import { hash128 } from './hash.ts'

/** Pixels that a screen may seem larger or smaller after it was divided by a zoom and rounded. */
const SCREEN_STEP = 10

/** Turned by a quarter, it is still the same screen; Firefox alone tells it in pixels of the zoomed page. */
function screenSize(): number[] {
  const unit = engine() === 'gecko' ? scale() / SCREEN_STEP : 1
  return screen()
    .map((side) => round(side * unit))
    .sort((a, b) => a - b)
}

const PARTS = [engine, platform, os, screenSize, colorDepth, touchPoints, webglRenderer, fontsFound]

/** Firefox and Safari tell other values in private windows, Brave in every session. */
const PLAIN_PARTS = [cores, memory, letterWidth, steadyPicture]

/** What the id is made of, one text a part. */
export const fingerprintParts = (): string[] =>
  [...PARTS, ...(engine() === 'chromium' && !brave() ? PLAIN_PARTS : [])].map(
    (part) => `${attempt<unknown>(part)}`,
  )

/** Where Firefox makes all devices look alike it names no renderer, or itself: their common id would be nobody's. */
export const fingerprint = (): string =>
  engine() === 'gecko' && /^(undef|Mozi)/.test(`${webglRenderer()}`)
    ? ''
    : hash128(fingerprintParts().join('|'))
