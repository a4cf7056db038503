/** Rows of PostgreSQL that were changed behind our back: our own checksums refuse them. */
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPostgres } from '../../src/store/postgres/postgres.ts'
import { restore } from '../../src/store/restore.ts'
import type { Store } from '../../src/store/store.ts'
import { type PostgresServer, startPostgres } from '../setup/postgres.ts'
import { seededChance } from './chance.ts'
import { cycles, figures } from './cycles.ts'
import { fill, judge, tellAll } from './rot.ts'

const CHANGES = cycles(40, 200)
const SESSIONS = 8

/**
 * What a row is found by, and when to do something with it next. A row under another key is a row that is missing,
 * which no checksum of a row can tell.
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
  ...['due', 'claimed_until', 'told', 'digest', 'last_used_at', 'checksum'],
])
const TABLES = ['sessions', 'batches', 'reports', 'analyses', 'answers', 'keys', 'members', 'workspaces']

let server: PostgresServer
let store: Store
let client: pg.Client
beforeAll(async () => {
  server = await startPostgres({ fsync: false })
  await restore(join(import.meta.dirname, 'releases', '0.1.0', 'all.byhand'), server.url, '')
  store = await openPostgres({ url: server.url })
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

/** Another value of the same type, as near as can be. */
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

/** Changes one value, asks for everything, and puts it back. */
async function change({ table_name, column_name, data_type }: Column, chance: () => number) {
  const { rows } = await client.query<{ place: string; value: unknown }>(
    `SELECT ctid::text AS place, ${column_name} AS value FROM ${table_name}
     WHERE ${column_name} IS NOT NULL ${data_type === 'text' || data_type === 'bytea' ? `AND length(${column_name}) > 0` : ''}
     ORDER BY md5(ctid::text || $1) LIMIT 1`,
    [String(chance())],
  )
  const [row] = rows
  if (!row) return null
  const changed = await client.query<{ place: string }>(
    `UPDATE ${table_name} SET ${column_name} = ${CHANGED[data_type]?.(column_name)} WHERE ctid = $1::tid
     RETURNING ctid::text AS place`,
    [row.place],
  )
  const told = await tellAll(store)
  await client.query(`UPDATE ${table_name} SET ${column_name} = $2 WHERE ctid = $1::tid`, [
    changed.rows[0]?.place,
    row.value,
  ])
  return told
}

it(`are noticed, ${CHANGES} times`, async () => {
  const { rows: columns } = await client.query<Column>(
    `SELECT table_name, column_name, data_type FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = ANY ($1) ORDER BY table_name, column_name`,
    [TABLES],
  )
  const content = columns.filter(
    ({ column_name, data_type }) => !NOT_CONTENT.has(column_name) && data_type in CHANGED,
  )
  expect(content.length).toBeGreaterThan(40)
  const truth = await tellAll(store)
  const chance = seededChance(5)
  const outcomes = { refused: 0, unseen: [] as string[], wrong: [] as string[] }
  for (let number = 0; number < CHANGES; number++) {
    const column = content[Math.floor(chance() * content.length)] as Column
    const told = await change(column, chance)
    if (told === null) continue
    // Lists by user and by tag are found by what was changed: they may lack a row, as they may lack one that is gone.
    for (const name of told.keys()) if (/ (user|tag)$/.test(name)) told.set(name, truth.get(name) ?? '')
    const outcome = judge(told, truth)
    const place = `${column.table_name}.${column.column_name}`
    if (outcome === 'refused') outcomes.refused++
    else if (typeof outcome === 'string') outcomes.unseen.push(place)
    else outcomes.wrong.push(`${place}: ${outcome.wrong.slice(0, 3)}`)
  }
  figures('changed rows', outcomes)
  expect(outcomes.wrong).toEqual([])
  expect(outcomes.refused).toBeGreaterThan(CHANGES / 2)
  expect(judge(await tellAll(store), truth)).toBe('right')
})

it('would go unnoticed by whoever reads the columns alone (control)', async () => {
  const read = async () =>
    (await client.query('SELECT score, action, record FROM reports ORDER BY session_id')).rows
  const before = JSON.stringify(await read())
  await client.query('UPDATE reports SET score = score # 1')
  expect(JSON.stringify(await read())).not.toBe(before)
})
