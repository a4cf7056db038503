import { LATER_ANALYSES_KEPT, type LaterAnalysis } from '../later_analyses.ts'
import { LaterAnalysisQueries } from '../queries/later_analysis_queries.ts'
import { LATER_COLUMNS, rawLater } from '../rows/later_analysis.ts'
import { analysisRow, type RawAnalysis, rawAnalysis } from '../rows/survey.ts'
import type { AnswerKey } from '../surveys.ts'
import { wellFormed } from '../well_formed.ts'
import type { Database } from './database.ts'
import { statementRunner } from './statement_runner.ts'
import { PARTICIPANT_IS, participant } from './survey_writes.ts'

export class PostgresLaterAnalyses extends LaterAnalysisQueries {
  readonly #db: Database

  constructor(db: Database) {
    super(statementRunner(db))
    this.#db = db
  }

  save(given: AnswerKey, later: LaterAnalysis, basis: number, isChanged: boolean): Promise<boolean> {
    const key = wellFormed(given)
    const place = participant(key)
    return this.#db.transaction(async (queries) => {
      // Locked, so that an erasure or a replacement waits and then removes the new row too.
      const [stored] = await queries.rows<RawAnalysis>(
        `SELECT * FROM analyses WHERE ${PARTICIPANT_IS} FOR UPDATE`,
        place,
      )
      if (stored?.analyzed_at !== basis) return false
      const raw = rawLater(key, later)
      const inserted = await queries.run(
        `INSERT INTO later_analyses (bucket, ${LATER_COLUMNS}, notified)
         VALUES ($1, ${LATER_COLUMNS.map((_, index) => `$${index + 2}`)}, $${LATER_COLUMNS.length + 2})
         ON CONFLICT DO NOTHING`,
        [place[0], ...LATER_COLUMNS.map((column) => raw[column]), isChanged ? 0 : 1],
      )
      if (inserted === 0) return false
      await queries.run(
        `DELETE FROM later_analyses WHERE ${PARTICIPANT_IS} AND analyzed_at <= (
           SELECT analyzed_at FROM later_analyses WHERE ${PARTICIPANT_IS}
           ORDER BY analyzed_at DESC LIMIT 1 OFFSET ${LATER_ANALYSES_KEPT})`,
        place,
      )
      const { flagged, checksum } = rawAnalysis({ ...analysisRow(stored), flagged: later.flagged })
      await queries.run(`UPDATE analyses SET flagged = $5, checksum = $6 WHERE ${PARTICIPANT_IS}`, [
        ...place,
        flagged,
        checksum,
      ])
      return true
    })
  }
}
