/** Where the window stands on the screen. */
import { win } from '../natives.ts'

export const windowAt = () => [win.screenX, win.screenY]
