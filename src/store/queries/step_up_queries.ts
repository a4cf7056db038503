import type { SessionKey } from '../sessions.ts'
import { type StepUpRow, type StepUpStore, stepUps } from '../step_ups.ts'
import { matching } from '../table.ts'
import { first, RunnerQueries } from './statement_runner.ts'

/** No answer has this time. */
const UNANSWERED = -1
const IS_BEFORE = `step_ups.task = :before_task AND coalesce(step_ups.answered_at, ${UNANSWERED}) = :before_answered_at`

export class StepUpQueries extends RunnerQueries implements StepUpStore {
  async find(key: SessionKey): Promise<StepUpRow | null> {
    const text = `SELECT * FROM step_ups WHERE ${stepUps.isKey}`
    return first(await this.runner.rows<object>(text, stepUps.storedKey(key)), stepUpRow)
  }

  async ask(key: SessionKey, row: StepUpRow, before: StepUpRow | null): Promise<boolean> {
    const known = await this.runner.rows(
      `SELECT 1 AS found FROM sessions WHERE ${matching([...this.runner.keyPrefix, 'workspace', 'session_id'])}`,
      stepUps.storedKey(key),
    )
    if (known.length === 0) return false
    const changed = await this.runner.run(`${stepUps.upsert} WHERE ${IS_BEFORE}`, {
      ...storedStepUp(key, row),
      before_task: before?.task ?? '',
      before_answered_at: before?.answer?.at ?? UNANSWERED,
    })
    return changed === 1
  }

  async answer(key: SessionKey, row: StepUpRow): Promise<boolean> {
    const changed = await this.runner.run(
      `UPDATE step_ups SET answered_at = :answered_at, result = :result, reason = :reason
       WHERE ${stepUps.isKey} AND task = :task AND tasks = :tasks AND answered_at IS NULL`,
      storedStepUp(key, row),
    )
    return changed === 1
  }
}

const storedStepUp = ({ workspace, sessionId }: SessionKey, { answer, ...row }: StepUpRow): object =>
  stepUps.stored({
    workspace,
    sessionId,
    ...row,
    answeredAt: answer?.at ?? null,
    result: answer?.result ?? null,
    reason: answer?.reason ?? null,
  })

function stepUpRow(stored: object): StepUpRow {
  const { task, sentence, tasks, askedAt, answeredAt, result, reason } = stepUps.row(stored)
  const isAnswered = answeredAt !== null && result !== null
  return {
    task,
    sentence,
    tasks,
    askedAt,
    answer: isAnswered ? { at: answeredAt, result, reason: reason ?? '' } : null,
  }
}
