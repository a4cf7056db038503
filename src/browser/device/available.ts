/** The size of the screen less bars and docks. */
import { win } from '../natives.ts'

export const available = () => [win.screen.availWidth, win.screen.availHeight]
