/** The size of the viewport. */
import { win } from '../natives.ts'

export const inner = () => [win.innerWidth, win.innerHeight]
