/** A frame that nobody has touched yet: its natives are the browser's own, its navigator is not disguised. */
import { doc } from '../natives.ts'

export type FreshWindow = Window & typeof globalThis

/** Empty and same-origin, so that no policy forbids it; removed before the page can notice. */
export function freshFrame(): HTMLIFrameElement {
  const frame = doc.createElement('iframe')
  // An address that waits for a scroll: the frame keeps its first empty document instead of making a second at once.
  frame.loading = 'lazy'
  frame.src = 'http://0'
  frame.style.position = 'fixed'
  doc.documentElement.append(frame)
  return frame
}
