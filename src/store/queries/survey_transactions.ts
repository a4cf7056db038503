/** Changes of survey analyses, of the duplicate index and of the question statistics. */

import { STRAY_MS } from '../stray.ts'
import {
  type AnalysisRow,
  type AnswerKey,
  analyses,
  answers,
  type IndexedAnswer,
  idempotency,
  LATER_ANALYSES_KEPT,
  laterAnalyses,
  type NewAnalysis,
  type NewSample,
  questions,
  SETTLE_AGAIN_MS,
  type SettleDue,
  samples,
  surveys,
} from '../surveys.ts'
import { flag, integer, type RowOf, type StoredRow } from '../table.ts'
import { one, rows, run, type Steps, transaction } from '../transaction.ts'
import { indexKeys } from '../values/index_hashes.ts'
import { seal } from '../values/sealed.ts'
import { listed } from './statement_runner.ts'

/** Expired idempotency keys are deleted a few at a time, so that no request pays for all of them. */
const EXPIRED_KEYS_PER_CLAIM = 100

/** A save releases a claim, and a flagged analysis has a pending notification. */
const saved = analyses.without('overridden', 'decision').with({ notified: flag(), claimedUntil: integer() })

const OF_PARTICIPANT = analyses.isKey
const OF_QUESTION = questions.isKey

/** A reviewer's verdict is about the answers that the reviewer read. */
const DROP_VERDICT = `UPDATE analyses SET overridden = NULL, decision = NULL WHERE ${OF_PARTICIPANT}`

type AnswerRow = RowOf<typeof answers>

interface HeldAnswer {
  readonly no: number
  readonly row: AnswerRow
}

const saveAnalysis = transaction(
  'saveAnalysis',
  function* (
    { overridden: _, decision: __, ...row }: AnalysisRow,
    indexed: readonly IndexedAnswer[],
    seen: number | null,
    added: readonly NewSample[],
    endsVerdict: boolean,
    settle: SettleDue | null,
  ) {
    const revision = yield* nextRevision(row, seen, settle)
    if (revision === undefined || (seen !== null && revision !== seen + 1)) return false
    yield* run(saved.upsert, saved.stored({ ...row, notified: !row.flagged, claimedUntil: 0 }))
    if (endsVerdict) yield* run(DROP_VERDICT, analyses.storedKey(row))
    yield* dropLater(row)
    const before = new Map((yield* heldAnswers(row)).map((held) => [held.row.questionId, held]))
    for (const { questionId, group: cluster, indexHashes, sketch } of indexed) {
      const answer = { ...keyOf(row), questionId: questionId.toWellFormed(), cluster, indexHashes, sketch }
      const held = before.get(answer.questionId)
      before.delete(answer.questionId)
      yield* raiseLastGroup(answer)
      if (held && isSame(held.row, answer)) yield* regroup(held, cluster)
      else {
        if (held) yield* dropFromIndex(held)
        yield* addToIndex({ ...answer, addedAt: row.analyzedAt })
      }
    }
    for (const held of before.values()) yield* dropFromIndex(held)
    for (const sample of added) yield* addSample(row, sample)
    return true
  },
)

const added = laterAnalyses.with({ notified: flag() })

const addAnalysis = transaction(
  'addAnalysis',
  function* (key: AnswerKey, analysis: NewAnalysis, basis: number, isChanged: boolean) {
    // Locked, so that an erasure or a replacement waits and then removes the new row too.
    const first = yield* one<{ analyzed_at: number }>(
      `SELECT analyzed_at FROM analyses WHERE ${OF_PARTICIPANT} FOR UPDATE`,
      analyses.storedKey(key),
    )
    if (first?.analyzed_at !== basis) return false
    const stored = added.stored({ ...keyOf(key), ...analysis, notified: !isChanged })
    if ((yield* run(`${added.insert} ON CONFLICT DO NOTHING`, stored)) === 0) return false
    yield* run(
      `DELETE FROM later_analyses WHERE ${OF_PARTICIPANT} AND analyzed_at <= (
         SELECT analyzed_at FROM later_analyses WHERE ${OF_PARTICIPANT}
         ORDER BY analyzed_at DESC LIMIT 1 OFFSET ${LATER_ANALYSES_KEPT})`,
      stored,
    )
    yield* run(`UPDATE analyses SET flagged = :flagged, rank = :rank WHERE ${OF_PARTICIPANT}`, stored)
    return true
  },
)

