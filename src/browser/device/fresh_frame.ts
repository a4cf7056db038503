/** A fresh frame: its functions are the browser's own, and its navigator is not disguised. */
import { doc } from '../natives.ts'

export type FreshWindow = Window & typeof globalThis

/** Empty and same-origin, so that no content security policy blocks it; removed in the same task. */
export function freshFrame(): HTMLIFrameElement {
  const frame = doc.createElement('iframe')
  // A lazy address keeps the first empty document, instead of creating a second one. Browsers without lazy loading
  // would request the address.
  if (frame.loading) frame.src = '//0'
  frame.loading = 'lazy'
  // Invisible even if a page prevents its removal. With `display: none` it takes twice as long.
  frame.style.cssText = 'position:fixed;top:-99in'
  doc.documentElement.append(frame)
  return frame
}
