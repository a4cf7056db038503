/** Writes the sessions and batches of a group in one transaction: one statement per table. */
import type { StoredSession } from '../rows/session.ts'
import { FIXED_COLUMNS, sessions } from '../sessions.ts'
import type { Database } from './database.ts'
import { RolledBack, type Value } from './pool.ts'
import { RowsWrite, type WriteRows } from './rows_write.ts'
import { KEY_CASTS, KEY_COLUMNS, type PrimaryKey, sameKey } from './session_key.ts'

/** A session before and after this group. */
export interface ChangedSession {
  readonly key: PrimaryKey
  readonly found: StoredSession | null
  readonly next: StoredSession
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

/** `kept`: rows of batches. Throws `RolledBack` if another node wrote to one of the sessions meanwhile. */
export function writeGroup(db: Database, changed: readonly ChangedSession[], kept: Value[][]): Promise<void> {
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

const TYPES = Object.values(sessions.described).map(({ type }) => type)

const INSERT_SESSIONS = new RowsWrite(
  ['smallint', ...TYPES],
  (tables, rows) =>
    `INSERT INTO ${tables.sessions} (bucket, ${sessions.columns}) ${rows} ON CONFLICT DO NOTHING`,
)

async function insertSessions(write: WriteRows, changed: readonly ChangedSession[]): Promise<void> {
  if (changed.length === 0) return
  const rows = changed.map(({ key, next }) => [key[0], ...next.values])
  const made = await write(INSERT_SESSIONS, rows)
  if (made !== changed.length) throw new RolledBack('another node started a session')
}

const CHANGING_COLUMNS = sessions.columns.slice(FIXED_COLUMNS)

/** Updates only unchanged revisions: an erased session is not restored, and no batch is lost. */
const UPDATE_SESSIONS = new RowsWrite(
  [...KEY_CASTS, 'bigint', ...TYPES.slice(FIXED_COLUMNS)],
  (tables, rows, isHere) =>
    `UPDATE ${tables.sessions} s SET ${CHANGING_COLUMNS.map((column) => `${column} = v.${column}`)}
     FROM (${rows}) v (${KEY_COLUMNS}, seen, ${CHANGING_COLUMNS})
     WHERE ${sameKey('s', 'v')} AND s.revision = v.seen ${isHere('s')}`,
)

async function updateSessions(write: WriteRows, changed: readonly ChangedSession[]): Promise<void> {
  if (changed.length === 0) return
  const rows = changed.map(({ key, found, next }) => [
    ...key,
    found?.state.revision ?? 0,
    ...next.values.slice(FIXED_COLUMNS),
  ])
  const moved = await write(UPDATE_SESSIONS, rows)
  if (moved !== changed.length) throw new ChangedElsewhere('another node changed a session')
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

async function writeTags(write: WriteRows, changed: readonly ChangedSession[]): Promise<void> {
  const retagged = changed.filter(({ found, next }) => found?.state.tags !== next.state.tags)
  const tagged = retagged.filter(({ found }) => found)
  if (tagged.length > 0) await write(DELETE_TAGS, tagged.map(keyOf))
  const rows = retagged.flatMap(({ key, next: { state } }) =>
    state.tags.map((tag) => [...key, tag, state.startedAt]),
  )
  if (rows.length > 0) await write(INSERT_TAGS, rows)
}

function byKey(a: ChangedSession, b: ChangedSession): number {
  return (
    a.key[0] - b.key[0] ||
    (a.key[1] < b.key[1] ? -1 : a.key[1] > b.key[1] ? 1 : Buffer.compare(a.key[2], b.key[2]))
  )
}

const keyOf = ({ key }: ChangedSession): PrimaryKey => key
