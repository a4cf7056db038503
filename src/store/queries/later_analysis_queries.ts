import { bucketOf } from '../bucket.ts'
import type {
  AgainProgress,
  AgainRequest,
  LaterAnalysis,
  LaterAnalysisStore,
  PendingLater,
} from '../later_analyses.ts'
import { LATER_COLUMNS, laterAnalysis, type RawLater } from '../rows/later_analysis.ts'
import type { AnswerKey } from '../surveys.ts'
import { wellFormed } from '../well_formed.ts'
import { insertInto, matching, type StatementRunner } from './statement_runner.ts'

/** A state is 0 for pending, 1 for done, otherwise the end of a claim. */
const PENDING = 0
const DONE = 1

/** Nodes that claim a survey at the same time try further ones. */
const CANDIDATES = 8

interface RawAgain {
  workspace: string
  survey_id: string
  again_at: number
  again: number
}

export abstract class LaterAnalysisQueries implements LaterAnalysisStore {
  readonly #runner: StatementRunner
  readonly #isSurvey: string
  readonly #isParticipant: string

  constructor(runner: StatementRunner) {
    this.#runner = runner
    this.#isSurvey = matching([...runner.keyPrefix, 'workspace', 'survey_id'])
    this.#isParticipant = `${this.#isSurvey} AND participant_id = :participant_id`
  }

  abstract save(key: AnswerKey, later: LaterAnalysis, basis: number, isChanged: boolean): Promise<boolean>

