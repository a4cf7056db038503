/** The size of the window. */
import { win } from '../natives.ts'

export const outer = () => [win.outerWidth, win.outerHeight]
