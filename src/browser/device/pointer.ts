/** The main pointing device; headless browsers have none. */
import { pointerBy } from './media.ts'

export const pointer = () => pointerBy('pointer')
