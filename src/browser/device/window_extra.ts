/** Native functions on window that a fresh frame lacks: a binding that a driver added under a random name. */
import { namesOf, win } from '../natives.ts'
import { windowNames } from './driver_globals.ts'
import type { FreshWindow } from './fresh_frame.ts'
import { isNative } from './native.ts'

/**
 * Added names come after the browser's own, or among the last of them, which some browsers list on first use. Looking
 * up each of a thousand names in the frame takes milliseconds, so the search starts near the end, unless the page has
 * removed the name it starts from.
 */
const LAST = -50

export const windowExtra = (fresh: FreshWindow) =>
  windowNames
    .slice(windowNames.indexOf(namesOf(fresh).at(LAST) as string) + 1)
    .filter((name) => !(name in fresh) && isNative((win as never)[name], fresh))
    .slice(0, 20)
