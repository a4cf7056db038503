import { type UsedResult, type UsedResultStore, usedResults } from '../used_results.ts'
import { RunnerQueries } from './statement_runner.ts'

/** An expired row, which nothing has deleted yet, is no use. */
const USE = `${usedResults.upsert} WHERE used_results.expires_at <= excluded.used_at`

export class UsedResultQueries extends RunnerQueries implements UsedResultStore {
  async use(used: UsedResult): Promise<boolean> {
    const stored = usedResults.stored(used)
    if ((await this.runner.run(USE, stored)) === 1) return true
    if (used.idempotencyKey === null) return false
    const text = `SELECT 1 AS found FROM used_results
      WHERE ${usedResults.isKey} AND idempotency_key = :idempotency_key`
    return (await this.runner.rows(text, stored)).length > 0
  }

  async withdraw(result: Pick<UsedResult, 'workspace' | 'sessionId' | 'resultId'>): Promise<void> {
    const text = `DELETE FROM used_results WHERE ${usedResults.isKey}`
    await this.runner.run(text, usedResults.storedKey(result))
  }

  async ofSession(workspace: string, sessionId: string, now: number): Promise<ReadonlyMap<string, number>> {
    const rows = await this.runner.rows<{ result_id: string; used_at: number }>(
      `SELECT result_id, used_at FROM used_results
       WHERE workspace = :workspace AND session_id = :session_id AND expires_at > :now`,
      { workspace, session_id: sessionId, now },
    )
    return new Map(rows.map(({ result_id, used_at }) => [result_id, used_at]))
  }

  forgetExpired(now: number): Promise<number> {
    return this.runner.run('DELETE FROM used_results WHERE expires_at <= :now', { now })
  }
}
