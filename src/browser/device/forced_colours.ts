/** The person has chosen high contrast. */
import { matches } from './media.ts'

export const forcedColours = () => matches('forced-colors:active')
