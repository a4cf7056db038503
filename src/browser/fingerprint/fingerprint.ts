/**
 * An id of the device, made of what stays the same between visits, private windows and updates: no cookie, no
 * storage. Left out on purpose: the version of the browser, the window, the zoom, the time zone.
 */
import { brave } from '../device/brave.ts'
import { colourDepth } from '../device/colour_depth.ts'
import { cores } from '../device/cores.ts'
import { engine } from '../device/engine.ts'
import { languages } from '../device/languages.ts'
import { memory } from '../device/memory.ts'
import { os } from '../device/os.ts'
import { platform } from '../device/platform.ts'
import { screen } from '../device/screen.ts'
import { touchPoints } from '../device/touch_points.ts'
import { webglRenderer } from '../device/webgl_renderer.ts'
import { fontWidths, steadyPicture } from './drawing.ts'
import { hash128 } from './hash.ts'

/** Browsers that give every session another picture: it is not asked for there. */
const isNoisy = (): boolean => brave() || engine() === 'gecko'

const PARTS: readonly (() => unknown)[] = [
  engine,
  platform,
  os,
  () => languages()[0],
  // Turned by a quarter, it is still the same screen.
  () => screen().sort((a, b) => a - b),
  colourDepth,
  cores,
  memory,
  touchPoints,
  webglRenderer,
  fontWidths,
  () => (isNoisy() ? '' : steadyPicture()),
]

export function fingerprint(): string {
  return hash128(
    PARTS.map((part) => {
      try {
        return part()
      } catch {
        return ''
      }
    }).join('|'),
  )
}
