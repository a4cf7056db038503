/** How the screen is turned: emulated viewports contradict it. */
import { win } from '../natives.ts'

export const orientation = () => win.screen.orientation?.type
