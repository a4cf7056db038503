import { bucketOf } from '../bucket.ts'
import { packId, unpackId } from '../packed_id.ts'
import {
  analysisRow,
  neighbor,
  type RawAnalysis,
  type RawAnswer,
  type RawStats,
  rawVerdict,
  sealedStats,
  storedStats,
} from '../rows/survey.ts'
import type {
  AnalysisRow,
  AnswerCluster,
  AnswerKey,
  IndexedAnswer,
  IndexedCopies,
  IndexedNeighbor,
  NewSample,
  ParticipantQuery,
  StoredStats,
  StoredVerdict,
  SurveyStore,
  SurveySummary,
} from '../surveys.ts'
import { wellFormed } from '../well_formed.ts'
import { type Database, ERASING, type Queries, RolledBack } from './database.ts'
import { findCopies, findNeighbors, QUESTION_IS, question } from './survey_index.ts'
import {
  claimPendingAnalyses,
  listAnalyzedBefore,
  listClusterMembers,
  listClusters,
  listParticipants,
  listSurveys,
  summarizeSurvey,
  surveysOfParticipant,
} from './survey_lists.ts'
import { eraseAnalysis, PARTICIPANT_IS, participant, saveAnalysis } from './survey_writes.ts'

/** Expired idempotency keys are deleted a few at a time, so that no request pays for all of them. */
const EXPIRED_KEYS_PER_CLAIM = 100

