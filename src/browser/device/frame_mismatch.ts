/** Properties of navigator, and the time zone, that differ in a fresh frame. */
import { nav } from '../natives.ts'
import type { FreshWindow } from './fresh_frame.ts'
import { NAVIGATOR_MEMBERS } from './watched_natives.ts'
import { zone } from './zone.ts'

export const frameMismatch = (fresh: FreshWindow) => [
  ...NAVIGATOR_MEMBERS.filter(
    (name) => `${nav[name as 'vendor']}` !== `${fresh.navigator[name as 'vendor']}`,
  ),
  ...(zone() === zone(fresh) ? [] : ['zone']),
]
