/** Native functions on window that a fresh frame lacks: a binding that a driver added under a random name. */
import { win } from '../natives.ts'
import type { FreshWindow } from './fresh_frame.ts'
import { isNative } from './native.ts'

export const windowExtra = (fresh: FreshWindow) =>
  Object.getOwnPropertyNames(win)
    .filter((name) => !(name in fresh) && isNative((win as never)[name], fresh))
    .slice(0, 20)
