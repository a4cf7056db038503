/** Files of scored sessions, one at a time, for the operator of the machine. */
import { type Static, Type } from 'typebox'
import { Closed, OrNull } from '../../contract/dashboard/page.ts'
import type { AuditedOptions } from '../audit/audit_log.ts'
import { type Operation, operation } from '../http/operation.ts'
import { ExportCursor, FILE_FORMATS, sessionFiles } from './session_files.ts'

/** Saving a report takes seconds at most, so no report with an earlier time is still to come. */
const SETTLED_MS = 60_000

const NextFile = Closed({
  name: Type.String(),
  rows: Type.Integer(),
  /** In base64. */
  content: Type.String(),
  end: ExportCursor,
})
/** Null: no session was scored since. */
export type NextFile = Static<typeof NextFile> | null

export const sessionFileOperations = ({ store, audit, now }: AuditedOptions): readonly Operation[] => [
  operation({
    route: 'POST /v1/exports/next-file',
    audit: 'exported',
    allow: {},
    internal: true,
    // The cursor names the sessions of fifteen minutes.
    bodyLimit: 2 ** 30,
    body: Closed({ format: Type.Enum([...FILE_FORMATS]), start: OrNull(ExportCursor) }),
    async handle({ actor, body: { format, start } }): Promise<{ file: NextFile }> {
      for await (const file of sessionFiles(store, actor.workspace, format, start, now() - SETTLED_MS)) {
        const { name, rows, bytes, end } = file
        await audit(actor, { action: 'exported', subject: 'all sessions', detail: name })
        return { file: { name, rows, content: Buffer.from(bytes).toString('base64'), end } }
      }
      return { file: null }
    },
  }),
]
