import type { UsedResult, UsedResultStore } from '../used_results.ts'
import { insertInto, matching, type StatementRunner } from './statement_runner.ts'

const KEY = ['workspace', 'session_id', 'result_id'] as const
const COLUMNS = [...KEY, 'idempotency_key', 'used_at', 'expires_at'] as const
/** An expired row, which nothing has deleted yet, is no use. */
const USE = `${insertInto('used_results', COLUMNS)}
  ON CONFLICT (${KEY.join(', ')}) DO UPDATE
  SET idempotency_key = excluded.idempotency_key, used_at = excluded.used_at, expires_at = excluded.expires_at
  WHERE used_results.expires_at <= excluded.used_at`

export class UsedResultQueries implements UsedResultStore {
  readonly #runner: StatementRunner

  constructor(runner: StatementRunner) {
    this.#runner = runner
  }

  async use(used: UsedResult): Promise<boolean> {
    const { workspace, idempotencyKey } = used
    const row = {
      workspace,
      session_id: used.sessionId,
      result_id: used.resultId,
      idempotency_key: idempotencyKey,
      used_at: used.usedAt,
      expires_at: used.expiresAt,
    }
    if ((await this.#runner.run(USE, row)) === 1) return true
    if (idempotencyKey === null) return false
    const same = await this.#runner.rows(
      `SELECT 1 AS found FROM used_results WHERE ${matching([...KEY, 'idempotency_key'])}`,
      row,
    )
    return same.length > 0
  }

  async withdraw({
    workspace,
    sessionId,
    resultId,
  }: Pick<UsedResult, 'workspace' | 'sessionId' | 'resultId'>) {
    await this.#runner.run(`DELETE FROM used_results WHERE ${matching(KEY)}`, {
      workspace,
      session_id: sessionId,
      result_id: resultId,
    })
  }

  async ofSession(workspace: string, sessionId: string, now: number): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#runner.rows<{ result_id: string; used_at: number }>(
      `SELECT result_id, used_at FROM used_results
       WHERE workspace = :workspace AND session_id = :session_id AND expires_at > :now`,
      { workspace, session_id: sessionId, now },
    )
    return new Map(rows.map(({ result_id, used_at }) => [result_id, used_at]))
  }

  forgetExpired(now: number): Promise<number> {
    return this.#runner.run('DELETE FROM used_results WHERE expires_at <= :now', { now })
  }
}