  async list(key: AnswerKey): Promise<LaterAnalysis[]> {
    const rows = await this.#runner.rows<RawLater>(
      `SELECT ${LATER_COLUMNS} FROM later_analyses WHERE ${this.#isParticipant} ORDER BY analyzed_at`,
      participantParams(key),
    )
    return rows.map(laterAnalysis)
  }

  async latest(
    workspace: string,
    surveyId: string,
    participantIds: readonly string[],
  ): Promise<ReadonlyMap<string, LaterAnalysis>> {
    if (participantIds.length === 0) return new Map()
    const ids = participantIds.map((id, index) => [`p${index}`, id.toWellFormed()] as const)
    const rows = await this.#runner.rows<RawLater>(
      `SELECT ${LATER_COLUMNS} FROM later_analyses
       WHERE ${this.#isSurvey} AND participant_id IN (${ids.map(([name]) => `:${name}`)}) ORDER BY analyzed_at`,
      { ...surveyParams(workspace, surveyId), ...Object.fromEntries(ids) },
    )
    // The last one of a participant wins; only that one is decompressed.
    const last = new Map(rows.map((raw) => [raw.participant_id, raw]))
    return new Map([...last].map(([id, raw]) => [id, laterAnalysis(raw)]))
  }

  async claimPending(limit: number, now: number, until: number): Promise<PendingLater[]> {
    const found = await this.#runner.rows<Omit<RawLater, 'flagged' | 'result'> & { notified: number }>(
      `SELECT workspace, survey_id, participant_id, analyzed_at, notified FROM later_analyses
       WHERE notified <> ${DONE} AND notified <= :now ORDER BY notified LIMIT :limit`,
      { now, limit },
    )
    const claimed: PendingLater[] = []
    for (const { workspace, survey_id, participant_id, analyzed_at, notified } of found) {
      const pending = {
        workspace,
        surveyId: survey_id,
        participantId: participant_id,
        analyzedAt: analyzed_at,
      }
      if (await this.#setNotified(pending, until, notified)) claimed.push(pending)
    }
    return claimed
  }

  async markNotified(pending: PendingLater): Promise<void> {
    await this.#setNotified(pending, DONE)
  }

  /** `seen`: the expected state. False: another node changed it. */
  async #setNotified(pending: PendingLater, state: number, seen?: number): Promise<boolean> {
    const isSeen = seen === undefined ? '' : ' AND notified = :seen'
    const changed = await this.#runner.run(
      `UPDATE later_analyses SET notified = :state
       WHERE ${this.#isParticipant} AND analyzed_at = :analyzedAt${isSeen}`,
      { ...participantParams(pending), analyzedAt: pending.analyzedAt, state, seen },
    )
    return changed === 1
  }

  async requestAgain({ workspace, surveyId, requestedAt }: AgainRequest): Promise<boolean> {
    const changed = await this.#runner.run(
      `UPDATE surveys SET again_at = :requestedAt, again = ${PENDING} WHERE ${this.#isSurvey} AND again = ${DONE}`,
      { ...surveyParams(workspace, surveyId), requestedAt },
    )
    return changed === 1
  }

  async restartAgain({ workspace, surveyId, requestedAt }: AgainRequest): Promise<boolean> {
    const changed = await this.#runner.run(
      `UPDATE surveys SET again_at = :requestedAt, again = ${PENDING} WHERE ${this.#isSurvey}`,
      { ...surveyParams(workspace, surveyId), requestedAt },
    )
    return changed === 1
  }

  async setReviewEffort({ workspace, surveyId, requestedAt }: AgainRequest, rating: number): Promise<void> {
    const key = [...this.#runner.keyPrefix, 'workspace', 'survey_id']
    await this.#runner.run(
      `${insertInto('surveys', [...key, 'revision', 'review_effort'])} ON CONFLICT (${key})
       DO UPDATE SET review_effort = :review_effort, again_at = :requestedAt, again = ${PENDING}`,
      { ...surveyParams(workspace, surveyId), revision: 0, review_effort: rating, requestedAt },
    )
  }

  async reviewEffort(workspace: string, surveyId: string): Promise<number | null> {
    const [raw] = await this.#runner.rows<{ review_effort: number | null }>(
      `SELECT review_effort FROM surveys WHERE ${this.#isSurvey}`,
      surveyParams(workspace, surveyId),
    )
    return raw?.review_effort ?? null
  }

  async claimAgain(now: number, until: number): Promise<AgainRequest | null> {
    const found = await this.#runner.rows<RawAgain>(
      `SELECT workspace, survey_id, again_at, again FROM surveys
       WHERE again <> ${DONE} AND again <= :now ORDER BY again_at LIMIT ${CANDIDATES}`,
      { now },
    )
    for (const { workspace, survey_id, again_at, again } of found) {
      const changed = await this.#runner.run(
        `UPDATE surveys SET again = :until WHERE ${this.#isSurvey} AND again = :again`,
        { ...surveyParams(workspace, survey_id), until, again },
      )
      if (changed === 1) return { workspace, surveyId: survey_id, requestedAt: again_at }
    }
    return null
  }

  async holdAgain({ workspace, surveyId, requestedAt }: AgainRequest, until: number | null): Promise<void> {
    await this.#runner.run(
      `UPDATE surveys SET again = :state WHERE ${this.#isSurvey} AND again_at = :requestedAt AND again <> ${DONE}`,
      { ...surveyParams(workspace, surveyId), requestedAt, state: until ?? DONE },
    )
  }

  async progress(workspace: string, surveyId: string): Promise<AgainProgress | null> {
    const place = surveyParams(workspace, surveyId)
    const [raw] = await this.#runner.rows<{ again_at: number | null; again: number }>(
      `SELECT again_at, again FROM surveys WHERE ${this.#isSurvey}`,
      place,
    )
    if (raw === undefined || raw.again_at === null) return null
    const [counted] = await this.#runner.rows<{ done: number }>(
      `SELECT count(DISTINCT participant_id) AS done FROM later_analyses
       WHERE ${this.#isSurvey} AND analyzed_at >= :since`,
      { ...place, since: raw.again_at },
    )
    return { requestedAt: raw.again_at, isRunning: raw.again !== DONE, done: counted?.done ?? 0 }
  }
}

const surveyParams = (workspace: string, surveyId: string) => {
  const survey_id = surveyId.toWellFormed()
  return { bucket: bucketOf(survey_id), workspace, survey_id }
}

const participantParams = (key: AnswerKey) => {
  const { workspace, surveyId, participantId } = wellFormed(key)
  return { ...surveyParams(workspace, surveyId), participant_id: participantId }
}
