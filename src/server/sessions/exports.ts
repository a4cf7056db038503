/**
 * Exports of all sessions and their events, oldest first, as CSV or NDJSON. Every row carries its cursor: a broken export
 * continues after the last complete row, and a later one gets only newer rows.
 */
import { setImmediate } from 'node:timers/promises'
import type { SessionItem } from '../../contract/dashboard/sessions.ts'
import type { EventEntry } from '../../contract/session.ts'
import { fieldOf, LISTED_FACTS } from '../../contract/session_facts.ts'
import type { FactCursor, FactFilter, FactStore, ListedSession } from '../../store/facts.ts'
import type { Store } from '../../store/store.ts'
import type { Actor, AuditedOptions } from '../audit/audit_log.ts'
import { writeGuardedRecord } from '../files/csv.ts'
import { readCursor, writeCursor } from '../http/cursor.ts'
import type { Export, ExportFormat } from '../http/export_file.ts'
import type { Scoring } from '../services.ts'
import { sessionItems } from './session_list.ts'

/** Sessions in memory at a time. */
const PAGE = 200
/** Events in one piece of the stream. */
const EVENTS_PER_PIECE = 500

export interface ExportQuery {
  readonly format: ExportFormat
  readonly filter: FactFilter
  readonly cursor?: string | undefined
}

export interface ExportOptions extends AuditedOptions {
  readonly scoring: Pick<Scoring, 'report'>
}

export interface SessionExports {
  sessions(actor: Actor, query: ExportQuery): Promise<Export>
  events(actor: Actor, query: ExportQuery): Promise<Export>
}

export function openExports({ store, scoring, audit, now }: ExportOptions): SessionExports {
  const begin = (actor: Actor, subject: string, { format, filter }: ExportQuery) =>
    audit(actor, {
      action: 'exported',
      subject: Object.keys(filter).length === 0 ? `all ${subject}` : subject,
      detail: [format, ...filterWords(filter)].join(', '),
    })
  /** Sessions that begin later are left to the next export, so that this one ends. */
  const until = (filter: FactFilter): FactFilter => ({ ...filter, to: Math.min(filter.to ?? now(), now()) })

  return {
    async sessions(actor, query) {
      const place = query.cursor === undefined ? undefined : readCursor(query.cursor, SESSION_PLACE)
      await begin(actor, 'sessions', query)
      const after = place && { startedAt: place[0], sessionId: place[1] }
      const pages = sessionPages(store.facts, actor.workspace, until(query.filter), after)
      return sessionFile(store, pages, query)
    },
    async events(actor, query) {
      const place = query.cursor === undefined ? undefined : readCursor(query.cursor, EVENT_PLACE)
      await begin(actor, 'events', query)
      const pages = pagesFrom(actor.workspace, until(query.filter), place)
      return eventFile(scoring, pages, query)
    },
  }

  /** Begins with the rest of the session in which the cursor lies. */
  async function* pagesFrom(
    workspace: string,
    filter: FactFilter,
    place: readonly [number, string, number] | undefined,
  ): AsyncGenerator<readonly SessionFrom[]> {
    const [startedAt, sessionId, skip] = place ?? []
    if (startedAt === undefined || sessionId === undefined || skip === undefined) {
      for await (const rows of sessionPages(store.facts, workspace, filter)) yield rows.map(fromStart)
      return
    }
    const first = await store.facts.one({ workspace, sessionId })
    if (first !== null) yield [{ session: first, skip }]
    const rest = sessionPages(store.facts, workspace, filter, { startedAt, sessionId })
    for await (const rows of rest) yield rows.map(fromStart)
  }
}

/** The filter in the audit log: names, and values that describe no single person. */
const filterWords = (filter: FactFilter): string[] =>
  Object.entries(filter).map(([name, value]) => {
    if (['user', 'device', 'tag', 'route'].includes(name)) return name
    if (name === 'from' || name === 'to') return `${name} ${isoTime(Number(value))}`
    return `${name} ${value}`
  })

const SESSION_PLACE = ['number', 'string'] as const
const EVENT_PLACE = ['number', 'string', 'number'] as const

