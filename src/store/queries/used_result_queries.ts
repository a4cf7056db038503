import type { UsedResult, UsedResultStore } from '../used_results.ts'
import { insertInto, matching, type StatementRunner } from './statement_runner.ts'

const KEY = ['workspace', 'result_id'] as const
const USE = `${insertInto('used_results', [...KEY, 'idempotency_key', 'expires_at'])} ON CONFLICT DO NOTHING`

export class UsedResultQueries implements UsedResultStore {
  readonly #runner: StatementRunner

  constructor(runner: StatementRunner) {
    this.#runner = runner
  }

  async use({ workspace, resultId, idempotencyKey, expiresAt }: UsedResult): Promise<boolean> {
    const row = {
      workspace,
      result_id: resultId,
      idempotency_key: idempotencyKey,
      expires_at: expiresAt,
    }
    if ((await this.#runner.run(USE, row)) === 1) return true
    if (idempotencyKey === null) return false
    const same = await this.#runner.rows(
      `SELECT 1 AS found FROM used_results WHERE ${matching([...KEY, 'idempotency_key'])}`,
      row,
    )
    return same.length > 0
  }

  forgetExpired(now: number): Promise<number> {
    return this.#runner.run('DELETE FROM used_results WHERE expires_at <= :now', { now })
  }
}
