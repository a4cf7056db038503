/** A frame that nobody has touched yet: its natives are the browser's own, its navigator is not disguised. */
import { doc } from '../natives.ts'

export type FreshWindow = Window & typeof globalThis

/** Empty and same-origin, so that no policy forbids it; removed before the page can notice. */
export function freshFrame(): HTMLIFrameElement {
  const frame = doc.createElement('iframe')
  // One that is not displayed takes twice as long to make.
  frame.style.cssText = 'position:fixed;visibility:hidden'
  doc.documentElement.append(frame)
  return frame
}
