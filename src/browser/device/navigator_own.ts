/** Browsers define everything on the prototype; what is on navigator itself was put there. */
import { nav } from '../natives.ts'

export const navigatorOwn = () => Object.getOwnPropertyNames(nav).slice(0, 20)
