import { bucketOf } from '../bucket.ts'
import { AuditQueries, ENTRIES_ABOUT, updateSubject } from '../queries/audit_queries.ts'
import { auditEntry, type RawAudit, rawAudit } from '../rows/audit.ts'
import { type Database, ERASING } from './database.ts'
import { statementRunner } from './statement_runner.ts'

export class PostgresAudit extends AuditQueries {
  readonly #db: Database

  constructor(db: Database) {
    super(statementRunner(db))
    this.#db = db
  }

  forgetSubject(workspace: string, subject: string, alias: string): Promise<number> {
    return this.#db.transaction(async (queries) => {
      const runner = statementRunner(queries)
      // No FOR UPDATE: Citus cannot lock rows across shards, and an entry only ever changes in this one way.
      const rows = await runner.rows<RawAudit>(ENTRIES_ABOUT, { workspace, subject: subject.toWellFormed() })
      for (const raw of rows) {
        const renamed = rawAudit({ ...auditEntry(raw), subject: alias })
        await runner.run(updateSubject(runner.keyPrefix), { bucket: bucketOf(raw.id), ...renamed })
      }
      return rows.length
    }, ERASING)
  }
}
