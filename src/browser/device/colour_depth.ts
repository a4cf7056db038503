/** Bits of colour. */
import { win } from '../natives.ts'

export const colourDepth = () => win.screen.colorDepth
