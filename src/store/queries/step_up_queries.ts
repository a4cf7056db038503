import { bucketOf } from '../bucket.ts'
import { packId } from '../packed_id.ts'
import { type RawStepUp, rawStepUp, STEP_UP_COLUMNS, stepUpRow } from '../rows/step_up.ts'
import type { SessionKey } from '../sessions.ts'
import type { StepUpRow, StepUpStore } from '../step_ups.ts'
import { first, insertInto, matching, type StatementRunner } from './statement_runner.ts'

const CHANGED = STEP_UP_COLUMNS.filter((column) => column !== 'workspace' && column !== 'session_id')

/** A task that passed or failed is final. */
const OPEN = "(step_ups.result IS NULL OR step_ups.result = 'unknown')"

export class StepUpQueries implements StepUpStore {
  readonly #runner: StatementRunner
  readonly #key: readonly string[]
  readonly #isSession: string

  constructor(runner: StatementRunner) {
    this.#runner = runner
    this.#key = [...runner.keyPrefix, 'workspace', 'session_id']
    this.#isSession = matching(this.#key)
  }

  async find(key: SessionKey): Promise<StepUpRow | null> {
    const rows = await this.#runner.rows<RawStepUp>(
      `SELECT ${STEP_UP_COLUMNS} FROM step_ups WHERE ${this.#isSession}`,
      { ...place(key), session_id: packId(key.sessionId) },
    )
    return first(rows, stepUpRow)
  }

  async ask(key: SessionKey, row: StepUpRow): Promise<boolean> {
    const params = { ...place(key), ...rawStepUp(key, row), before: row.tasks - 1 }
    const known = await this.#runner.rows(`SELECT 1 AS found FROM sessions WHERE ${this.#isSession}`, params)
    if (known.length === 0) return false
    const columns = [...this.#runner.keyPrefix, ...STEP_UP_COLUMNS]
    const changed = await this.#runner.run(
      `${insertInto('step_ups', columns)} ON CONFLICT (${this.#key}) DO UPDATE
       SET ${CHANGED.map((column) => `${column} = excluded.${column}`)} WHERE step_ups.tasks = :before AND ${OPEN}`,
      params,
    )
    return changed === 1
  }

  async answer(key: SessionKey, row: StepUpRow): Promise<boolean> {
    const changed = await this.#runner.run(
      `UPDATE step_ups SET answered_at = :answered_at, result = :result, reason = :reason, checksum = :checksum
       WHERE ${this.#isSession} AND task = :task AND tasks = :tasks AND answered_at IS NULL`,
      { ...place(key), ...rawStepUp(key, row) },
    )
    return changed === 1
  }
}

const place = ({ workspace, sessionId }: SessionKey) => ({ bucket: bucketOf(sessionId), workspace })
