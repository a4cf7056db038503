import { type AuditEntry, type AuditStore, audit } from '../audit.ts'
import { run, transaction } from '../transaction.ts'
import { RunnerQueries } from './statement_runner.ts'

const forgetSubject = transaction(
  'forgetAuditSubject',
  function* (workspace: string, subject: string, alias: string) {
    const text = 'UPDATE audit SET subject = :alias WHERE workspace = :workspace AND subject = :subject'
    return yield* run(text, { workspace, subject, alias })
  },
  { erases: true },
)

export const auditTransactions = [forgetSubject]

export class AuditQueries extends RunnerQueries implements AuditStore {
  async add(entry: AuditEntry): Promise<void> {
    await this.runner.run(audit.insert, audit.stored(entry))
  }

  async list(workspace: string, limit: number, before?: { readonly at: number; readonly id: string }) {
    const { at, id } = before ?? { at: Number.MAX_SAFE_INTEGER, id: '' }
    const rows = await this.runner.rows<object>(
      `SELECT * FROM audit WHERE workspace = :workspace AND at <= :at AND (at < :at OR id > :id)
       ORDER BY at DESC, id LIMIT :limit`,
      { workspace, at, id, limit },
    )
    return rows.map(audit.row)
  }

  async about(workspace: string, subject: string): Promise<AuditEntry[]> {
    const rows = await this.runner.rows<object>(
      'SELECT * FROM audit WHERE workspace = :workspace AND subject = :subject ORDER BY at, id',
      { workspace, subject: subject.toWellFormed() },
    )
    return rows.map(audit.row)
  }

  forgetSubject(workspace: string, subject: string, alias: string): Promise<number> {
    return this.runner.transact(forgetSubject, workspace, subject.toWellFormed(), alias)
  }
}
