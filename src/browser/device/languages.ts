/** The languages the person reads. */
import { nav } from '../natives.ts'

export const languages = () => [...nav.languages].slice(0, 20)
