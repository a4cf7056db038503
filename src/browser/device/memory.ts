/** Gigabytes of memory, rounded by the browser. */
import { nav } from '../natives.ts'

export const memory = () => (nav as { deviceMemory?: number }).deviceMemory