interface SessionFrom {
  readonly session: ListedSession
  /** Events that an earlier export already contained. */
  readonly skip: number
}

const fromStart = (session: ListedSession): SessionFrom => ({ session, skip: 0 })

async function* sessionPages(
  facts: FactStore,
  workspace: string,
  filter: FactFilter,
  start?: FactCursor,
): AsyncGenerator<readonly ListedSession[]> {
  for (let after = start; ; ) {
    const { rows, end } = await facts.list({
      workspace,
      filter,
      order: 'oldest',
      limit: PAGE,
      ...(after && { after }),
    })
    if (rows.length > 0) yield rows
    if (end === null) return
    after = end
    // Other requests run between steps.
    await setImmediate()
  }
}

const SESSION_COLUMNS = [
  'session_id',
  'started_at',
  'last_at',
  'user_id',
  'tags',
  'risk_score',
  'recommended_action',
  'effective_action',
  'label',
  'overridden_by',
  'overridden_at',
  'note',
  ...LISTED_FACTS.map(fieldOf),
  'cursor',
]

async function* sessionFile(
  store: Store,
  pages: AsyncIterable<readonly ListedSession[]>,
  { format, cursor }: ExportQuery,
): Export {
  if (format === 'csv' && cursor === undefined) yield writeGuardedRecord(SESSION_COLUMNS, ',')
  for await (const rows of pages) {
    const items = await sessionItems(store, rows)
    yield items
      .map((item) => {
        const at = writeCursor([item.started_at, item.session_id])
        return format === 'csv' ? sessionRecord(item, at) : jsonLine({ ...item, cursor: at })
      })
      .join('')
  }
}

function sessionRecord(item: SessionItem, cursor: string): string {
  const { overridden_by: overridden } = item
  const cells: Readonly<Record<string, unknown>> = {
    ...item,
    started_at: isoTime(item.started_at),
    last_at: isoTime(item.last_at),
    overridden_by: overridden?.by,
    overridden_at: overridden && isoTime(overridden.at),
    note: overridden?.note,
    cursor,
  }
  return writeGuardedRecord(
    SESSION_COLUMNS.map((column) => cellText(cells[column])),
    ',',
  )
}

const cellText = (value: unknown): string => (Array.isArray(value) ? value.join('; ') : String(value ?? ''))

const EVENT_COLUMNS = ['session_id', 'user_id', 'action', 'user_time', 'unix_timestamp', 'cursor']

async function* eventFile(
  scoring: Pick<Scoring, 'report'>,
  pages: AsyncIterable<readonly SessionFrom[]>,
  { format, cursor }: ExportQuery,
): Export {
  if (format === 'csv' && cursor === undefined) yield writeGuardedRecord(EVENT_COLUMNS, ',')
  for await (const page of pages) {
    for (const { session, skip } of page) {
      // Null: the session was erased since the page was read.
      const scored = await scoring.report(session)
      const entries = scored === null ? [] : (JSON.parse(scored.report.log) as EventEntry[])
      for (let from = skip; from < entries.length; from += EVENTS_PER_PIECE) {
        yield entries
          .slice(from, from + EVENTS_PER_PIECE)
          .map((entry, index) => eventLine(format, session, entry, from + index + 1))
          .join('')
      }
    }
  }
}

/** `count`: the events of the session up to this one. */
function eventLine(
  format: ExportFormat,
  { sessionId, userId, startedAt }: ListedSession,
  { action, user_time, unix_timestamp }: EventEntry,
  count: number,
): string {
  const cursor = writeCursor([startedAt, sessionId, count])
  if (format === 'csv') {
    return writeGuardedRecord(
      [sessionId, userId ?? '', action, user_time, String(unix_timestamp), cursor],
      ',',
    )
  }
  return jsonLine({ session_id: sessionId, user_id: userId, action, user_time, unix_timestamp, cursor })
}

const jsonLine = (value: object): string => `${JSON.stringify(value)}\n`
const isoTime = (ms: number): string => new Date(ms).toISOString()
