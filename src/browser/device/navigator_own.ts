/** Browsers define everything on the prototype; what is on navigator itself was put there. */
import { namesOf, nav } from '../natives.ts'

export const navigatorOwn = () => namesOf(nav).slice(0, 20)
