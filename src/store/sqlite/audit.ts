import type { Database } from 'better-sqlite3'
import type { AuditEntry, AuditStore } from '../audit.ts'
import { AUDIT_COLUMNS, auditEntry, type RawAudit, rawAudit } from '../rows/audit.ts'
import { reading } from './reading.ts'
import type { WriteQueue } from './write_queue.ts'

export class SqliteAudit implements AuditStore {
  readonly #queue: WriteQueue
  readonly #list
  readonly #about

  constructor(db: Database, queue: WriteQueue) {
    this.#queue = queue
    this.#list = db.prepare<[{ workspace: string; at: number; id: string; limit: number }], RawAudit>(`
      SELECT * FROM audit WHERE workspace = :workspace AND at <= :at AND (at < :at OR id > :id)
      ORDER BY at DESC, id LIMIT :limit`)
    this.#about = db.prepare<[string, string], RawAudit>(ABOUT)
  }

  add(entry: AuditEntry): Promise<void> {
    return this.#queue.write(0, 'addAudit', entry)
  }

  async list(workspace: string, limit: number, before?: { readonly at: number; readonly id: string }) {
    const { at, id } = before ?? { at: Number.MAX_SAFE_INTEGER, id: '' }
    return reading(() => this.#list.all({ workspace, at, id, limit }).map(auditEntry))
  }

  async about(workspace: string, subject: string): Promise<AuditEntry[]> {
    return reading(() => this.#about.all(workspace, subject.toWellFormed()).map(auditEntry))
  }

  forgetSubject(workspace: string, subject: string, alias: string): Promise<number> {
    return this.#queue.write(0, 'forgetAuditSubject', workspace, subject.toWellFormed(), alias)
  }
}

const ABOUT = 'SELECT * FROM audit WHERE workspace = ? AND subject = ? ORDER BY at, id'

export function auditWrites(db: Database) {
  const add = db.prepare(
    `INSERT INTO audit (${AUDIT_COLUMNS}) VALUES (${AUDIT_COLUMNS.map((column) => `:${column}`)})`,
  )
  const about = db.prepare<[string, string], RawAudit>(ABOUT)
  const rename = db.prepare('UPDATE audit SET subject = ?, checksum = ? WHERE workspace = ? AND id = ?')
  return {
    addAudit(entry: AuditEntry): void {
      add.run(rawAudit(entry))
    },

    forgetAuditSubject(workspace: string, subject: string, alias: string): number {
      const entries = about.all(workspace, subject)
      for (const raw of entries) {
        const renamed = rawAudit({ ...auditEntry(raw), subject: alias })
        rename.run(renamed.subject, renamed.checksum, workspace, raw.id)
      }
      return entries.length
    },
  }
}
