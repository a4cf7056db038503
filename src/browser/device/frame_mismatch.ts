/** Properties of navigator that differ in a fresh frame. */
import { nav } from '../natives.ts'
import type { FreshWindow } from './fresh_frame.ts'
import { NAVIGATOR_MEMBERS } from './watched_natives.ts'

export const frameMismatch = ({ navigator }: FreshWindow) =>
  NAVIGATOR_MEMBERS.filter((name) => `${nav[name as 'vendor']}` !== `${navigator[name as 'vendor']}`)
