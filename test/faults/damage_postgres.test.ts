/** Rows changed directly in PostgreSQL: our checksums reject them. */
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPostgres } from '../../src/store/postgres/postgres.ts'
import type { Store } from '../../src/store/store.ts'
import { type PostgresServer, startPostgres } from '../setup/postgres.ts'
import { cycles, figures } from './cycles.ts'
import { seededRandom } from './random.ts'
import { compareContents, fill, fillWorkspace, readAll } from './stored_content.ts'

const CHANGES = cycles(40, 200)
const SESSIONS = 8

/**
 * Columns by which a row is found or scheduled. A row with another key is a missing row, which no row checksum can
 * detect.
 */
const NOT_CONTENT = new Set([
  ...[
    'bucket',
    'workspace',
    'session_id',
    'survey_id',
    'participant_id',
    'question_id',
    'id',
    'no',
    'tab',
    'seq',
  ],
  ...['due', 'claimed_until', 'notified', 'digest', 'checksum'],
  // Beside the sealed request and result of an analysis.
  ...['version', 'analyzed_at', 'flagged', 'device_id'],
])
const TABLES = ['sessions', 'batches', 'reports', 'analyses']

let server: PostgresServer
let store: Store
let client: pg.Client
beforeAll(async () => {
  server = await startPostgres({ fsync: false })
  store = await openPostgres({ url: server.url })
  await fillWorkspace(store)
  await fill(store, 0, SESSIONS)
  client = new pg.Client({ connectionString: server.url })
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await store?.close()
  await server?.stop()
})

interface Column {
  readonly table_name: string
  readonly column_name: string
  readonly data_type: string
}

/** Another value of the same type, as similar as possible. */
const CHANGED: Readonly<Record<string, (column: string) => string>> = {
  bytea: (column) =>
    `set_bit(${column}, length(${column}) * 4, 1 - get_bit(${column}, length(${column}) * 4))`,
  text: (column) =>
    `overlay(${column} placing chr(ascii(substr(${column}, length(${column}), 1)) # 1) from length(${column}))`,
  bigint: (column) => `${column} # 1`,
  integer: (column) => `${column} # 1`,
  smallint: (column) => `(${column} # 1::smallint)`,
  boolean: (column) => `NOT ${column}`,
}

/** Changes one value, reads everything, and restores the value. */
async function change({ table_name, column_name, data_type }: Column, random: () => number) {
  const { rows } = await client.query<{ row_position: string; value: unknown }>(
    `SELECT ctid::text AS row_position, ${column_name} AS value FROM ${table_name}
     WHERE ${column_name} IS NOT NULL ${data_type === 'text' || data_type === 'bytea' ? `AND length(${column_name}) > 0` : ''}
     ORDER BY md5(ctid::text || $1) LIMIT 1`,
    [String(random())],
  )
  const [row] = rows
  if (!row) return null
  const changed = await client.query<{ row_position: string }>(
    `UPDATE ${table_name} SET ${column_name} = ${CHANGED[data_type]?.(column_name)} WHERE ctid = $1::tid
     RETURNING ctid::text AS row_position`,
    [row.row_position],
  )
  const contents = await readAll(store)
  await client.query(`UPDATE ${table_name} SET ${column_name} = $2 WHERE ctid = $1::tid`, [
    changed.rows[0]?.row_position,
    row.value,
  ])
  return contents
}

it(`are detected, ${CHANGES} times`, async () => {
  const { rows: columns } = await client.query<Column>(
    `SELECT table_name, column_name, data_type FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = ANY ($1) ORDER BY table_name, column_name`,
    [TABLES],
  )
  const content = columns.filter(
    ({ column_name, data_type }) => !NOT_CONTENT.has(column_name) && data_type in CHANGED,
  )
  expect(content.length).toBeGreaterThan(20)
  const truth = await readAll(store)
  const random = seededRandom(5)
  const outcomes = { refused: 0, unseen: [] as string[], wrong: [] as string[] }
  for (let number = 0; number < CHANGES; number++) {
    const column = content[Math.floor(random() * content.length)] as Column
    const contents = await change(column, random)
    if (contents === null) continue
    // Lists by user and by tag use the changed columns, so they may lack a row.
    for (const name of contents.keys())
      if (/^(user|tag)$/.test(name)) contents.set(name, truth.get(name) ?? '')
    const outcome = compareContents(contents, truth)
    const name = `${column.table_name}.${column.column_name}`
    if (outcome === 'refused') outcomes.refused++
    else if (typeof outcome === 'string') outcomes.unseen.push(name)
    else outcomes.wrong.push(`${name}: ${outcome.wrong.slice(0, 3)}`)
  }
  figures('changed rows', outcomes)
  expect(outcomes.wrong).toEqual([])
  expect(outcomes.refused).toBeGreaterThan(CHANGES / 2)
  expect(compareContents(await readAll(store), truth)).toBe('right')
})

it('are not detected by reading only the columns (control)', async () => {
  const read = async () =>
    (await client.query('SELECT revision, version FROM reports ORDER BY session_id')).rows
  const before = JSON.stringify(await read())
  await client.query('UPDATE reports SET revision = revision # 1')
  expect(JSON.stringify(await read())).not.toBe(before)
})
