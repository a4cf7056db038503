/** Native functions on window that a fresh frame lacks: a binding that a driver added under a random name. */
import { namesOf, win } from '../natives.ts'
import type { FreshWindow } from './fresh_frame.ts'
import { isNative } from './native.ts'

export function windowExtra(fresh: FreshWindow) {
  // Asking the frame for each of a thousand names takes milliseconds; most are in its list.
  const known = new Set(namesOf(fresh))
  return namesOf(win)
    .filter((name) => !known.has(name) && !(name in fresh) && isNative((win as never)[name], fresh))
    .slice(0, 20)
}
