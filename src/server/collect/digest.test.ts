import { describe, expect, it } from 'vitest'
import type { Batch } from '../../contract/batch/batch.ts'
import { encodeRows } from '../../contract/batch/codec.ts'
import { flatten } from '../../contract/batch/flat_rows.ts'
import { ROWS } from '../../contract/batch/rows.ts'
import { batchDigest } from './digest.ts'

const BATCH: Batch = {
  v: 1,
  site_key: 'bh_pk_x',
  session_id: 'A'.repeat(22),
  tab_secret: 'C'.repeat(22),
  tab: 'B'.repeat(8),
  page: 0,
  seq: 0,
  sent_at: 10,
  time_origin: 5,
  start: 0,
  at: [0, 0],
  names: [['question', 'q1']],
  rows: [[ROWS.attention.code, 10, 1]],
}

function digest(fields: Partial<Batch>): string {
  const batch = { ...BATCH, ...fields }
  return batchDigest(batch, encodeRows(flatten(batch.rows))).toString('hex')
}

describe('batchDigest', () => {
  it('is the same for a repeated batch', () => {
    const again: Partial<Batch>[] = [
      { token: 'x' },
      { sent_at: 99 },
      { final: true },
      { user_id: 'u' },
      { tags: ['t'] },
    ]
    for (const fields of again) expect(digest(fields)).toBe(digest({}))
  })

  it('differs for other evidence', () => {
    const others: Partial<Batch>[] = [
      { rows: [] },
      { rows: [[ROWS.attention.code, 11, 1]] },
      { names: [['question', 'q2']] },
      { start: 1 },
      { at: [0, 1] },
      { page: 1 },
      { time_origin: 6 },
      { dropped: 1 },
      { edits: [[0, 1, 0, 0, 'a']] },
      { challenge: { seed: 'f1 x', results: ['a', 1] } },
      { device: [{ at: 'load', signals: { cores: 2 } }] },
    ]
    expect(new Set([{}, ...others].map(digest)).size).toBe(others.length + 1)
  })
})
