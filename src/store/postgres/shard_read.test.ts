import { describe, expect, it } from 'vitest'
import type { Queries } from './pool.ts'
import { ShardRead } from './shard_read.ts'
import type { Shards } from './workers.ts'

const shardsAt = (from: number): Shards => ({
  sessions: from,
  batches: from + 50,
  reports: from + 100,
  labels: from + 200,
  step_ups: from + 300,
  session_tags: from + 400,
})

/** Answers with these rows, and remembers the statements. */
function answering(rows: object[]) {
  const sent: { text: string; name: string }[] = []
  const queries = {
    rows: async (text: string, _: unknown, name: string) => {
      sent.push({ text, name })
      return rows
    },
  } as unknown as Queries
  return { queries, sent }
}

const READ = () =>
  new ShardRead((shards) => shards.map(({ reports }) => `SELECT version FROM ${reports}`).join(' UNION ALL '))

describe('a read of shards', () => {
  it('names the tables of each shard, and asks whether all of them are there', async () => {
    const { queries, sent } = answering([])
    await READ().rows(queries, [shardsAt(1), shardsAt(2)], [])
    expect(sent[0]?.text).toContain(
      'SELECT version FROM reports_101 UNION ALL SELECT version FROM reports_102',
    )
    expect(sent[0]?.text).toContain('p.shardid IN (1,2)) = 2')
  })

  it('distinguishes no rows from shards that are elsewhere', async () => {
    const read = READ()
    const rowsOf = (rows: object[]) => read.rows(answering(rows).queries, [shardsAt(1)], [])
    expect(await rowsOf([])).toBeNull()
    expect(await rowsOf([{ is_row: null, version: null }])).toEqual([])
    expect(await rowsOf([{ is_row: true, version: 'a' }])).toMatchObject([{ version: 'a' }])
  })

  it('has one prepared statement for the same shards, and its own for others', async () => {
    const { queries, sent } = answering([])
    const read = READ()
    for (const from of [1, 2, 1]) await read.rows(queries, [shardsAt(from)], [])
    await READ().rows(queries, [shardsAt(1)], [])
    const [first, other, again, another] = sent.map(({ name }) => name)
    expect(again).toBe(first)
    expect(new Set([first, other, another]).size).toBe(3)
  })
})
