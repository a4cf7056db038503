import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBatch, encodeBatch, type KeptBatch, type RecordedBatch } from './codec.ts'
import { eventsToRows, findRowFault, rowsToEvents } from './events.ts'
import { flatten } from './flat_rows.ts'
import { ROWS, type RowType } from './rows.ts'

const LARGEST = 2 ** 40

const anyRow = fc
  .constantFrom(...(Object.keys(ROWS) as RowType[]))
  .chain((type) =>
    fc
      .tuple(
        fc.integer({ min: 0, max: LARGEST }),
        ...ROWS[type].fields.map((field) =>
          field === 'name'
            ? fc.constant(-1)
            : fc.oneof(fc.integer(), fc.integer({ min: -LARGEST, max: LARGEST })),
        ),
      )
      .map((rest) => [ROWS[type].code, ...rest]),
  )

const recorded = (rows: number[][], names: KeptBatch['names'] = []): RecordedBatch => ({
  batch: {
    session_id: 'A'.repeat(22),
    tab: 'B'.repeat(8),
    page: 0,
    seq: 3,
    sent_at: 1_790_000_000_000,
    time_origin: 1_790_000_000_000,
    start: 12,
    at: [-3, 4],
    names,
    rows,
  },
  receipt: { at: 1_790_000_000_100 },
})

describe('batch codec', () => {
  it('restores every batch exactly', () => {
    fc.assert(
      fc.property(
        fc.array(anyRow, { maxLength: 60 }),
        fc.array(fc.string({ unit: 'binary' })),
        (rows, labels) => {
          const original = recorded(
            rows,
            labels.map((label) => ['button', label.toWellFormed()]),
          )
          expect(findRowFault(flatten(rows), 0)).toBeUndefined()
          expect(decodeBatch(encodeBatch(original))).toEqual(original)
        },
      ),
    )
  })

  it('turns rows into events and back', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 60 }), (rows) => {
        expect(eventsToRows(rowsToEvents(rows, 7, [1, 2]), 7, [1, 2])).toEqual(rows)
      }),
    )
  })

  it('rejects truncated and extended bytes', () => {
    const bytes = encodeBatch(recorded([[ROWS.move.code, 10, 1, 1, 0, 2]]))
    expect(() => decodeBatch(bytes.subarray(0, bytes.length - 1))).toThrow('too early')
    expect(() => decodeBatch(new Uint8Array([...bytes, 0]))).toThrow('after its end')
    expect(() => decodeBatch(new Uint8Array([9]))).toThrow('format 9')
  })
})

describe('row faults', () => {
  it.each([
    ['an unknown code', [99, 0], 'unknown row code'],
    ['a short row', [ROWS.move.code, 0, 1], 'move rows have 6 numbers'],
    ['a decreasing time', [ROWS.attention.code, -1, 1], 'decreases'],
    ['a fraction', [ROWS.attention.code, 0, 1.5], 'number 2 is out of range'],
    ['an absurd number', [ROWS.attention.code, 0, 2 ** 53], 'number 2 is out of range'],
    ['a name outside the table', [ROWS.navigation.code, 0, 1, 4], 'name index is out of range of `names`'],
  ])('names %s', (_, row, detail) => {
    expect(findRowFault(flatten([[ROWS.attention.code, 0, 1], row]), 4)).toEqual({
      pointer: '/rows/1',
      detail: expect.stringContaining(detail),
    })
  })
})
