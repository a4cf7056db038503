/** Sessions of the queue that look alike: the same page, browser, system and detections. */
import type { SessionItem } from '../../contract/dashboard/sessions.ts'
import { texts } from '../texts.ts'
import type { Together } from './together.ts'

type Compared = Pick<SessionItem, 'session_id' | 'routes' | 'browser' | 'system' | 'detected'>

const lookOf = ({ routes, browser, system, detected }: Compared): string =>
  JSON.stringify([routes[0] ?? '', browser, system, detected.toSorted()])

export function similarTo(id: string, items: readonly Compared[]): Together[] {
  const own = items.find(({ session_id }) => session_id === id)
  // Without a detection, a common browser and page say nothing.
  if (own === undefined || own.detected.length === 0) return []
  const ids = items
    .filter((item) => item !== own && lookOf(item) === lookOf(own))
    .map(({ session_id }) => session_id)
  return ids.length === 0 ? [] : [{ name: texts.review.similar, ids }]
}
