/** Pixels that a scrollbar takes: none on telephones, on some desktops and in headless browsers. */
import type { FreshWindow } from './fresh_frame.ts'

export function scrollbarWidth({ document: { body } }: FreshWindow) {
  body.style.overflow = 'scroll'
  const inner = body.appendChild(body.ownerDocument.createElement('div'))
  inner.style.cssText = 'overflow:scroll;width:50px;height:50px'
  return inner.offsetWidth - inner.clientWidth
}
