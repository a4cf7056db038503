/** The person wants less motion; then the wheel is not animated either. */
import { matches } from './media.ts'

export const reducedMotion = () => matches('prefers-reduced-motion:reduce')