export class PostgresSurveys implements SurveyStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  neighbors(
    key: AnswerKey,
    questionId: string,
    bands: readonly bigint[],
    limit: number,
    most?: number,
  ): Promise<IndexedNeighbor[]> {
    return findNeighbors(this.#db, key, questionId, bands, limit, most)
  }

  copies(key: AnswerKey, questionId: string, band: bigint, limit: number): Promise<IndexedCopies | null> {
    return findCopies(this.#db, key, questionId, band, limit)
  }

  async indexed(key: AnswerKey): Promise<IndexedNeighbor[]> {
    const rows = await this.#db.rows<RawAnswer & { participant_id: string }>(
      `SELECT * FROM answers WHERE ${PARTICIPANT_IS} ORDER BY no`,
      participant(wellFormed(key)),
    )
    return rows.map(neighbor)
  }

  async nextGroup(workspace: string, surveyId: string, questionId: string): Promise<number> {
    const [row] = await this.#db.rows<{ last_group: number }>(
      `SELECT last_group FROM questions WHERE ${QUESTION_IS}`,
      question(workspace, surveyId, questionId),
    )
    return (row?.last_group ?? 0) + 1
  }

  async revision(workspace: string, surveyId: string): Promise<number> {
    const survey = surveyId.toWellFormed()
    const [row] = await this.#db.rows<{ revision: number }>(
      'SELECT revision FROM surveys WHERE bucket = $1 AND workspace = $2 AND survey_id = $3',
      [bucketOf(survey), workspace, survey],
    )
    return row?.revision ?? 0
  }

  save(
    analysis: AnalysisRow,
    answers: readonly IndexedAnswer[],
    seen?: number,
    samples: readonly NewSample[] = [],
  ): Promise<boolean> {
    return this.#unlessRolledBack((queries) =>
      saveAnalysis(
        queries,
        wellFormed(analysis),
        answers.map(wellFormed),
        seen ?? null,
        samples.map(wellFormed),
      ),
    )
  }

  async #unlessRolledBack(work: (queries: Queries) => Promise<void>): Promise<boolean> {
    try {
      await this.#db.transaction(work)
      return true
    } catch (error) {
      if (error instanceof RolledBack) return false
      throw error
    }
  }

  async find(key: AnswerKey): Promise<AnalysisRow | null> {
    const [raw] = await this.#db.rows<RawAnalysis>(
      `SELECT * FROM analyses WHERE ${PARTICIPANT_IS}`,
      participant(wellFormed(key)),
    )
    return raw ? analysisRow(raw) : null
  }

  async setVerdict(given: AnswerKey, verdict: StoredVerdict | null): Promise<boolean> {
    const key = wellFormed(given)
    const changed = await this.#db.run(`UPDATE analyses SET overruled = $5 WHERE ${PARTICIPANT_IS}`, [
      ...participant(key),
      rawVerdict(key, verdict && wellFormed(verdict)),
    ])
    return changed === 1
  }

  async byId(workspace: string, id: string): Promise<AnalysisRow | null> {
    const [raw] = await this.#db.rows<RawAnalysis>(
      'SELECT * FROM analyses WHERE workspace = $1 AND id = $2',
      [workspace, id.toWellFormed()],
    )
    return raw ? analysisRow(raw) : null
  }

  async otherOnDevice(key: AnswerKey, deviceId: string): Promise<string | null> {
    // The first participant on a device is not a duplicate of later ones.
    const [row] = await this.#db.rows<{ participant_id: string }>(
      `SELECT participant_id FROM analyses
       WHERE bucket = $1 AND workspace = $2 AND survey_id = $3 AND device_id = $5 AND participant_id <> $4
         AND no < coalesce((SELECT no FROM analyses WHERE ${PARTICIPANT_IS} AND device_id = $5), 9223372036854775807)
       ORDER BY no LIMIT 1`,
      [...participant(wellFormed(key)), deviceId.toWellFormed()],
    )
    return row?.participant_id ?? null
  }

  async questionStats(
    workspace: string,
    surveyId: string,
    questionId: string,
    since = 0,
  ): Promise<StoredStats | null> {
    const place = question(workspace, surveyId, questionId)
    // One statement, so that no save comes between the two tables.
    const rows = await this.#db.rows<RawStats>(
      `SELECT saved_revision AS revision, stats_revision AS latest,
         CASE WHEN saved_revision > $5 THEN stats END AS content
       FROM questions WHERE ${QUESTION_IS}
       UNION ALL
       SELECT revision, NULL, sample FROM question_samples WHERE ${QUESTION_IS} AND revision > $5`,
      [...place, since],
    )
    return storedStats([place[1], place[2], place[3]], rows, since)
  }

  saveQuestionStats(
    workspace: string,
    surveyId: string,
    questionId: string,
    value: string,
    revision: number,
  ): Promise<boolean> {
    const place = question(workspace, surveyId, questionId)
    const sealed = sealedStats([place[1], place[2], place[3]], value, revision + 1)
    return this.#unlessRolledBack(async (queries) => {
      const changed = await queries.run(
        revision > 0
          ? `UPDATE questions SET stats_revision = $5, saved_revision = $5, stats = $6
             WHERE ${QUESTION_IS} AND stats_revision = $5 - 1`
          : `INSERT INTO questions (bucket, workspace, survey_id, question_id, last_group, stats_revision, saved_revision, stats)
             VALUES ($1, $2, $3, $4, 0, $5, $5, $6)
             ON CONFLICT (bucket, workspace, survey_id, question_id)
             DO UPDATE SET stats_revision = $5, saved_revision = $5, stats = excluded.stats
               WHERE questions.stats_revision = 0`,
        [...place, revision + 1, sealed],
      )
      if (changed !== 1) throw new RolledBack('the question statistics changed')
      await queries.run(`DELETE FROM question_samples WHERE ${QUESTION_IS}`, place)
    })
  }

  async claimKey(
    workspace: string,
    key: string,
    digest: Uint8Array,
    at: number,
    notBefore: number,
  ): Promise<Uint8Array> {
    const name = key.toWellFormed()
    const bucket = bucketOf(name)
    // Deletes only in the bucket of the new key, so that Citus uses one shard.
    await this.#db.run(
      `DELETE FROM idempotency WHERE bucket = $1 AND (workspace, key) IN (SELECT workspace, key FROM idempotency
         WHERE bucket = $1 AND at < $2 LIMIT ${EXPIRED_KEYS_PER_CLAIM} FOR UPDATE SKIP LOCKED)`,
      [bucket, notBefore],
    )
    const [row] = await this.#db.rows<{ digest: Buffer }>(
      `INSERT INTO idempotency AS held (bucket, workspace, key, digest, at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (bucket, workspace, key) DO UPDATE SET
         digest = CASE WHEN held.at < $6 THEN excluded.digest ELSE held.digest END,
         at = CASE WHEN held.at < $6 THEN excluded.at ELSE held.at END
       RETURNING digest`,
      [bucket, workspace, name, digest, at, notBefore],
    )
    return Uint8Array.from(row?.digest as Buffer)
  }

  async saveDevice(workspace: string, fingerprintId: string, sessionId: string, at: number): Promise<void> {
    const name = fingerprintId.toWellFormed()
    await this.#db.run(
      `INSERT INTO devices AS held (bucket, workspace, fingerprint_id, session_id, at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (bucket, workspace, fingerprint_id)
       DO UPDATE SET session_id = excluded.session_id, at = excluded.at WHERE held.at <= excluded.at`,
      [bucketOf(name), workspace, name, packId(sessionId), at],
    )
  }

  async deviceSession(workspace: string, fingerprintId: string): Promise<string | null> {
    const name = fingerprintId.toWellFormed()
    const [row] = await this.#db.rows<{ session_id: Buffer }>(
      'SELECT session_id FROM devices WHERE bucket = $1 AND workspace = $2 AND fingerprint_id = $3',
      [bucketOf(name), workspace, name],
    )
    return row ? unpackId(row.session_id) : null
  }

  surveys(workspace: string, limit: number): Promise<SurveySummary[]> {
    return listSurveys(this.#db, workspace, limit)
  }

  summary(workspace: string, surveyId: string): Promise<SurveySummary | null> {
    return summarizeSurvey(this.#db, workspace, surveyId)
  }

  participants(query: ParticipantQuery): Promise<AnalysisRow[]> {
    return listParticipants(this.#db, query)
  }

  clusters(workspace: string, surveyId: string, limit: number): Promise<AnswerCluster[]> {
    return listClusters(this.#db, workspace, surveyId, limit)
  }

  clusterMembers(workspace: string, surveyId: string, questionId: string, group: number, limit: number) {
    return listClusterMembers(this.#db, workspace, surveyId, questionId, group, limit)
  }

  surveysOf(workspace: string, participantId: string): Promise<string[]> {
    return surveysOfParticipant(this.#db, workspace, participantId)
  }

  analyzedBefore(workspace: string, before: number, limit: number): Promise<AnswerKey[]> {
    return listAnalyzedBefore(this.#db, workspace, before, limit)
  }

  claimPending(limit: number, now: number, until: number): Promise<AnalysisRow[]> {
    return claimPendingAnalyses(this.#db, limit, now, until)
  }

  async markNotified(workspace: string, id: string, analyzedAt: number): Promise<void> {
    await this.#db.run(
      'UPDATE analyses SET notified = 1 WHERE workspace = $1 AND id = $2 AND analyzed_at = $3',
      [workspace, id, analyzedAt],
    )
  }

  erase(key: AnswerKey): Promise<boolean> {
    return this.#db.transaction((queries) => eraseAnalysis(queries, wellFormed(key)), ERASING)
  }
}
