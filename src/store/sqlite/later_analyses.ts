import type { Database } from 'better-sqlite3'
import { LATER_ANALYSES_KEPT, type LaterAnalysis } from '../later_analyses.ts'
import { LaterAnalysisQueries } from '../queries/later_analysis_queries.ts'
import { LATER_COLUMNS, rawLater } from '../rows/later_analysis.ts'
import { analysisRow, type RawAnalysis, rawAnalysis } from '../rows/survey.ts'
import type { AnswerKey } from '../surveys.ts'
import { wellFormed } from '../well_formed.ts'
import { statementRunner } from './statement_runner.ts'
import type { WriteQueue } from './write_queue.ts'

export class SqliteLaterAnalyses extends LaterAnalysisQueries {
  readonly #queue: WriteQueue

  constructor(db: Database, queue: WriteQueue) {
    super(statementRunner(db, queue))
    this.#queue = queue
  }

  save(key: AnswerKey, later: LaterAnalysis, basis: number, isChanged: boolean): Promise<boolean> {
    return this.#queue.write(
      later.result.length,
      'saveLaterAnalysis',
      wellFormed(key),
      later,
      basis,
      isChanged,
    )
  }
}

export function laterAnalysisWrites(db: Database) {
  const OF_PARTICIPANT =
    'workspace = :workspace AND survey_id = :survey_id AND participant_id = :participant_id'
  const find = db.prepare<[object], RawAnalysis>(`SELECT * FROM analyses WHERE ${OF_PARTICIPANT}`)
  const insert = db.prepare(`
    INSERT INTO later_analyses (${LATER_COLUMNS}, notified)
    VALUES (${LATER_COLUMNS.map((column) => `:${column}`)}, :notified) ON CONFLICT DO NOTHING`)
  const prune = db.prepare(`
    DELETE FROM later_analyses WHERE ${OF_PARTICIPANT} AND analyzed_at <= (
      SELECT analyzed_at FROM later_analyses WHERE ${OF_PARTICIPANT}
      ORDER BY analyzed_at DESC LIMIT 1 OFFSET ${LATER_ANALYSES_KEPT})`)
  const setFlag = db.prepare(
    `UPDATE analyses SET flagged = :flagged, checksum = :checksum WHERE ${OF_PARTICIPANT}`,
  )
  return {
    saveLaterAnalysis(key: AnswerKey, later: LaterAnalysis, basis: number, isChanged: boolean): boolean {
      const raw = rawLater(key, later)
      const stored = find.get(raw)
      if (stored?.analyzed_at !== basis) return false
      if (insert.run({ ...raw, notified: isChanged ? 0 : 1 }).changes === 0) return false
      prune.run(raw)
      setFlag.run(rawAnalysis({ ...analysisRow(stored), flagged: later.flagged }))
      return true
    },
  }
}
