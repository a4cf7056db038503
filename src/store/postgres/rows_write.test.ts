import { describe, expect, it } from 'vitest'
import type { Queries } from './pool.ts'
import { RowsWrite } from './rows_write.ts'
import type { WorkerShard } from './workers.ts'

const SHARDS = [
  { sessions: 1, batches: 11, buckets: [3, 17] },
  { sessions: 2, batches: 12, buckets: [4] },
] as unknown as WorkerShard[]
const ROWS = [
  [3, 'ws'],
  [4, 'ws'],
]

function answering(answer: { changes: number; is_here: boolean }) {
  const sent: { text: string; values: unknown; name: string | undefined }[] = []
  const queries = {
    rows: async (text: string, values: unknown, name?: string) => {
      sent.push({ text: text.replace(/\s+/g, ' '), values, name })
      return [answer]
    },
    run: async (text: string, values: unknown) => {
      sent.push({ text, values, name: undefined })
      return answer.changes
    },
  } as unknown as Queries
  return { queries, sent }
}

const WRITE = () =>
  new RowsWrite(
    ['smallint', 'text'],
    ({ batches }, rows, isHere) => `INSERT INTO ${batches} ${rows} ${isHere('b')}`,
  )

describe('a write of rows', () => {
  it('gives every shard of a worker the rows of its buckets', async () => {
    const { queries, sent } = answering({ changes: 2, is_here: true })
    expect(await WRITE().onShards(queries, SHARDS, ROWS)).toBe(2)
    const [{ text, values }] = sent as [(typeof sent)[0]]
    expect(text).toContain('INSERT INTO batches_11 SELECT * FROM given WHERE c0 IN (3,17) RETURNING 1')
    expect(text).toContain('INSERT INTO batches_12 SELECT * FROM given WHERE c0 IN (4) RETURNING 1')
    expect(text).toContain('WHERE p.shardid IN (1,2)) = 2')
    expect(values).toEqual([
      [3, 4],
      ['ws', 'ws'],
    ])
  })

  it('is prepared once for the same shards', async () => {
    const { queries, sent } = answering({ changes: 1, is_here: true })
    const write = WRITE()
    for (const shards of [SHARDS, SHARDS.slice(), SHARDS.slice(1)])
      await write.onShards(queries, shards, ROWS)
    const [first, second, third] = sent.map(({ name }) => name)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  it('fails if a shard has moved, whatever changed', async () => {
    const { queries } = answering({ changes: 2, is_here: false })
    expect(await WRITE().onShards(queries, SHARDS, ROWS)).toBeNull()
  })

  it('names the buckets for a cluster, and nothing for one server', async () => {
    const { queries, sent } = answering({ changes: 2, is_here: true })
    expect(await WRITE().onCluster(queries, ROWS)).toBe(2)
    expect(await WRITE().onOneServer(queries, ROWS)).toBe(2)
    expect(sent.map(({ text }) => text.trim())).toEqual([
      'INSERT INTO batches VALUES ($1::smallint, $2::text), ($3, $4) AND b.bucket IN (3,4)',
      'INSERT INTO batches SELECT * FROM unnest($1::smallint[], $2::text[])',
    ])
  })
})
