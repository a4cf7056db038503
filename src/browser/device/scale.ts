/** Device pixels in a CSS pixel: the display and the zoom together. */
import { win } from '../natives.ts'

export const scale = () => win.devicePixelRatio
