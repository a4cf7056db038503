/** Whether the main pointing device can hover. */
import { matches } from './media.ts'

export const hover = () => matches('hover')
