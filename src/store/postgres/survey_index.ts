/** Finds similar answers. */
import { bandKeys, CROWDED_BAND } from '../bands.ts'
import { bucketOf } from '../bucket.ts'
import { neighbor, type RawAnswer } from '../rows/survey.ts'
import type { AnswerKey, IndexedCopies, IndexedNeighbor } from '../surveys.ts'
import { wellFormed } from '../well_formed.ts'
import type { Database } from './database.ts'

export const QUESTION_IS = 'bucket = $1 AND workspace = $2 AND survey_id = $3 AND question_id = $4'

export function question(
  workspace: string,
  surveyId: string,
  questionId: string,
): [number, string, string, string] {
  const survey = surveyId.toWellFormed()
  return [bucketOf(survey), workspace, survey, questionId.toWellFormed()]
}

export async function findNeighbors(
  db: Database,
  key: AnswerKey,
  questionId: string,
  bands: readonly bigint[],
  limit: number,
  most?: number,
): Promise<IndexedNeighbor[]> {
  const { workspace, surveyId, participantId } = wellFormed(key)
  const place = question(workspace, surveyId, questionId)
  const rows = await db.rows<RawAnswer & { participant_id: string }>(
    `WITH own AS (
         SELECT no FROM answers WHERE ${QUESTION_IS} AND participant_id = $5),
       shared AS (
         SELECT k.band, b.answer, row_number() OVER (PARTITION BY k.band ORDER BY b.answer) AS place,
           count(*) OVER (PARTITION BY k.band) AS crowd
         FROM unnest($6::bigint[]) AS k (band), LATERAL (
           SELECT answer FROM bands WHERE bucket = $1 AND workspace = $2 AND band = k.band
             AND answer NOT IN (SELECT no FROM own)
           ORDER BY answer LIMIT $7 + 1) b),
       weighed AS (
         SELECT answer, sum(CASE WHEN crowd > $7 THEN ${CROWDED_BAND} ELSE 1 END) AS worth
         FROM shared WHERE place <= $7 GROUP BY answer),
       candidates AS (
         SELECT answer FROM weighed
         WHERE worth >= 1 OR $8::bigint IS NULL OR (SELECT count(*) FROM weighed) <= $8
         ORDER BY worth DESC, answer LIMIT $8)
       SELECT a.* FROM candidates c JOIN answers a ON a.bucket = $1 AND a.workspace = $2 AND a.no = c.answer
       WHERE a.survey_id = $3 AND a.question_id = $4 ORDER BY a.no`,
    [
      ...place,
      participantId,
      bandKeys({ workspace, surveyId, questionId: place[3] }, bands),
      limit,
      most ?? null,
    ],
  )
  return rows.map(neighbor)
}

export async function findCopies(
  db: Database,
  key: AnswerKey,
  questionId: string,
  band: bigint,
  limit: number,
): Promise<IndexedCopies | null> {
  const { workspace, surveyId, participantId } = wellFormed(key)
  const place = question(workspace, surveyId, questionId)
  const [bandKey] = bandKeys({ workspace, surveyId, questionId: place[3] }, [band]) as [bigint]
  const [row] = await db.rows<RawAnswer & { participant_id: string; copies: number }>(
    `WITH own AS (
         SELECT no FROM answers WHERE ${QUESTION_IS} AND participant_id = $5),
       copies AS (
         SELECT answer FROM bands WHERE bucket = $1 AND workspace = $2 AND band = $6
           AND answer NOT IN (SELECT no FROM own)
         ORDER BY answer LIMIT $7)
       SELECT a.*, (SELECT count(*)::int FROM copies) AS copies
       FROM copies c JOIN answers a ON a.bucket = $1 AND a.workspace = $2 AND a.no = c.answer
       WHERE a.survey_id = $3 AND a.question_id = $4 ORDER BY c.answer LIMIT 1`,
    [...place, participantId, bandKey, limit],
  )
  return row ? { oldest: neighbor(row), count: row.copies } : null
}
