/** Width of a scrollbar in pixels: 0 on phones, on some desktops and in headless browsers. */
import type { FreshWindow } from './fresh_frame.ts'

export function scrollbarWidth(fresh: FreshWindow) {
  const { documentElement } = fresh.document
  documentElement.style.overflow = 'scroll'
  // Read both widths afterwards: before, they would cost the frame another layout.
  return fresh.innerWidth - documentElement.clientWidth
}
