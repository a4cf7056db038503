/** What the browser calls itself. Drivers forget it here, or disguise it here and not elsewhere. */
import { nav } from '../natives.ts'

export const userAgent = () => nav.userAgent
