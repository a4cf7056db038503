/** How many plugins; a person may have turned them all off. */
import { nav } from '../natives.ts'

export const plugins = () => nav.plugins.length
