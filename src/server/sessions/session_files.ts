/**
 * Files of scored sessions for other programs, in the order in which their reports were saved. A session that is scored
 * again is in a later file again, so that a reader keeps the row with the latest `saved_at`.
 */
import { parquetWriteBuffer } from 'hyparquet-writer'
import { type Static, Type } from 'typebox'
import { Closed, Time } from '../../contract/dashboard/page.ts'
import type { SessionItem } from '../../contract/dashboard/sessions.ts'
import { isExample } from '../../contract/example_session.ts'
import { factOf, fieldOf, LISTED_FACTS } from '../../contract/session_facts.ts'
import type { SavedPlace } from '../../store/facts.ts'
import type { Store } from '../../store/store.ts'
import { JUMP_MS } from '../../store/stray.ts'
import { sessionItems } from './session_list.ts'

export const FILE_FORMATS = ['parquet', 'ndjson'] as const
export type FileFormat = (typeof FILE_FORMATS)[number]

/** Where the next export begins. */
export const ExportCursor = Closed({
  /** Number of files so far. */
  files: Type.Integer(),
  /** The latest time at which an exported row was saved. */
  savedAt: Time,
  /** The exported rows of the last OVERLAP_MS before that: session ID, and the time at which it was saved. */
  recent: Type.Array(Type.Tuple([Type.String(), Time])),
})
export type ExportCursor = Static<typeof ExportCursor>

export interface SessionFile {
  /** The same when an interrupted export is repeated. */
  readonly name: string
  readonly bytes: Uint8Array
  readonly rows: number
  readonly end: ExportCursor
}

const PAGE = 500
/** Sessions in memory at a time. */
export const ROWS_PER_FILE = 50_000

/** How much the clocks of two nodes may differ: a row may get a time that an earlier export has passed. */
export const OVERLAP_MS = 15 * 60_000

type Row = SessionItem & { readonly saved_at: number }

/** `before`: a report that is saved now gets a time from before, so the last minute is left to the next export. */
export async function* sessionFiles(
  store: Store,
  workspace: string,
  format: FileFormat,
  start: ExportCursor | null,
  before: number,
  rowsPerFile = ROWS_PER_FILE,
): AsyncGenerator<SessionFile> {
  // A cursor of a clock that was ahead would hide what is saved until then.
  const isStray = start !== null && start.savedAt > before + JUMP_MS
  const from = isStray ? { files: start.files, savedAt: 0, recent: [] } : start
  const exported = new Map(from?.recent)
  let { files, savedAt: latest } = from ?? { files: 0, savedAt: 0 }
  let scanned: SavedPlace | null = from && { savedAt: latest - OVERLAP_MS, sessionId: '' }
  for (let isEnd = false; !isEnd; ) {
    const rows: Row[] = []
    while (rows.length < rowsPerFile && !isEnd) {
      const limit = Math.min(PAGE, rowsPerFile - rows.length)
      const page = await store.facts.saved(workspace, scanned, before, limit)
      const items = await sessionItems(store, page)
      for (const [index, { sessionId, facts }] of page.entries()) {
        const savedAt = facts?.savedAt ?? 0
        scanned = { savedAt, sessionId }
        if (isExample(sessionId) || exported.get(sessionId) === savedAt) continue
        exported.set(sessionId, savedAt)
        latest = Math.max(latest, savedAt)
        rows.push({ ...(items[index] as SessionItem), saved_at: savedAt })
      }
      isEnd = page.length < limit
    }
    if (rows.length === 0) return
    for (const [sessionId, savedAt] of exported) {
      if (savedAt < latest - OVERLAP_MS) exported.delete(sessionId)
    }
    files++
    yield {
      name: `sessions-${String(files).padStart(6, '0')}.${format}`,
      bytes: format === 'parquet' ? parquetOf(rows) : ndjsonOf(rows),
      rows: rows.length,
      end: { files, savedAt: latest, recent: [...exported] },
    }
  }
}

const ndjsonOf = (rows: readonly Row[]): Uint8Array =>
  Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))

type ColumnType = 'STRING' | 'JSON' | 'INT64' | 'INT32' | 'TIMESTAMP'
type Column = readonly [name: string, type: ColumnType, value: (row: Row) => unknown]

const plain = (name: keyof Row, type: ColumnType): Column => [name, type, (row) => row[name]]

const FACT_COLUMNS = LISTED_FACTS.map((fact): Column => {
  const { type } = factOf(fact)
  return plain(fieldOf(fact), type === 'text' ? 'STRING' : type === 'integer' ? 'INT64' : 'JSON')
})

const COLUMNS: readonly Column[] = [
  plain('session_id', 'STRING'),
  plain('started_at', 'TIMESTAMP'),
  plain('last_at', 'TIMESTAMP'),
  plain('saved_at', 'TIMESTAMP'),
  plain('user_id', 'STRING'),
  plain('tags', 'JSON'),
  plain('risk_score', 'INT32'),
  plain('recommended_action', 'STRING'),
  plain('effective_action', 'STRING'),
  plain('label', 'STRING'),
  ['overridden_by', 'STRING', ({ overridden_by }) => overridden_by?.by],
  ['overridden_at', 'TIMESTAMP', ({ overridden_by }) => overridden_by?.at],
  ['note', 'STRING', ({ overridden_by }) => overridden_by?.note],
  ...FACT_COLUMNS,
]

const parquetOf = (rows: readonly Row[]): Uint8Array =>
  new Uint8Array(
    parquetWriteBuffer({
      columnData: COLUMNS.map(([name, type, value]) => ({
        name,
        type,
        data: rows.map((row) => stored(type, value(row))),
      })),
    }),
  )

function stored(type: ColumnType, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (type === 'TIMESTAMP') return new Date(value as number)
  return type === 'INT64' ? BigInt(value as number) : value
}
