import type { AuditEntry, AuditStore } from '../audit.ts'
import { bucketOf } from '../bucket.ts'
import { AUDIT_COLUMNS, auditEntry, type RawAudit, rawAudit } from '../rows/audit.ts'
import { type Database, ERASING } from './database.ts'
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

  async about(workspace: string, subject: string): Promise<AuditEntry[]> {
    const rows = await this.#db.rows<RawAudit>(ABOUT, [workspace, subject.toWellFormed()])
    return rows.map(auditEntry)
  }

  forgetSubject(workspace: string, subject: string, alias: string): Promise<number> {
    return this.#db.transaction(async (queries) => {
      // Without a lock, which a cluster does not have: an entry is only ever changed in this one way.
      const rows = await queries.rows<RawAudit>(ABOUT, [workspace, subject.toWellFormed()])
      for (const raw of rows) {
        const renamed = rawAudit({ ...auditEntry(raw), subject: alias })
        await queries.run(
          'UPDATE audit SET subject = $4, checksum = $5 WHERE bucket = $1 AND workspace = $2 AND id = $3',
          [bucketOf(raw.id), workspace, raw.id, renamed.subject, renamed.checksum],
        )
      }
      return rows.length
    }, ERASING)
  }
}

const ABOUT = 'SELECT * FROM audit WHERE workspace = $1 AND subject = $2 ORDER BY at, id'
