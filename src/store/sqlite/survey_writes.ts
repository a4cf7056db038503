import type { Database } from 'better-sqlite3'
import { bandKeys, unpackBands } from '../bands.ts'
import { packId } from '../packed_id.ts'
import {
  ANALYSIS_COLUMNS,
  analysisRow,
  type RawAnalysis,
  type RawAnswer,
  rawAnalysis,
  rawAnswer,
  rawVerdict,
  sealedStats,
} from '../rows/survey.ts'
import type { AnalysisRow, AnswerKey, IndexedAnswer, NewSample, StoredVerdict } from '../surveys.ts'

/** Expired idempotency keys are deleted a few at a time, so that no request pays for all of them. */
const EXPIRED_KEYS_PER_CLAIM = 100

type HeldAnswer = RawAnswer & { no: number }

export function surveyWrites(db: Database) {
  const find = db
    .prepare<[string, string, string], number>(
      'SELECT no FROM analyses WHERE workspace = ? AND survey_id = ? AND participant_id = ?',
    )
    .pluck()
  const insert = db.prepare(
    `INSERT INTO analyses (${ANALYSIS_COLUMNS}, notified)
     VALUES (${ANALYSIS_COLUMNS.map((column) => `:${column}`)}, 1 - :flagged)`,
  )
  const update = db.prepare(
    `UPDATE analyses SET ${ANALYSIS_COLUMNS.map((column) => `${column} = :${column}`)}, notified = 1 - :flagged WHERE no = :no`,
  )
  const overrule = db.prepare(
    'UPDATE analyses SET overruled = ? WHERE workspace = ? AND survey_id = ? AND participant_id = ?',
  )
  const claimPending = db.prepare<[number, number, number], RawAnalysis>(`
    UPDATE analyses SET notified = ? WHERE no IN (
      SELECT no FROM analyses WHERE flagged = 1 AND notified <> 1 AND notified <= ? LIMIT ?) RETURNING *`)
  const markNotified = db.prepare(
    'UPDATE analyses SET notified = 1 WHERE workspace = ? AND id = ? AND analyzed_at = ?',
  )
  const dropDeliveries = db.prepare(
    'DELETE FROM deliveries WHERE workspace = ? AND subject = (SELECT id FROM analyses WHERE no = ?)',
  )
  const held = db.prepare<[number], HeldAnswer>('SELECT * FROM answers WHERE analysis = ?')
  const addAnswer = db.prepare(`
    INSERT INTO answers (analysis, question_id, added_at, cluster, bands, sketch, checksum)
    VALUES (:analysis, :question_id, :added_at, :cluster, :bands, :sketch, :checksum)`)
  const regroup = db.prepare('UPDATE answers SET cluster = ?, checksum = ? WHERE no = ?')
  const dropAnswer = db.prepare('DELETE FROM answers WHERE no = ?')
  const addBand = db.prepare('INSERT INTO bands (band, answer) VALUES (?, ?)')
  const dropBand = db.prepare('DELETE FROM bands WHERE band = ? AND answer = ?')
  const dropAnalysis = db.prepare('DELETE FROM analyses WHERE no = ?')
  const dropLater = db.prepare(
    'DELETE FROM later_analyses WHERE workspace = ? AND survey_id = ? AND participant_id = ?',
  )
  const raiseLastGroup = db.prepare(`
    INSERT INTO questions (workspace, survey_id, question_id, last_group, stats_revision, saved_revision)
    VALUES (?, ?, ?, ?, 0, 0)
    ON CONFLICT DO UPDATE SET last_group = max(last_group, excluded.last_group)`)
  const revision = db
    .prepare<[string, string], number>('SELECT revision FROM surveys WHERE workspace = ? AND survey_id = ?')
    .pluck()
  const nextRevision = db.prepare(`
    INSERT INTO surveys (workspace, survey_id, revision) VALUES (?, ?, 1)
    ON CONFLICT DO UPDATE SET revision = revision + 1`)
  const claimed = db
    .prepare<[string, string, number], Buffer>(
      'SELECT digest FROM idempotency WHERE workspace = ? AND key = ? AND at >= ?',
    )
    .pluck()
  const claim = db.prepare('REPLACE INTO idempotency (workspace, key, digest, at) VALUES (?, ?, ?, ?)')
  const deleteExpired = db.prepare(`DELETE FROM idempotency WHERE rowid IN (
    SELECT rowid FROM idempotency WHERE at < ? ORDER BY at LIMIT ${EXPIRED_KEYS_PER_CLAIM})`)
  const saveDevice = db.prepare(`
    INSERT INTO devices (workspace, fingerprint_id, session_id, at) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET session_id = excluded.session_id, at = excluded.at WHERE at <= excluded.at`)
  const firstStats = db.prepare(`
    INSERT INTO questions (workspace, survey_id, question_id, last_group, stats_revision, saved_revision, stats)
    VALUES (?, ?, ?, 0, 1, 1, ?)
    ON CONFLICT DO UPDATE SET stats_revision = 1, saved_revision = 1, stats = excluded.stats WHERE stats_revision = 0`)
  const nextStats = db.prepare(`
    UPDATE questions SET stats_revision = @next, saved_revision = @next, stats = @sealed
    WHERE workspace = @workspace AND survey_id = @surveyId AND question_id = @questionId AND stats_revision = @next - 1`)
  const nextSample = db
    .prepare<[string, string, string], number>(`
      INSERT INTO questions (workspace, survey_id, question_id, last_group, stats_revision, saved_revision)
      VALUES (?, ?, ?, 0, 1, 0)
      ON CONFLICT DO UPDATE SET stats_revision = stats_revision + 1 RETURNING stats_revision`)
    .pluck()
  const addSample = db.prepare(
    'INSERT INTO question_samples (workspace, survey_id, question_id, revision, sample) VALUES (?, ?, ?, ?, ?)',
  )
  const dropSamples = db.prepare(
    'DELETE FROM question_samples WHERE workspace = ? AND survey_id = ? AND question_id = ?',
  )

  function saveHead(row: AnalysisRow): number {
    const raw = rawAnalysis(row)
    const no = find.get(row.workspace, row.surveyId, row.participantId)
    if (no === undefined) return Number(insert.run(raw).lastInsertRowid)
    update.run({ ...raw, no })
    return no
  }

  function dropFromIndex({ workspace, surveyId }: AnswerKey, answer: HeldAnswer): void {
    for (const band of bandKeys(
      { workspace, surveyId, questionId: answer.question_id },
      unpackBands(answer.bands),
    ))
      dropBand.run(band, answer.no)
    dropAnswer.run(answer.no)
  }

  return {
    saveAnalysis(
      row: AnalysisRow,
      answers: readonly IndexedAnswer[],
      seen: number | undefined,
      samples: readonly NewSample[],
    ): boolean {
      if (seen !== undefined && (revision.get(row.workspace, row.surveyId) ?? 0) !== seen) return false
      nextRevision.run(row.workspace, row.surveyId)
      const analysis = saveHead(row)
      dropLater.run(row.workspace, row.surveyId, row.participantId)
      const before = new Map(held.all(analysis).map((answer) => [answer.question_id, answer]))
      for (const answer of answers) {
        const { questionId } = answer
        const old = before.get(questionId)
        before.delete(questionId)
        raiseLastGroup.run(row.workspace, row.surveyId, questionId, answer.group)
        const { raw, unchanged } = rawAnswer(row, answer, old)
        if (old && unchanged) {
          regroup.run(raw.cluster, raw.checksum, old.no)
          continue
        }
        if (old) dropFromIndex(row, old)
        const { lastInsertRowid } = addAnswer.run({ analysis, ...raw })
        for (const band of bandKeys(
          { workspace: row.workspace, surveyId: row.surveyId, questionId },
          answer.bands,
        ))
          addBand.run(band, lastInsertRowid)
      }
      for (const old of before.values()) dropFromIndex(row, old)
      for (const { questionId, sample } of samples) {
        const place = [row.workspace, row.surveyId, questionId] as const
        const added = nextSample.get(...place) as number
        addSample.run(...place, added, sealedStats(place, sample, added))
      }
      return true
    },

    setVerdict(key: AnswerKey, verdict: StoredVerdict | null): boolean {
      const { workspace, surveyId, participantId } = key
      return overrule.run(rawVerdict(key, verdict), workspace, surveyId, participantId).changes === 1
    },

    saveQuestionStats(
      workspace: string,
      surveyId: string,
      questionId: string,
      value: string,
      revision: number,
    ): boolean {
      const next = revision + 1
      const sealed = sealedStats([workspace, surveyId, questionId], value, next)
      const { changes } =
        revision === 0
          ? firstStats.run(workspace, surveyId, questionId, sealed)
          : nextStats.run({ workspace, surveyId, questionId, next, sealed })
      if (changes === 1) dropSamples.run(workspace, surveyId, questionId)
      return changes === 1
    },

    eraseAnalysis(key: AnswerKey): boolean {
      const no = find.get(key.workspace, key.surveyId, key.participantId)
      if (no === undefined) return false
      for (const answer of held.all(no)) dropFromIndex(key, answer)
      dropDeliveries.run(key.workspace, no)
      dropAnalysis.run(no)
      dropLater.run(key.workspace, key.surveyId, key.participantId)
      nextRevision.run(key.workspace, key.surveyId)
      return true
    },

    claimKey(workspace: string, key: string, digest: Uint8Array, at: number, notBefore: number): Uint8Array {
      deleteExpired.run(notBefore)
      const held = claimed.get(workspace, key, notBefore)
      if (held) return Uint8Array.from(held)
      claim.run(workspace, key, digest, at)
      return digest
    },

    claimPendingAnalyses(limit: number, now: number, until: number): AnalysisRow[] {
      return claimPending.all(until, now, limit).map(analysisRow)
    },

    analysisNotified(workspace: string, id: string, analyzedAt: number): void {
      markNotified.run(workspace, id, analyzedAt)
    },

    saveDevice(workspace: string, fingerprintId: string, sessionId: string, at: number): void {
      saveDevice.run(workspace, fingerprintId, packId(sessionId), at)
    },
  }
}
