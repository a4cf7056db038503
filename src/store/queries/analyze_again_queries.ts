import type { AgainProgress, AgainRequest, AnalyzeAgainStore, ClaimedAgain } from '../analyze_again.ts'
import { STRAY_MS } from '../stray.ts'
import { laterAnalyses, SETTLE_AGAIN_MS, surveys } from '../surveys.ts'
import { first, RunnerQueries } from './statement_runner.ts'

const PENDING_AGAIN = 'again_at = :requestedAt, again_running = 1, again_claimed_until = 0'
const REQUEST_AGAIN = `UPDATE surveys SET ${PENDING_AGAIN} WHERE ${surveys.isKey}`

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

export class AnalyzeAgainQueries extends RunnerQueries implements AnalyzeAgainStore {
  async request({ requestedAt, ...survey }: AgainRequest): Promise<boolean> {
    const params = { ...surveys.storedKey(survey), requestedAt }
    return (await this.runner.run(`${REQUEST_AGAIN} AND again_running = 0`, params)) === 1
  }

  async restart({ requestedAt, ...survey }: AgainRequest): Promise<boolean> {
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

  async claim(now: number, until: number): Promise<ClaimedAgain | null> {
    const latest = now + SETTLE_AGAIN_MS + STRAY_MS
    const rows = await this.runner.claim<RawAgain>(REQUESTED, { now, latest }, 1, until)
    return first(rows, ({ workspace, survey_id, again_at, again_settles }) => ({
      workspace,
      surveyId: survey_id,
      requestedAt: again_at,
      isSettling: again_settles === 1,
    }))
  }

  async hold({ workspace, surveyId, requestedAt }: AgainRequest, until: number | null): Promise<boolean> {
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
      `SELECT count(DISTINCT participant_id) AS done FROM ${laterAnalyses.name}
       WHERE ${surveys.isKey} AND analyzed_at >= :since`,
      { ...key, since: raw.again_at },
    )
    return { requestedAt: raw.again_at, isRunning: raw.again_running === 1, done: counted?.done ?? 0 }
  }
}
