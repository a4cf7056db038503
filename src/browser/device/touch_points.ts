/** Fingers the screen can tell apart. */
import { nav } from '../natives.ts'

export const touchPoints = () => nav.maxTouchPoints
