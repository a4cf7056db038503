/** Writes the sessions and batches of a group in one transaction: one statement per table. */
import { elementAt } from '../../contract/element_at.ts'
import type { SessionState } from '../append_decision.ts'
import { identityChecksum, type RawSession, SESSION_COLUMNS, sessionChecksum } from '../rows/session.ts'
import type { Database } from './database.ts'
import { RolledBack, type Value } from './pool.ts'
import { RowsWrite, type WriteRows } from './rows_write.ts'
import { KEY_CASTS, KEY_COLUMNS, type PrimaryKey, sameKey } from './session_key.ts'

/** A session before and after this group. */
export interface Touched {
  readonly key: PrimaryKey
  readonly found: SessionState | null
  state: SessionState | null
}

/** Another node has changed a session. */
export class ChangedElsewhere extends RolledBack {}

const BATCH_TYPES = {
  bucket: 'smallint',
  workspace: 'text',
  session_id: 'bytea',
  tab: 'bytea',
  seq: 'integer',
  page: 'integer',
  received_at: 'bigint',
  digest: 'bytea',
  sealed: 'bytea',
}

const SESSION_TYPES: Readonly<Record<keyof RawSession, string>> = {
  workspace: 'text',
  session_id: 'bytea',
  site_key_id: 'text',
  started_at: 'bigint',
  last_at: 'bigint',
  user_id: 'text',
  user_at: 'bigint',
  tags: 'text',
  tags_at: 'bigint',
  tab_secret: 'bytea',
  revision: 'bigint',
  batch_count: 'bigint',
  row_count: 'bigint',
  byte_count: 'bigint',
  tampered: 'bigint',
  overflow: 'bigint',
  ip: 'text',
  checksum: 'bigint',
  due: 'bigint',
}
/** Written with the first batch. */
const FIXED: ReadonlySet<keyof RawSession> = new Set([
  'workspace',
  'session_id',
  'site_key_id',
  'started_at',
  'tab_secret',
])

/** `kept`: rows of batches. Throws `RolledBack` if another node wrote to one of the sessions meanwhile. */
export function writeGroup(db: Database, changed: readonly Touched[], kept: Value[][]): Promise<void> {
  // All nodes lock in the same order, which prevents deadlocks.
  const sorted = [...changed].sort(byKey)
  return db.writeRows(new Set(sorted.map(({ key }) => key[0])), async (write) => {
    await insertSessions(
      write,
      sorted.filter(({ found }) => !found),
    )
    await updateSessions(
      write,
      sorted.filter(({ found }) => found),
    )
    await writeTags(write, sorted)
    if (kept.length === 0) return
    const stored = await write(INSERT_BATCHES, kept)
    if (stored !== kept.length) throw new RolledBack('another node stored a batch')
  })
}

const INSERT_BATCHES = new RowsWrite(
  Object.values(BATCH_TYPES),
  ({ batches }, rows) =>
    `INSERT INTO ${batches} (${Object.keys(BATCH_TYPES)}) ${rows} ON CONFLICT DO NOTHING`,
)

const INSERT_SESSIONS = new RowsWrite(
  ['smallint', ...SESSION_COLUMNS.map((name) => SESSION_TYPES[name])],
  ({ sessions }, rows) =>
    `INSERT INTO ${sessions} (bucket, ${SESSION_COLUMNS}) ${rows} ON CONFLICT DO NOTHING`,
)

async function insertSessions(write: WriteRows, sessions: readonly Touched[]): Promise<void> {
  if (sessions.length === 0) return
  const rows = sessions.map(({ key, state }) => [key[0], ...columnsOf(key, state)])
  const made = await write(INSERT_SESSIONS, rows)
  if (made !== sessions.length) throw new RolledBack('another node started a session')
}

const CHANGING_COLUMNS = SESSION_COLUMNS.filter((name) => !FIXED.has(name))
const CHANGING_PLACES = CHANGING_COLUMNS.map((column) => SESSION_COLUMNS.indexOf(column))

/** Updates only unchanged revisions: an erased session is not restored, and no batch is lost. */
const UPDATE_SESSIONS = new RowsWrite(
  [...KEY_CASTS, 'bigint', ...CHANGING_COLUMNS.map((name) => SESSION_TYPES[name])],
  ({ sessions }, rows, isHere) =>
    `UPDATE ${sessions} s SET ${CHANGING_COLUMNS.map((column) => `${column} = v.${column}`)}
     FROM (${rows}) v (${KEY_COLUMNS}, seen, ${CHANGING_COLUMNS})
     WHERE ${sameKey('s', 'v')} AND s.revision = v.seen ${isHere('s')}`,
)

async function updateSessions(write: WriteRows, sessions: readonly Touched[]): Promise<void> {
  if (sessions.length === 0) return
  const rows = sessions.map(({ key, found, state }) => {
    const columns = columnsOf(key, state)
    return [...key, found?.revision ?? 0, ...CHANGING_PLACES.map((place) => elementAt(columns, place))]
  })
  const moved = await write(UPDATE_SESSIONS, rows)
  if (moved !== sessions.length) throw new ChangedElsewhere('another node changed a session')
}

const DELETE_TAGS = new RowsWrite(
  KEY_CASTS,
  ({ session_tags }, rows, isHere) =>
    `DELETE FROM ${session_tags} s USING (${rows}) v (${KEY_COLUMNS}) WHERE ${sameKey('s', 'v')} ${isHere('s')}`,
)

const INSERT_TAGS = new RowsWrite(
  [...KEY_CASTS, 'text', 'bigint'],
  ({ session_tags }, rows) => `INSERT INTO ${session_tags} (${KEY_COLUMNS}, tag, started_at) ${rows}`,
)

async function writeTags(write: WriteRows, sessions: readonly Touched[]): Promise<void> {
  const retagged = sessions.filter(({ found, state }) => found && found.tags !== state?.tags)
  if (retagged.length > 0) await write(DELETE_TAGS, retagged.map(keyOf))
  const rows = sessions
    .filter(({ found, state }) => found?.tags !== state?.tags)
    .flatMap(({ key, state }) => (state?.tags ?? []).map((tag) => [...key, tag, state?.startedAt ?? 0]))
  if (rows.length > 0) await write(INSERT_TAGS, rows)
}

function columnsOf(key: Touched['key'], state: SessionState | null): Value[] {
  if (!state) throw new Error('only a session that exists is written')
  const [, workspace, packedId] = key
  const tags = JSON.stringify(state.tags)
  return [
    workspace,
    packedId,
    state.siteKeyId,
    state.startedAt,
    state.lastAt,
    state.userId,
    state.userAt,
    tags,
    state.tagsAt,
    state.tabSecret,
    state.revision,
    state.batchCount,
    state.rowCount,
    state.byteCount,
    state.tampered,
    state.overflow,
    state.ip,
    sessionChecksum(identityChecksum(workspace, packedId, state), state, tags),
    state.due,
  ]
}

function byKey(a: Touched, b: Touched): number {
  return (
    a.key[0] - b.key[0] ||
    (a.key[1] < b.key[1] ? -1 : a.key[1] > b.key[1] ? 1 : Buffer.compare(a.key[2], b.key[2]))
  )
}

const keyOf = ({ key }: Touched): PrimaryKey => key
