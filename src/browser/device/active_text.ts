/** The system color ActiveText: red without a custom theme. */
import type { FreshWindow } from './fresh_frame.ts'

export function activeText({ document, getComputedStyle }: FreshWindow) {
  document.body.style.color = 'ActiveText'
  return getComputedStyle(document.body).color
}
