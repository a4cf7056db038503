/** Writes the sessions and batches of a group in one transaction: one statement per table. */
import { elementAt } from '../../contract/element_at.ts'
import type { SessionState } from '../append_decision.ts'
import { identityChecksum, type RawSession, SESSION_COLUMNS, sessionChecksum } from '../rows/session.ts'
import { type Queries, RolledBack, type Statements, type Value } from './pool.ts'
import { inBuckets, isOneOf, KEY_CASTS, type PrimaryKey } from './session_key.ts'
import { arrayRows, listedRows, valueRows } from './values.ts'

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
export function writeGroup(
  db: Statements,
  changed: readonly Touched[],
  kept: Value[][],
  isCluster: boolean,
): Promise<void> {
  return db.transaction((queries) => write(queries, changed, kept, isCluster))
}

async function write(
  queries: Queries,
  changed: readonly Touched[],
  kept: Value[][],
  isCluster: boolean,
): Promise<void> {
  // All nodes lock in the same order, which prevents deadlocks.
  const sorted = [...changed].sort(byKey)
  await insertSessions(
    queries,
    sorted.filter(({ found }) => !found),
    isCluster,
  )
  const update = isCluster ? updateOnCluster : updateSessions
  await update(
    queries,
    sorted.filter(({ found }) => found),
  )
  await writeTags(queries, sorted, isCluster)
  if (kept.length === 0) return
  const rowsQuery = isCluster ? listedRows : arrayRows
  const { text, values } = rowsQuery(kept, Object.values(BATCH_TYPES))
  const stored = await queries.run(
    `INSERT INTO batches (${Object.keys(BATCH_TYPES)}) ${text} ON CONFLICT DO NOTHING`,
    values,
  )
  if (stored !== kept.length) throw new RolledBack('another node stored a batch')
}

async function insertSessions(
  queries: Queries,
  sessions: readonly Touched[],
  isCluster: boolean,
): Promise<void> {
  if (sessions.length === 0) return
  const rowsQuery = isCluster ? listedRows : arrayRows
  const rows = sessions.map(({ key, state }) => [key[0], ...columnsOf(key, state)])
  const { text, values } = rowsQuery(rows, [
    'smallint',
    ...SESSION_COLUMNS.map((name) => SESSION_TYPES[name]),
  ])
  const made = await queries.run(
    `INSERT INTO sessions (bucket, ${SESSION_COLUMNS}) ${text} ON CONFLICT DO NOTHING`,
    values,
  )
  if (made !== sessions.length) throw new RolledBack('another node started a session')
}

const CHANGING_COLUMNS = SESSION_COLUMNS.filter((name) => !FIXED.has(name))
const CHANGING_PLACES = CHANGING_COLUMNS.map((column) => SESSION_COLUMNS.indexOf(column))

/** Updates only unchanged revisions: an erased session is not restored, and no batch is lost. */
async function updateSessions(queries: Queries, sessions: readonly Touched[]): Promise<void> {
  if (sessions.length === 0) return
  const rows = sessions.map(({ key, found, state }) => {
    const columns = columnsOf(key, state)
    return [...key, found?.revision ?? 0, ...CHANGING_PLACES.map((place) => elementAt(columns, place))]
  })
  const types = CHANGING_COLUMNS.map((name) => SESSION_TYPES[name])
  const { text, values } = arrayRows(rows, [...KEY_CASTS, 'bigint', ...types])
  const moved = await queries.run(
    `UPDATE sessions s SET ${CHANGING_COLUMNS.map((column) => `${column} = v.${column}`)}
     FROM (${text}) v (bucket, workspace, session_id, seen, ${CHANGING_COLUMNS})
     WHERE s.bucket = v.bucket AND s.workspace = v.workspace AND s.session_id = v.session_id AND s.revision = v.seen
       ${inBuckets('s', sessions.map(keyOf), false)}`,
    values,
  )
  if (moved !== sessions.length) throw new ChangedElsewhere('another node changed a session')
}

/**
 * Citus gives each shard its own rows of an INSERT, but all rows of an UPDATE, which takes twice the processor time. The
 * negative revision stays only in a row that was inserted, because another node had erased the session.
 */
async function updateOnCluster(queries: Queries, sessions: readonly Touched[]): Promise<void> {
  if (sessions.length === 0) return
  const { text, values } = valueRows(
    sessions.map(({ key, found, state }) => [key[0], ...columnsOf(key, state), -(found?.revision ?? 0)]),
  )
  const rows = await queries.rows<{ claimed_until: number }>(
    `INSERT INTO sessions AS s (bucket, ${SESSION_COLUMNS}, claimed_until) VALUES ${text}
     ON CONFLICT (bucket, workspace, session_id) DO UPDATE SET ${CHANGING_COLUMNS.map((column) => `${column} = excluded.${column}`)}
     WHERE s.revision = -excluded.claimed_until RETURNING claimed_until`,
    values,
  )
  if (rows.length !== sessions.length || rows.some(({ claimed_until }) => claimed_until < 0)) {
    throw new ChangedElsewhere('another node changed a session')
  }
}

async function writeTags(queries: Queries, sessions: readonly Touched[], isCluster: boolean): Promise<void> {
  const retagged = sessions.filter(({ found, state }) => found && found.tags !== state?.tags)
  if (retagged.length > 0) {
    const { text, values } = isOneOf('t', retagged.map(keyOf), isCluster)
    await queries.run(`DELETE FROM session_tags t WHERE ${text}`, values)
  }
  const rows = sessions
    .filter(({ found, state }) => found?.tags !== state?.tags)
    .flatMap(({ key, state }) => (state?.tags ?? []).map((tag) => [...key, tag, state?.startedAt ?? 0]))
  if (rows.length === 0) return
  const { text, values } = valueRows(rows)
  await queries.run(
    `INSERT INTO session_tags (bucket, workspace, session_id, tag, started_at) VALUES ${text}`,
    values,
  )
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
