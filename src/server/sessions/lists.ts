/** Lists the sessions of a user or tag, newest first, each with a current report. */
import { LIST_LIMIT } from '../../contract/limits.ts'
import type { ListQuery, SessionWithReport } from '../../store/sessions.ts'
import type { ScoredSession, Scoring } from '../services.ts'

/** A filter scans at most this many sessions per response; the next page continues from there. */
const MAX_SCANNED = 1_000

/** Decompressed reports in memory at a time: the longest logs take megabytes each. */
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
    const size = minScore > 0 ? LIST_LIMIT : limit - records.length
    const rows = await fetch({ limit: size + 1, ...(place && { before: place }) })
    const listed = rows.slice(0, size)
    let seen = 0
    while (seen < listed.length && records.length < limit) {
      const kept: ScoredSession[] = []
      for (const candidate of await scoring.reports(listed.slice(seen, seen + CHUNK))) {
        if (records.length + kept.length === limit) break
        seen++
        place = candidate.session
        if (candidate.report.score >= minScore) kept.push(candidate)
      }
      records.push(...(await render(kept)))
    }
    if (records.length === limit) return { records, next: seen < rows.length ? place : undefined }
    scanned += seen
    if (rows.length <= size) return { records, next: undefined }
    if (scanned >= MAX_SCANNED) return { records, next: place }
  }
}
