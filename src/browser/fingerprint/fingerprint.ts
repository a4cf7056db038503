/**
 * An id of the device from properties that stay equal across visits, private windows and updates, without cookies or
 * storage. It excludes browser version, window, zoom, language and time zone on purpose.
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

/** Tolerance in pixels for a screen size that was divided by the zoom and rounded. */
const SCREEN_STEP = 10

/** Independent of rotation. Firefox alone reports the size in pixels of the zoomed page. */
function screenSize(): number[] {
  const unit = engine() === 'gecko' ? scale() / SCREEN_STEP : 1
  return screen()
    .map((side) => round(side * unit))
    .sort((a, b) => a - b)
}

const PARTS = [engine, platform, os, screenSize, colorDepth, touchPoints, webglRenderer, fontsFound]

/** Firefox and Safari report other values in private windows, Brave in every session. */
const PLAIN_PARTS = [cores, memory, letterWidth, steadyPicture]

/** The parts of the id, as text. */
export const fingerprintParts = (): string[] =>
  [...PARTS, ...(engine() === 'chromium' && !brave() ? PLAIN_PARTS : [])].map(
    (part) => `${attempt<unknown>(part)}`,
  )

/** Empty where Firefox makes all devices look alike: it then names no renderer, or itself. */
export const fingerprint = (): string =>
  engine() === 'gecko' && /^(undef|Mozi)/.test(`${webglRenderer()}`)
    ? ''
    : hash128(fingerprintParts().join('|'))
