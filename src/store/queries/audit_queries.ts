import type { AuditEntry, AuditStore } from '../audit.ts'
import { bucketOf } from '../bucket.ts'
import { AUDIT_COLUMNS, auditEntry, type RawAudit, rawAudit } from '../rows/audit.ts'
import { insertInto, matching, type StatementRunner } from './statement_runner.ts'

export const ENTRIES_ABOUT =
  'SELECT * FROM audit WHERE workspace = :workspace AND subject = :subject ORDER BY at, id'

/** Parameters: a raw entry, and its bucket where there is one. */
export const updateSubject = (keyPrefix: readonly string[]): string =>
  `UPDATE audit SET subject = :subject, checksum = :checksum WHERE ${matching([...keyPrefix, 'workspace', 'id'])}`

export abstract class AuditQueries implements AuditStore {
  readonly #runner: StatementRunner

  constructor(runner: StatementRunner) {
    this.#runner = runner
  }

  abstract forgetSubject(workspace: string, subject: string, alias: string): Promise<number>

  async add(entry: AuditEntry): Promise<void> {
    const text = insertInto('audit', [...this.#runner.keyPrefix, ...AUDIT_COLUMNS])
    await this.#runner.run(text, { bucket: bucketOf(entry.id), ...rawAudit(entry) })
  }

  async list(workspace: string, limit: number, before?: { readonly at: number; readonly id: string }) {
    const { at, id } = before ?? { at: Number.MAX_SAFE_INTEGER, id: '' }
    const rows = await this.#runner.rows<RawAudit>(
      `SELECT * FROM audit WHERE workspace = :workspace AND at <= :at AND (at < :at OR id > :id)
       ORDER BY at DESC, id LIMIT :limit`,
      { workspace, at, id, limit },
    )
    return rows.map(auditEntry)
  }

  async about(workspace: string, subject: string): Promise<AuditEntry[]> {
    const params = { workspace, subject: subject.toWellFormed() }
    return (await this.#runner.rows<RawAudit>(ENTRIES_ABOUT, params)).map(auditEntry)
  }
}
