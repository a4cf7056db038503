/** Whether the page is secure: much is missing where it is not. */
import { win } from '../natives.ts'

export const secureContext = () => win.isSecureContext
