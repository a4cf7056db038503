/** A frame that nobody has touched yet: its natives are the browser's own, its navigator is not disguised. */
import { doc } from '../natives.ts'

export type FreshWindow = Window & typeof globalThis

/** Empty and same-origin, so that no policy forbids it; gone before the page can notice. */
export function inFreshFrame(run: (fresh: FreshWindow) => void): void {
  const frame = doc.createElement('iframe')
  frame.style.cssText = 'position:fixed;visibility:hidden'
  doc.documentElement.append(frame)
  try {
    run(frame.contentWindow as FreshWindow)
  } finally {
    frame.remove()
  }
}
