/** Pixels that a scrollbar takes: none on telephones, on some desktops and in headless browsers. */
import type { FreshWindow } from './fresh_frame.ts'

export function scrollbarWidth(fresh: FreshWindow) {
  const { documentElement } = fresh.document
  documentElement.style.overflow = 'scroll'
  // Both widths after that: read before, they would cost the frame another layout.
  return fresh.innerWidth - documentElement.clientWidth
}
