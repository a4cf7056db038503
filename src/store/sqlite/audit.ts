import type { Database } from 'better-sqlite3'
import { AuditQueries, ENTRIES_ABOUT, updateSubject } from '../queries/audit_queries.ts'
import { auditEntry, type RawAudit, rawAudit } from '../rows/audit.ts'
import { statementRunner } from './statement_runner.ts'
import type { WriteQueue } from './write_queue.ts'

export class SqliteAudit extends AuditQueries {
  readonly #queue: WriteQueue

  constructor(db: Database, queue: WriteQueue) {
    super(statementRunner(db, queue))
    this.#queue = queue
  }

  forgetSubject(workspace: string, subject: string, alias: string): Promise<number> {
    return this.#queue.write(0, 'forgetAuditSubject', workspace, subject.toWellFormed(), alias)
  }
}

export function auditWrites(db: Database) {
  const about = db.prepare<[object], RawAudit>(ENTRIES_ABOUT)
  const update = db.prepare(updateSubject([]))
  return {
    forgetAuditSubject(workspace: string, subject: string, alias: string): number {
      const entries = about.all({ workspace, subject })
      for (const raw of entries) update.run(rawAudit({ ...auditEntry(raw), subject: alias }))
      return entries.length
    },
  }
}
