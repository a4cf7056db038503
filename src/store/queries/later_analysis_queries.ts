import {
  type AgainProgress,
  type AgainRequest,
  type ClaimedAgain,
  LATER_ANALYSES_KEPT,
  type LaterAnalysis,
  type LaterAnalysisStore,
  laterAnalyses,
  type PendingLater,
} from '../later_analyses.ts'
import { STRAY_MS } from '../stray.ts'
import { type AnswerKey, analyses, SETTLE_AGAIN_MS, surveys } from '../surveys.ts'
import { flag } from '../table.ts'
import { one, run, transaction } from '../transaction.ts'
import { first, listed, RunnerQueries } from './statement_runner.ts'

const PENDING_AGAIN = 'again_at = :requestedAt, again_running = 1, again_claimed_until = 0'
const REQUEST_AGAIN = `UPDATE surveys SET ${PENDING_AGAIN} WHERE ${surveys.isKey}`

const pendingLater = laterAnalyses.without('flagged', 'rank', 'result')

const PENDING = {
  table: 'later_analyses',
  key: laterAnalyses.keyColumns,
  waiting: 't.notified = 0',
  order: 't.claimed_until',
  sets: 'claimed_until',
  returning: pendingLater.columns,
}

const REQUESTED = {
  table: 'surveys',
  key: surveys.keyColumns,
  // A time beyond `latest` was set by a wrong clock.
  waiting: '(t.again_running = 1 OR t.settle_due <= :now OR t.settle_due > :latest)',
  order: 't.again_running DESC, CASE WHEN t.again_running = 1 THEN t.again_at ELSE t.settle_due END',
  sets: 'again_claimed_until',
  also: `again_running = 1, ${[
    ['again_at', ':now'],
    ['again_settles', '1'],
    ['settle_due', 'NULL'],
    ['settled_at', ':now'],
    ['settled_revision', 'revision'],
  ]
    .map(([column, begun]) => `${column} = CASE WHEN again_running = 1 THEN ${column} ELSE ${begun} END`)
    .join(', ')}`,
  returning: ['workspace', 'survey_id', 'again_at', 'again_settles'],
}

interface RawAgain {
  readonly workspace: string
  readonly survey_id: string
  readonly again_at: number
  readonly again_settles: number
}

const added = laterAnalyses.with({ notified: flag() })

const saveLaterAnalysis = transaction(
  'saveLaterAnalysis',
  function* (
    { workspace, surveyId, participantId }: AnswerKey,
    later: LaterAnalysis,
    basis: number,
    isChanged: boolean,
  ) {
    const key = { workspace, surveyId, participantId }
    // Locked, so that an erasure or a replacement waits and then removes the new row too.
    const basedOn = yield* one<{ analyzed_at: number }>(
      `SELECT analyzed_at FROM analyses WHERE ${analyses.isKey} FOR UPDATE`,
      analyses.storedKey(key),
    )
    if (basedOn?.analyzed_at !== basis) return false
    const stored = added.stored({ ...key, ...later, notified: !isChanged })
    if ((yield* run(`${added.insert} ON CONFLICT DO NOTHING`, stored)) === 0) return false
    yield* run(
      `DELETE FROM later_analyses WHERE ${analyses.isKey} AND analyzed_at <= (
         SELECT analyzed_at FROM later_analyses WHERE ${analyses.isKey}
         ORDER BY analyzed_at DESC LIMIT 1 OFFSET ${LATER_ANALYSES_KEPT})`,
      stored,
    )
    yield* run(`UPDATE analyses SET flagged = :flagged, rank = :rank WHERE ${analyses.isKey}`, stored)
    return true
  },
)

export const laterAnalysisTransactions = [saveLaterAnalysis]

export class LaterAnalysisQueries extends RunnerQueries implements LaterAnalysisStore {
  async list(key: AnswerKey): Promise<LaterAnalysis[]> {
    const text = `SELECT * FROM later_analyses WHERE ${analyses.isKey} ORDER BY analyzed_at`
    return (await this.runner.rows<object>(text, analyses.storedKey(key))).map(laterAnalysis)
  }

