/** The platform, which disguises of the user agent often leave as it was. */
import { nav } from '../natives.ts'

export const platform = () => nav.platform