const eraseAnalysis = transaction(
  'eraseAnalysis',
  function* (key: AnswerKey) {
    const place = analyses.storedKey(key)
    const erased = yield* one<{ id: string }>(
      `DELETE FROM analyses WHERE ${OF_PARTICIPANT} RETURNING id`,
      place,
    )
    if (erased === undefined) return false
    yield* dropLater(key)
    yield* run('DELETE FROM deliveries WHERE workspace = :workspace AND subject = :id', {
      ...place,
      ...erased,
    })
    for (const held of yield* heldAnswers(key)) yield* dropFromIndex(held)
    yield* nextRevision(key, null)
    return true
  },
  { erases: true },
)

const saveQuestionStats = transaction(
  'saveQuestionStats',
  function* (workspace: string, surveyId: string, questionId: string, value: string, revision: number) {
    const next = revision + 1
    const key = { workspace, surveyId, questionId }
    const stats = sealedStats(questions.storedKey(key), value, next)
    const stored = questions.stored({ ...key, lastGroup: 0, statsRevision: next, savedRevision: next, stats })
    const changed = yield* run(
      revision > 0
        ? `UPDATE questions SET stats_revision = :stats_revision, saved_revision = :saved_revision, stats = :stats
           WHERE ${OF_QUESTION} AND stats_revision = :revision`
        : `${questions.insert} ON CONFLICT (${questions.keyColumns}) DO UPDATE SET stats_revision = excluded.stats_revision,
             saved_revision = excluded.saved_revision, stats = excluded.stats WHERE questions.stats_revision = 0`,
      { ...stored, revision },
    )
    if (changed !== 1) return false
    yield* run(`DELETE FROM question_samples WHERE ${OF_QUESTION}`, stored)
    return true
  },
)

const claimKey = transaction(
  'claimKey',
  function* (workspace: string, key: string, digest: Uint8Array, at: number, notBefore: number) {
    const stored = { ...idempotency.stored({ workspace, key, digest, at }), notBefore, stray: at + STRAY_MS }
    const isHeld = 'idempotency.at BETWEEN :notBefore AND :stray'
    // Deletes only in the bucket of the new key, so that Citus uses one shard.
    yield* run(
      `DELETE FROM idempotency WHERE bucket = :bucket AND (workspace, key) IN (SELECT workspace, key FROM idempotency
         WHERE bucket = :bucket AND at < :notBefore LIMIT ${EXPIRED_KEYS_PER_CLAIM} FOR UPDATE SKIP LOCKED)`,
      stored,
    )
    const held = yield* one<{ digest: Uint8Array }>(
      `${idempotency.insert} ON CONFLICT (${idempotency.keyColumns}) DO UPDATE SET
         digest = CASE WHEN ${isHeld} THEN idempotency.digest ELSE excluded.digest END,
         at = CASE WHEN ${isHeld} THEN idempotency.at ELSE excluded.at END
       RETURNING digest`,
      stored,
    )
    return Uint8Array.from(held?.digest ?? digest)
  },
)

export const surveyWrites = { saveAnalysis, addAnalysis, eraseAnalysis, saveQuestionStats, claimKey }
export const surveyTransactions = Object.values(surveyWrites)

const keyOf = ({ workspace, surveyId, participantId }: AnswerKey): AnswerKey => ({
  workspace,
  surveyId,
  participantId,
})

/** A survey that grew by a tenth since it was last settled is settled soon, so that all runs cost as much as a few. */
const NEXT_DUE = `CASE
  WHEN CAST(:due AS bigint) IS NULL THEN surveys.settle_due
  WHEN :isFileRow = 1 AND surveys.settle_due IS NULL AND surveys.settled_at IS NULL THEN NULL
  WHEN surveys.settled_at IS NULL OR surveys.settled_at > :stray
    OR surveys.revision * 10 >= surveys.settled_revision * 11
    OR surveys.settled_at + ${SETTLE_AGAIN_MS} <= :due THEN :due
  ELSE surveys.settled_at + ${SETTLE_AGAIN_MS} END`

/**
 * Locks the survey's row until the transaction ends, which serializes the saves of one survey. `seen`: the expected
 * revision; null: any. Undefined: the survey has another one.
 */
