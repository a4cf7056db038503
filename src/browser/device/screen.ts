/** The size of the screen. */
import { win } from '../natives.ts'

export const screen = () => [win.screen.width, win.screen.height]
