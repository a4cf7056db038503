/** Lists the sessions of a user or tag, newest first, each with a current report. */
import type { ListQuery, SessionWithReport } from '../../store/sessions.ts'
import type { ScoredSession, Scoring } from '../services.ts'

/** A filter scans at most this many sessions per response; the next page continues from there. */
const MAX_SCANNED = 1_000

/** Sessions in memory at a time: the longest logs take megabytes each. */
const CHUNK = 20

export interface PageRequest {
  readonly limit: number
  readonly before?: ListQuery['before']
  readonly minScore?: number
}

export interface SessionPage {
  readonly records: readonly string[]
  /** The last session scanned, if there are more. */
  readonly next: ListQuery['before'] | undefined
}

export async function listScoredSessions(
  scoring: Scoring,
  fetch: (query: ListQuery) => Promise<SessionWithReport[]>,
  { limit, before, minScore = 0 }: PageRequest,
  render: (sessions: readonly ScoredSession[]) => Promise<readonly string[]>,
): Promise<SessionPage> {
  const records: string[] = []
  let place = before
  for (let scanned = 0; ; ) {
    const size = minScore > 0 ? CHUNK : Math.min(CHUNK, limit - records.length)
    const rows = await fetch({ limit: size + 1, ...(place && { before: place }) })
    const scored = await scoring.reports(rows.slice(0, size))
    const kept: ScoredSession[] = []
    let last = -1
    while (++last < scored.length && records.length + kept.length < limit) {
      const candidate = scored[last] as ScoredSession
      place = candidate.session
      if (candidate.report.score >= minScore) kept.push(candidate)
    }
    records.push(...(await render(kept)))
    if (records.length === limit) {
      const more = last < scored.length || rows.length > size
      return { records, next: more ? place : undefined }
    }
    scanned += scored.length
    if (rows.length <= size) return { records, next: undefined }
    if (scanned >= MAX_SCANNED) return { records, next: place }
  }
}
