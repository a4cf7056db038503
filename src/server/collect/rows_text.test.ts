import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PLACEHOLDER, readRowsText } from './rows_text.ts'

function rowsIn(text: string): number[][] | undefined {
  const read = readRowsText(Buffer.from(text))
  if (read === undefined) return undefined
  const { count, values, ends } = read.rows
  return Array.from({ length: count }, (_, index) =>
    Array.prototype.slice.call(values, index === 0 ? 0 : ends[index - 1], ends[index]),
  )
}

describe('readRowsText', () => {
  it('reads the same rows as JSON.parse, and leaves the rest unchanged', () => {
    const row = fc.array(fc.integer({ min: -(2 ** 41), max: 2 ** 41 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(fc.array(row, { maxLength: 50 }), fc.string(), (rows, name) => {
        const text = JSON.stringify({ before: name, rows, after: [name] })
        expect(rowsIn(text)).toEqual(rows)
        const rest = readRowsText(Buffer.from(text))?.rest as string
        expect(JSON.parse(rest)).toEqual({ before: name, rows: PLACEHOLDER, after: [name] })
      }),
    )
  })

  it.each(['{"rows":[[1, 2]]}', '{"rows":[[1.5]]}', '{"rows":[[01]]}', '{"rows":[[1]', '{"rows":[', '{}'])(
    'leaves %s to JSON.parse',
    (text) => {
      expect(rowsIn(text)).toBeUndefined()
    },
  )

  it('reads up to the limit of a batch, and leaves more to JSON.parse', () => {
    const many = (count: number) => JSON.stringify({ rows: Array(count).fill([1, 2]) })
    expect(rowsIn(many(5_000))).toHaveLength(5_000)
    expect(rowsIn(many(5_001))).toBeUndefined()
    expect(rowsIn(JSON.stringify({ rows: Array(4_000).fill([1, 123_456_789_012]) }))).toBeUndefined()
  })
})
