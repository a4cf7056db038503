/** The vendor of the browser: a constant for each engine. */
import { nav } from '../natives.ts'

export const vendor = () => nav.vendor
