import { describe, expect, it } from 'vitest'
import type { Batch } from '../../contract/batch/batch.ts'
import { flatten, spanOf } from '../../contract/batch/flat_rows.ts'
import { clockMark } from './times.ts'

const NOW = 1_790_000_000_000
const DAY_MS = 24 * 3_600_000

const clocks = (fields: Partial<Batch>) => ({ sent_at: NOW, time_origin: NOW - 60_000, start: 0, ...fields })

describe('clockMark', () => {
  it.each<[string, Partial<Batch>, string | undefined]>([
    ['a correct clock', {}, undefined],
    ['a clock an hour off', { sent_at: NOW + 3_600_000 }, undefined],
    ['a clock ten years ahead', { sent_at: NOW + 3_650 * DAY_MS }, 'ahead'],
    ['a clock that starts at zero', { sent_at: 60_000, time_origin: 0 }, 'behind'],
    ['events after they were sent', { start: 700_000 }, 'broken'],
    ['rows after they were sent', { rows: [[12, 700_000, 1]] }, 'broken'],
    ['a page that began after it was sent', { time_origin: NOW + DAY_MS }, 'broken'],
    [
      'a clock set back a little while the page was open',
      { time_origin: NOW - 1_000, start: 50_000 },
      undefined,
    ],
  ])('classifies %s', (_, fields, mark) => {
    expect(clockMark(clocks(fields), spanOf(flatten(fields.rows ?? [])), NOW, () => false)).toBe(mark)
  })

  it.each<[string, number, string | undefined]>([
    ['the time without the leap', NOW - 400 * DAY_MS, undefined],
    ['another time', NOW - 300 * DAY_MS, 'behind'],
  ])('of %s, while a leap of the service may be an error', (_, sent_at, mark) => {
    const fields = clocks({ sent_at, time_origin: sent_at - 60_000 })
    expect(clockMark(fields, 0, NOW, (time) => time === NOW - 400 * DAY_MS)).toBe(mark)
  })
})
