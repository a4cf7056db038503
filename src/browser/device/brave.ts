/** Brave changes what others measure: cores, GPU, canvas. It must not be taken for a disguise. */
import { nav } from '../natives.ts'

export const brave = () => 'brave' in nav
