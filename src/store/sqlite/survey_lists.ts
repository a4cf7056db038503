/** Lists of surveys, participants and clusters. Each uses an index. */
import type { Database } from 'better-sqlite3'
import type { RawAnalysis } from '../rows/survey.ts'
import type { RawSummary } from '../rows/survey_summary.ts'
import type { AnswerCluster, AnswerKey, ParticipantQuery } from '../surveys.ts'

const END_OF_TIME = Number.MAX_SAFE_INTEGER

export function surveyLists(db: Database) {
  const summaries = `SELECT survey_id, count(*) AS participants, sum(flagged) AS flagged,
    min(analyzed_at) AS first_at, max(analyzed_at) AS last_at FROM analyses INDEXED BY analyses_recent`
  const list = (condition: string) =>
    db.prepare<[Record<string, string | number>], RawAnalysis>(`
      SELECT * FROM analyses WHERE workspace = :workspace AND survey_id = :survey
        AND analyzed_at <= :at AND (analyzed_at < :at OR participant_id > :participant) ${condition}
      ORDER BY analyzed_at DESC, participant_id LIMIT :limit`)
  const all = list('')
  const flagged = list('AND flagged = :flagged')
  const named = db.prepare<[Record<string, string | number>], RawAnalysis>(`
    SELECT * FROM analyses WHERE workspace = :workspace AND survey_id = :survey
      AND participant_id >= :prefix AND participant_id < :prefix || char(1114111) ORDER BY participant_id LIMIT :limit`)

  return {
    surveys: db.prepare<[string, number], RawSummary>(
      `${summaries} WHERE workspace = ? GROUP BY survey_id ORDER BY last_at DESC, survey_id LIMIT ?`,
    ),
    summary: db.prepare<[string, string], RawSummary>(
      `${summaries} WHERE workspace = ? AND survey_id = ? GROUP BY survey_id`,
    ),
    participants(query: ParticipantQuery): RawAnalysis[] {
      const place = { workspace: query.workspace, survey: query.surveyId.toWellFormed(), limit: query.limit }
      if (query.prefix !== undefined) return named.all({ ...place, prefix: query.prefix.toWellFormed() })
      const { analyzedAt, participantId } = query.before ?? { analyzedAt: END_OF_TIME, participantId: '' }
      const cursor = { ...place, at: analyzedAt, participant: participantId }
      return query.flagged === undefined
        ? all.all(cursor)
        : flagged.all({ ...cursor, flagged: query.flagged ? 1 : 0 })
    },
    clusters: db.prepare<[string, string, number], AnswerCluster>(`
      SELECT w.question_id AS questionId, w.cluster AS "group", count(*) AS size
      FROM analyses a JOIN answers w ON w.analysis = a.no WHERE a.workspace = ? AND a.survey_id = ?
      GROUP BY w.question_id, w.cluster HAVING count(*) > 1 ORDER BY size DESC, questionId, "group" LIMIT ?`),
    members: db.prepare<
      [string, string, string, number, number],
      { readonly participantId: string; readonly addedAt: number }
    >(`
      SELECT a.participant_id AS participantId, w.added_at AS addedAt
      FROM analyses a JOIN answers w ON w.analysis = a.no
      WHERE a.workspace = ? AND a.survey_id = ? AND w.question_id = ? AND w.cluster = ? ORDER BY w.no LIMIT ?`),
    surveysOf: db
      .prepare<[string, string], string>(
        'SELECT survey_id FROM analyses WHERE workspace = ? AND participant_id = ? ORDER BY survey_id',
      )
      .pluck(),
    analyzedBefore: db.prepare<[string, number, number], AnswerKey>(`
      SELECT workspace, survey_id AS surveyId, participant_id AS participantId FROM analyses
      WHERE workspace = ? AND analyzed_at < ? ORDER BY analyzed_at LIMIT ?`),
  }
}