function* nextRevision(
  { workspace, surveyId }: AnswerKey,
  seen: number | null,
  settle: SettleDue | null = null,
): Steps<number | undefined> {
  const first = settle !== null && !settle.isFileRow && { settleDue: settle.at }
  const row = yield* one<{ revision: number }>(
    `${surveys.insert} ON CONFLICT (${surveys.keyColumns}) DO UPDATE SET revision = surveys.revision + 1,
       settle_due = ${NEXT_DUE}
       WHERE CAST(:seen AS bigint) IS NULL OR surveys.revision = :seen
     RETURNING revision`,
    {
      ...surveys.stored({ workspace, surveyId, revision: 1, ...first }),
      seen,
      due: settle?.at ?? null,
      isFileRow: settle?.isFileRow ? 1 : 0,
      stray: (settle?.now ?? 0) + STRAY_MS,
    },
  )
  return row?.revision
}

/** Later analyses belong to the analysis that was replaced or erased. */
function* dropLater(key: AnswerKey): Steps<void> {
  yield* run(`DELETE FROM ${laterAnalyses.name} WHERE ${OF_PARTICIPANT}`, analyses.storedKey(key))
}

function* heldAnswers(key: AnswerKey): Steps<HeldAnswer[]> {
  const raws = yield* rows<{ no: number }>(
    `SELECT * FROM answers WHERE ${OF_PARTICIPANT}`,
    analyses.storedKey(key),
  )
  return raws.map((raw) => ({ no: raw.no, row: answers.row(raw) }))
}

function isSame(
  held: AnswerRow,
  { indexHashes, sketch }: Pick<AnswerRow, 'indexHashes' | 'sketch'>,
): boolean {
  return (
    Buffer.compare(held.sketch, sketch) === 0 &&
    held.indexHashes.length === indexHashes.length &&
    held.indexHashes.every((hash, index) => hash === BigInt.asUintN(64, indexHashes[index] as bigint))
  )
}

function* raiseLastGroup({ cluster, ...key }: Omit<AnswerRow, 'addedAt'>): Steps<void> {
  const { workspace, surveyId, questionId } = key
  yield* run(
    `${questions.insert} ON CONFLICT (${questions.keyColumns}) DO UPDATE SET last_group = excluded.last_group
     WHERE questions.last_group < excluded.last_group`,
    questions.stored({
      workspace,
      surveyId,
      questionId,
      lastGroup: cluster,
      statsRevision: 0,
      savedRevision: 0,
      stats: null,
    }),
  )
}

/** An unchanged answer keeps its number and its time. */
function* regroup({ row }: HeldAnswer, cluster: number): Steps<void> {
  yield* run(`UPDATE answers SET cluster = :cluster WHERE ${answers.isKey}`, {
    ...answers.storedKey(row),
    cluster,
  })
}

export function* addToIndex(row: AnswerRow): Steps<void> {
  const stored = answers.stored(row)
  const added = yield* one<{ no: number }>(`${answers.insert} RETURNING no`, stored)
  const { names, params } = listed('hash', indexKeys(row, row.indexHashes))
  if (names.length === 0) return
  const hashes = names.map((name) => `(:bucket, ${name}, :no)`)
  yield* run(`INSERT INTO index_hashes (bucket, hash, answer) VALUES ${hashes}`, {
    ...stored,
    ...params,
    ...added,
  })
}

function* dropFromIndex({ no, row }: HeldAnswer): Steps<void> {
  const key = answers.storedKey(row)
  const { names, params } = listed('hash', indexKeys(row, row.indexHashes))
  if (names.length > 0) {
    const text = `DELETE FROM index_hashes WHERE bucket = :bucket AND hash IN (${names}) AND answer = :no`
    yield* run(text, { ...key, ...params, no })
  }
  yield* run(`DELETE FROM answers WHERE ${answers.isKey}`, key)
}

function* addSample({ workspace, surveyId }: AnswerKey, { questionId, sample }: NewSample): Steps<void> {
  const key = { workspace, surveyId, questionId }
  const row = yield* one<{ stats_revision: number }>(
    `${questions.insert} ON CONFLICT (${questions.keyColumns})
       DO UPDATE SET stats_revision = questions.stats_revision + 1 RETURNING stats_revision`,
    questions.stored({ ...key, lastGroup: 0, statsRevision: 1, savedRevision: 0, stats: null }),
  )
  yield* run(samples.insert, samples.stored({ ...key, revision: row?.stats_revision ?? 0, sample }))
}

/** Under the revision that it made. */
const sealedStats = ({ workspace, survey_id, question_id }: StoredRow, value: string, revision: number) =>
  seal(value, [String(workspace), String(survey_id), String(question_id), revision])
