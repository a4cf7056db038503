import { bandKeys, unpackBands } from '../bands.ts'
import { bucketOf } from '../bucket.ts'
import { ANALYSIS_COLUMNS, type RawAnswer, rawAnalysis, rawAnswer, sealedStats } from '../rows/survey.ts'
import type { AnalysisRow, AnswerKey, IndexedAnswer, NewSample } from '../surveys.ts'
import { type Queries, RolledBack } from './database.ts'

type HeldAnswer = RawAnswer & { no: number }
type Participant = [bucket: number, workspace: string, surveyId: string, participantId: string]

export const PARTICIPANT_IS = 'bucket = $1 AND workspace = $2 AND survey_id = $3 AND participant_id = $4'

export function participant({ workspace, surveyId, participantId }: AnswerKey): Participant {
  return [bucketOf(surveyId), workspace, surveyId, participantId]
}

/** Runs inside a transaction. `seen`: the expected revision of the survey; null: any. */
export async function saveAnalysis(
  queries: Queries,
  row: AnalysisRow,
  answers: readonly IndexedAnswer[],
  seen: number | null,
  samples: readonly NewSample[],
): Promise<void> {
  const place = participant(row)
  const revision = await nextRevision(queries, place, seen)
  if (revision === null || (seen !== null && revision !== seen + 1))
    throw new RolledBack('the survey changed')
  await saveHead(queries, row)
  await dropLater(queries, place)
  const held = await queries.rows<HeldAnswer>(`SELECT * FROM answers WHERE ${PARTICIPANT_IS}`, place)
  const before = new Map(held.map((answer) => [answer.question_id, answer]))
  for (const answer of answers) {
    const old = before.get(answer.questionId)
    before.delete(answer.questionId)
    await raiseLastGroup(queries, place, answer)
    const { raw, unchanged } = rawAnswer(row, answer, old)
    if (old && unchanged) await regroup(queries, place, old.no, raw)
    else {
      if (old) await dropFromIndex(queries, place, old)
      await addToIndex(queries, place, raw, answer.bands)
    }
  }
  for (const old of before.values()) await dropFromIndex(queries, place, old)
  for (const sample of samples) await addSample(queries, place, sample)
}

