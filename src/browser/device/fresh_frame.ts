/** A frame that nobody has touched yet: its natives are the browser's own, its navigator is not disguised. */
import { doc } from '../natives.ts'

export type FreshWindow = Window & typeof globalThis

/** Empty and same-origin, so that no policy forbids it; removed before the page can notice. */
export function freshFrame(): HTMLIFrameElement {
  const frame = doc.createElement('iframe')
  // With an address that waits for a scroll it keeps its first empty document, instead of making a second at once. A
  // browser that cannot let it wait would ask for it.
  if (frame.loading) frame.src = '//0'
  frame.loading = 'lazy'
  // Neither seen nor scrolled to, even where a page keeps it from being removed. Not displayed it takes twice as long.
  frame.style.position = 'fixed'
  frame.style.top = '-99in'
  doc.documentElement.append(frame)
  return frame
}
