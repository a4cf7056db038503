/** Whether the page is inside another. */
import { win } from '../natives.ts'

export const framed = () => win.parent !== win
