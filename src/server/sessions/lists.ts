/** One page of a user's or a tag's sessions, newest start first, each with a current report. */
import type { ListQuery, SessionWithReport } from '../../store/sessions.ts'
import type { ScoredSession, Scoring } from '../base/services.ts'

/** A filter looks through at most this many sessions for one answer; the rest is on the next page. */
const MAX_LOOKED_THROUGH = 1_000

/** Sessions held in memory at a time: the longest logs take megabytes each. */
const AT_A_TIME = 20

export interface PageRequest {
  readonly limit: number
  readonly before?: ListQuery['before']
  readonly minScore?: number
}

export interface SessionPage {
  readonly records: readonly string[]
  /** The last session looked at, when there are more behind it. */
  readonly next: ListQuery['before'] | undefined
}

export async function listScoredSessions(
  scoring: Scoring,
  fetch: (query: ListQuery) => Promise<SessionWithReport[]>,
  { limit, before, minScore = 0 }: PageRequest,
  render: (session: ScoredSession) => string,
): Promise<SessionPage> {
  const records: string[] = []
  let place = before
  for (let lookedThrough = 0; ; ) {
    const size = minScore > 0 ? AT_A_TIME : Math.min(AT_A_TIME, limit - records.length)
    const rows = await fetch({ limit: size + 1, ...(place && { before: place }) })
    const scored = await scoring.reports(rows.slice(0, size))
    for (const [index, one] of scored.entries()) {
      place = one.session
      if (one.report.score >= minScore) records.push(render(one))
      const more = index < scored.length - 1 || rows.length > size
      if (records.length === limit) return { records, next: more ? place : undefined }
    }
    lookedThrough += scored.length
    if (rows.length <= size) return { records, next: undefined }
    if (lookedThrough >= MAX_LOOKED_THROUGH) return { records, next: place }
  }
}
