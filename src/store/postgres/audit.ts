import type { AuditEntry, AuditStore } from '../audit.ts'
import { bucketOf } from '../bucket.ts'
import { AUDIT_COLUMNS, auditEntry, type RawAudit, rawAudit } from '../rows/audit.ts'
import type { Database } from './database.ts'
import { insertInto } from './values.ts'

export class PostgresAudit implements AuditStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  async add(entry: AuditEntry): Promise<void> {
    const raw = rawAudit(entry)
    await this.#db.run(insertInto('audit', ['bucket', ...AUDIT_COLUMNS]), [
      bucketOf(entry.id),
      ...AUDIT_COLUMNS.map((column) => raw[column]),
    ])
  }

  async list(workspace: string, limit: number, before?: { readonly at: number; readonly id: string }) {
    const { at, id } = before ?? { at: Number.MAX_SAFE_INTEGER, id: '' }
    const rows = await this.#db.rows<RawAudit>(
      `SELECT * FROM audit WHERE workspace = $1 AND at <= $2 AND (at < $2 OR id > $3)
       ORDER BY at DESC, id LIMIT $4`,
      [workspace, at, id, limit],
    )
    return rows.map(auditEntry)
  }
}
