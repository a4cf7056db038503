/** When the events happened that a check concerns, so that a reviewer can go there. */
import { checkOf } from '../../checks/session.ts'
import type { SessionCheckName } from '../../contract/checks.ts'
import type { Timeline } from './timeline.ts'

/** A reviewer looks at a few moments; more would only hide them. */
const MAX_MOMENTS = 50

export function momentsBehind(check: SessionCheckName, { pages }: Timeline): number[] {
  const { concerns } = checkOf(check)
  if (concerns === undefined) return []
  const all = pages.flatMap(({ events }) =>
    events.filter(({ event }) => concerns(event)).map(({ atMs }) => atMs),
  )
  const distinct = [...new Set(all)].sort((a, b) => a - b)
  if (distinct.length <= MAX_MOMENTS) return distinct
  return Array.from(
    { length: MAX_MOMENTS },
    (_, index) => distinct[Math.floor((index * distinct.length) / MAX_MOMENTS)] as number,
  )
}