async function addSample(
  queries: Queries,
  [bucket, workspace, surveyId]: Participant,
  { questionId, sample }: NewSample,
): Promise<void> {
  const [row] = await queries.rows<{ stats_revision: number }>(
    `INSERT INTO questions AS held (bucket, workspace, survey_id, question_id, last_group, stats_revision, saved_revision)
     VALUES ($1, $2, $3, $4, 0, 1, 0)
     ON CONFLICT (bucket, workspace, survey_id, question_id) DO UPDATE SET stats_revision = held.stats_revision + 1
     RETURNING stats_revision`,
    [bucket, workspace, surveyId, questionId],
  )
  const revision = row?.stats_revision as number
  await queries.run(
    `INSERT INTO question_samples (bucket, workspace, survey_id, question_id, revision, sample)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [
      bucket,
      workspace,
      surveyId,
      questionId,
      revision,
      sealedStats([workspace, surveyId, questionId], sample, revision),
    ],
  )
}

export async function eraseAnalysis(queries: Queries, key: AnswerKey): Promise<boolean> {
  const place = participant(key)
  const [erased] = await queries.rows<{ id: string }>(
    `DELETE FROM analyses WHERE ${PARTICIPANT_IS} RETURNING id`,
    place,
  )
  if (!erased) return false
  await dropLater(queries, place)
  await queries.run('DELETE FROM deliveries WHERE workspace = $1 AND subject = $2', [
    key.workspace,
    erased.id,
  ])
  const held = await queries.rows<HeldAnswer>(`SELECT * FROM answers WHERE ${PARTICIPANT_IS}`, place)
  for (const answer of held) await dropFromIndex(queries, place, answer)
  await nextRevision(queries, place, null)
  return true
}

/** Later analyses belong to the analysis that was replaced or erased. */
async function dropLater(queries: Queries, place: Participant): Promise<void> {
  await queries.run(`DELETE FROM later_analyses WHERE ${PARTICIPANT_IS}`, place)
}

/** Locks the survey's row until the transaction ends, which serializes the saves of one survey. */
async function nextRevision(
  queries: Queries,
  [bucket, workspace, surveyId]: Participant,
  seen: number | null,
) {
  const [row] = await queries.rows<{ revision: number }>(
    `INSERT INTO surveys AS held (bucket, workspace, survey_id, revision) VALUES ($1, $2, $3, 1)
     ON CONFLICT (bucket, workspace, survey_id) DO UPDATE SET revision = held.revision + 1
       WHERE $4::bigint IS NULL OR held.revision = $4
     RETURNING revision`,
    [bucket, workspace, surveyId, seen],
  )
  return row?.revision ?? null
}

async function saveHead(queries: Queries, row: AnalysisRow): Promise<void> {
  const raw = rawAnalysis(row)
  await queries.run(
    `INSERT INTO analyses (bucket, ${ANALYSIS_COLUMNS}, notified)
     VALUES ($1, ${ANALYSIS_COLUMNS.map((_, index) => `$${index + 2}`)}, ${row.flagged ? 0 : 1})
     ON CONFLICT (bucket, workspace, survey_id, participant_id) DO UPDATE
     SET notified = excluded.notified, ${ANALYSIS_COLUMNS.slice(3).map((column) => `${column} = excluded.${column}`)}`,
    [bucketOf(row.surveyId), ...ANALYSIS_COLUMNS.map((column) => raw[column])],
  )
}

async function raiseLastGroup(
  queries: Queries,
  [bucket, workspace, surveyId]: Participant,
  { questionId, group }: IndexedAnswer,
): Promise<void> {
  await queries.run(
    `INSERT INTO questions AS held (bucket, workspace, survey_id, question_id, last_group, stats_revision, saved_revision)
     VALUES ($1, $2, $3, $4, $5, 0, 0)
     ON CONFLICT (bucket, workspace, survey_id, question_id)
     DO UPDATE SET last_group = excluded.last_group WHERE held.last_group < excluded.last_group`,
    [bucket, workspace, surveyId, questionId, group],
  )
}

async function regroup(
  queries: Queries,
  [bucket, workspace]: Participant,
  no: number,
  { cluster, checksum }: RawAnswer,
): Promise<void> {
  await queries.run(
    'UPDATE answers SET cluster = $4, checksum = $5 WHERE bucket = $1 AND workspace = $2 AND no = $3',
    [bucket, workspace, no, cluster, checksum],
  )
}

export async function addToIndex(
  queries: Queries,
  place: Participant,
  raw: RawAnswer,
  bands: readonly bigint[],
): Promise<void> {
  const [bucket, workspace, surveyId] = place
  const [added] = await queries.rows<{ no: number }>(
    `INSERT INTO answers (bucket, workspace, survey_id, participant_id, question_id, added_at, cluster, bands, sketch,
       checksum) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING no`,
    [...place, raw.question_id, raw.added_at, raw.cluster, raw.bands, raw.sketch, raw.checksum],
  )
  await queries.run(
    'INSERT INTO bands (bucket, workspace, band, answer) SELECT $1, $2, unnest($3::bigint[]), $4',
    [
      bucket,
      workspace,
      bandKeys({ workspace, surveyId, questionId: raw.question_id }, bands),
      added?.no ?? 0,
    ],
  )
}

async function dropFromIndex(queries: Queries, place: Participant, answer: HeldAnswer): Promise<void> {
  const [bucket, workspace, surveyId] = place
  const keys = bandKeys({ workspace, surveyId, questionId: answer.question_id }, unpackBands(answer.bands))
  await queries.run(
    'DELETE FROM bands WHERE bucket = $1 AND workspace = $2 AND band = ANY ($3::bigint[]) AND answer = $4',
    [bucket, workspace, keys, answer.no],
  )
  await queries.run('DELETE FROM answers WHERE bucket = $1 AND workspace = $2 AND no = $3', [
    bucket,
    workspace,
    answer.no,
  ])
}
