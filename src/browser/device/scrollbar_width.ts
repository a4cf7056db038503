/** Pixels that a scrollbar takes: none on telephones, on some desktops and in headless browsers. */
import type { FreshWindow } from './fresh_frame.ts'

export function scrollbarWidth({ document: { documentElement }, innerWidth }: FreshWindow) {
  documentElement.style.overflow = 'scroll'
  return innerWidth - documentElement.clientWidth
}
