/** One page of a user's or a tag's sessions, newest start first, each with a current report. */
import { LIST_LIMIT } from '../../contract/limits.ts'
import type { ListQuery, SessionWithReport } from '../../store/sessions.ts'
import type { ScoredSession, Scoring } from '../services.ts'

/** A filter looks through at most this many sessions for one answer; the rest is on the next page. */
const MAX_LOOKED_THROUGH = 1_000

export interface PageRequest {
  readonly limit: number
  readonly before?: ListQuery['before']
  readonly minScore?: number
}

export interface SessionPage {
  readonly sessions: readonly ScoredSession[]
  /** The last session looked at, when there are more behind it. */
  readonly next: ListQuery['before'] | undefined
}

export async function listSessions(
  scoring: Scoring,
  fetch: (query: ListQuery) => Promise<SessionWithReport[]>,
  { limit, before, minScore = 0 }: PageRequest,
): Promise<SessionPage> {
  const found: ScoredSession[] = []
  let place = before
  for (let lookedThrough = 0; ; ) {
    const size = minScore === 0 ? limit : LIST_LIMIT
    const rows = await fetch({ limit: size + 1, ...(place && { before: place }) })
    const page = rows.slice(0, size)
    const scored = await scoring.reports(page)
    for (const [index, one] of scored.entries()) {
      place = one.session
      if (one.report.score >= minScore) found.push(one)
      const more = index < scored.length - 1 || rows.length > size
      if (found.length === limit) return { sessions: found, next: more ? place : undefined }
    }
    lookedThrough += page.length
    if (rows.length <= size) return { sessions: found, next: undefined }
    if (lookedThrough >= MAX_LOOKED_THROUGH) return { sessions: found, next: place }
  }
}