  async latest(
    workspace: string,
    surveyId: string,
    participantIds: readonly string[],
  ): Promise<ReadonlyMap<string, LaterAnalysis>> {
    if (participantIds.length === 0) return new Map()
    const { names, params } = listed(
      'participant',
      participantIds.map((id) => id.toWellFormed()),
    )
    const rows = await this.runner.rows<{ participant_id: string }>(
      `SELECT * FROM later_analyses WHERE ${surveys.isKey} AND participant_id IN (${names}) ORDER BY analyzed_at`,
      { ...surveys.storedKey({ workspace, surveyId }), ...params },
    )
    // The last one of a participant wins; only that one is decompressed.
    const last = new Map(rows.map((raw) => [raw.participant_id, raw]))
    return new Map([...last].map(([id, raw]) => [id, laterAnalysis(raw)]))
  }

  save(key: AnswerKey, later: LaterAnalysis, basis: number, isChanged: boolean): Promise<boolean> {
    return this.runner.transact(saveLaterAnalysis, key, later, basis, isChanged)
  }

  async claimPending(limit: number, now: number, until: number): Promise<PendingLater[]> {
    const rows = await this.runner.claim<object>(PENDING, { now }, limit, until)
    return rows.map(pendingLater.row)
  }

  async markNotified(pending: PendingLater): Promise<void> {
    const text = `UPDATE later_analyses SET notified = 1 WHERE ${laterAnalyses.isKey}`
    await this.runner.run(text, laterAnalyses.storedKey(pending))
  }

  async requestAgain({ requestedAt, ...survey }: AgainRequest): Promise<boolean> {
    const params = { ...surveys.storedKey(survey), requestedAt }
    return (await this.runner.run(`${REQUEST_AGAIN} AND again_running = 0`, params)) === 1
  }

  async restartAgain({ requestedAt, ...survey }: AgainRequest): Promise<boolean> {
    return (await this.runner.run(REQUEST_AGAIN, { ...surveys.storedKey(survey), requestedAt })) === 1
  }

  async setReviewEffort({ requestedAt, ...survey }: AgainRequest, reviewEffort: number): Promise<void> {
    await this.runner.run(
      `${surveys.insert} ON CONFLICT (${surveys.keyColumns})
       DO UPDATE SET review_effort = :review_effort, ${PENDING_AGAIN}`,
      { ...surveys.stored({ ...survey, revision: 0, reviewEffort }), requestedAt },
    )
  }

  async reviewEffort(workspace: string, surveyId: string): Promise<number | null> {
    const [raw] = await this.runner.rows<{ review_effort: number | null }>(
      `SELECT review_effort FROM surveys WHERE ${surveys.isKey}`,
      surveys.storedKey({ workspace, surveyId }),
    )
    return raw?.review_effort ?? null
  }

  async claimAgain(now: number, until: number): Promise<ClaimedAgain | null> {
    const latest = now + SETTLE_AGAIN_MS + STRAY_MS
    const rows = await this.runner.claim<RawAgain>(REQUESTED, { now, latest }, 1, until)
    return first(rows, ({ workspace, survey_id, again_at, again_settles }) => ({
      workspace,
      surveyId: survey_id,
      requestedAt: again_at,
      isSettling: again_settles === 1,
    }))
  }

  async holdAgain(
    { workspace, surveyId, requestedAt }: AgainRequest,
    until: number | null,
  ): Promise<boolean> {
    const change =
      until === null
        ? 'again_running = 0, again_settles = 0, again_claimed_until = 0'
        : 'again_claimed_until = :until'
    const held = await this.runner.run(
      `UPDATE surveys SET ${change} WHERE ${surveys.isKey} AND again_at = :requestedAt AND again_running = 1`,
      { ...surveys.storedKey({ workspace, surveyId }), requestedAt, until },
    )
    return held === 1
  }

  async progress(workspace: string, surveyId: string): Promise<AgainProgress | null> {
    const key = surveys.storedKey({ workspace, surveyId })
    const [raw] = await this.runner.rows<{ again_at: number | null; again_running: number }>(
      `SELECT again_at, again_running FROM surveys WHERE ${surveys.isKey}`,
      key,
    )
    if (raw === undefined || raw.again_at === null) return null
    const [counted] = await this.runner.rows<{ done: number }>(
      `SELECT count(DISTINCT participant_id) AS done FROM later_analyses
       WHERE ${surveys.isKey} AND analyzed_at >= :since`,
      { ...key, since: raw.again_at },
    )
    return { requestedAt: raw.again_at, isRunning: raw.again_running === 1, done: counted?.done ?? 0 }
  }
}

function laterAnalysis(stored: object): LaterAnalysis {
  const { analyzedAt, flagged, rank, result } = laterAnalyses.row(stored)
  return { analyzedAt, flagged, rank, result }
}
