/** Pages behind this one in the tab. */
import { win } from '../natives.ts'

export const historyLength = () => win.history.length
