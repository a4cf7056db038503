/** Lists of surveys, participants and clusters. Each uses an index. */
import { bucketOf } from '../bucket.ts'
import { analysisRow, type RawAnalysis } from '../rows/survey.ts'
import { type RawSummary, surveySummary } from '../rows/survey_summary.ts'
import type { AnalysisRow, AnswerCluster, AnswerKey, ParticipantQuery, SurveySummary } from '../surveys.ts'
import { claim } from './claim.ts'
import type { Database, Value } from './database.ts'

const SUMMARIES = `SELECT survey_id, count(*) AS participants, sum(flagged) AS flagged, min(analyzed_at) AS first_at,
  max(analyzed_at) AS last_at FROM analyses`

export async function listSurveys(db: Database, workspace: string, limit: number): Promise<SurveySummary[]> {
  const rows = await db.longQuery<RawSummary>(
    `${SUMMARIES} WHERE workspace = $1 GROUP BY survey_id ORDER BY last_at DESC, survey_id LIMIT $2`,
    [workspace, limit],
  )
  return rows.map(surveySummary)
}

export async function summarizeSurvey(
  db: Database,
  workspace: string,
  surveyId: string,
): Promise<SurveySummary | null> {
  const [raw] = await db.longQuery<RawSummary>(
    `${SUMMARIES} WHERE workspace = $1 AND survey_id = $2 GROUP BY survey_id`,
    [workspace, surveyId.toWellFormed()],
  )
  return raw ? surveySummary(raw) : null
}

export async function listParticipants(db: Database, query: ParticipantQuery): Promise<AnalysisRow[]> {
  const values: Value[] = [query.workspace, query.surveyId.toWellFormed(), query.limit]
  const conditions = ['workspace = $1', 'survey_id = $2']
  let order = 'analyzed_at DESC, participant_id'
  if (query.prefix !== undefined) {
    values.push(query.prefix.toWellFormed(), `${query.prefix.toWellFormed()}\u{10ffff}`)
    conditions.push('participant_id >= $4', 'participant_id < $5')
    order = 'participant_id'
  } else if (query.before) {
    values.push(query.before.analyzedAt, query.before.participantId)
    conditions.push('analyzed_at <= $4', '(analyzed_at < $4 OR participant_id > $5)')
  }
  if (query.flagged !== undefined) conditions.push(`flagged = ${query.flagged ? 1 : 0}`)
  const rows = await db.rows<RawAnalysis>(
    `SELECT * FROM analyses WHERE ${conditions.join(' AND ')} ORDER BY ${order} LIMIT $3`,
    values,
  )
  return rows.map(analysisRow)
}

export function listClusters(
  db: Database,
  workspace: string,
  surveyId: string,
  limit: number,
): Promise<AnswerCluster[]> {
  const survey = surveyId.toWellFormed()
  return db.longQuery<AnswerCluster>(
    `SELECT question_id AS "questionId", cluster AS "group", count(*) AS size FROM answers
     WHERE bucket = $1 AND workspace = $2 AND survey_id = $3
     GROUP BY question_id, cluster HAVING count(*) > 1 ORDER BY size DESC, question_id, cluster LIMIT $4`,
    [bucketOf(survey), workspace, survey, limit],
  )
}

export function listClusterMembers(
  db: Database,
  workspace: string,
  surveyId: string,
  questionId: string,
  group: number,
  limit: number,
): Promise<{ readonly participantId: string; readonly addedAt: number }[]> {
  const survey = surveyId.toWellFormed()
  return db.longQuery(
    `SELECT participant_id AS "participantId", added_at AS "addedAt" FROM answers
     WHERE bucket = $1 AND workspace = $2 AND survey_id = $3 AND question_id = $4 AND cluster = $5 ORDER BY no LIMIT $6`,
    [bucketOf(survey), workspace, survey, questionId.toWellFormed(), group, limit],
  )
}

export async function surveysOfParticipant(
  db: Database,
  workspace: string,
  participantId: string,
): Promise<string[]> {
  const rows = await db.rows<{ survey_id: string }>(
    'SELECT survey_id FROM analyses WHERE workspace = $1 AND participant_id = $2 ORDER BY survey_id',
    [workspace, participantId.toWellFormed()],
  )
  return rows.map(({ survey_id }) => survey_id)
}

export function listAnalyzedBefore(
  db: Database,
  workspace: string,
  before: number,
  limit: number,
): Promise<AnswerKey[]> {
  return db.rows<AnswerKey>(
    `SELECT workspace, survey_id AS "surveyId", participant_id AS "participantId" FROM analyses
     WHERE workspace = $1 AND analyzed_at < $2 ORDER BY analyzed_at LIMIT $3`,
    [workspace, before, limit],
  )
}

export async function claimPendingAnalyses(
  db: Database,
  limit: number,
  now: number,
  until: number,
): Promise<AnalysisRow[]> {
  const pending = {
    table: 'analyses',
    key: ['bucket', 'workspace', 'survey_id', 'participant_id'],
    free: 't.flagged = 1 AND t.notified <> 1 AND t.notified <= $1',
    values: [now],
    order: 't.notified',
    sets: 'notified',
    returning: 't.*',
  }
  const rows = await claim<RawAnalysis>(db, pending, limit, until)
  return rows.map(analysisRow)
}
