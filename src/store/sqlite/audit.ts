import type { Database } from 'better-sqlite3'
import type { AuditEntry, AuditStore } from '../audit.ts'
import { AUDIT_COLUMNS, auditEntry, type RawAudit, rawAudit } from '../rows/audit.ts'
import { reading } from './reading.ts'
import type { WriteQueue } from './write_queue.ts'

export class SqliteAudit implements AuditStore {
  readonly #queue: WriteQueue
  readonly #list

  constructor(db: Database, queue: WriteQueue) {
    this.#queue = queue
    this.#list = db.prepare<[{ workspace: string; at: number; id: string; limit: number }], RawAudit>(`
      SELECT * FROM audit WHERE workspace = :workspace AND at <= :at AND (at < :at OR id > :id)
      ORDER BY at DESC, id LIMIT :limit`)
  }

  add(entry: AuditEntry): Promise<void> {
    return this.#queue.write(0, 'addAudit', entry)
  }

  async list(workspace: string, limit: number, before?: { readonly at: number; readonly id: string }) {
    const { at, id } = before ?? { at: Number.MAX_SAFE_INTEGER, id: '' }
    return reading(() => this.#list.all({ workspace, at, id, limit }).map(auditEntry))
  }
}

export function auditWrites(db: Database) {
  const add = db.prepare(
    `INSERT INTO audit (${AUDIT_COLUMNS}) VALUES (${AUDIT_COLUMNS.map((column) => `:${column}`)})`,
  )
  return {
    addAudit(entry: AuditEntry): void {
      add.run(rawAudit(entry))
    },
  }
}
