import { beforeEach, describe, expect, it, vi } from 'vitest'
import { rowsToEvents } from '../contract/batch/events.ts'
import { ROWS } from '../contract/batch/rows.ts'
import { BATCH } from '../contract/limits.ts'

let rows: typeof import('./rows.ts')

beforeEach(async () => {
  vi.resetModules()
  rows = await import('./rows.ts')
})

const MOVE = ROWS.move.code
const CLICK = ROWS.click.code
const UP = ROWS.up.code

function taken() {
  const batch = rows.takeRows()
  const { start, rowsText } = rows.encodeRows(batch)
  return rowsToEvents(JSON.parse(rowsText), start, [...batch.at])
}

describe('rows', () => {
  it('keep times and positions', () => {
    rows.addRow([MOVE, 1000, 10, 20, 1, 2])
    rows.addRow([MOVE, 1166, 13, 18, 1, 2])
    rows.addRow([UP, 1200, 40, 50, 0, 1, 1, 2, 0, 1])
    rows.addRow([MOVE, 1300, 41, 50, 1, 2])
    expect(taken()).toMatchObject([
      { t: 1000, x: 10, y: 20 },
      { t: 1166, x: 13, y: 18 },
      { t: 1200, x: 40, y: 50 },
      { t: 1300, x: 41, y: 50 },
    ])
  })

  it('are sorted by time', () => {
    rows.addRow([ROWS.attention.code, 500, 1])
    rows.addRow([MOVE, 400, 7, 8, 1, 2])
    rows.addRow([MOVE, 600, 9, 8, 1, 2])
    expect(taken().map(({ t }) => t)).toEqual([400, 500, 600])
  })

  it('start the next batch at the last pointer position, without clicks', () => {
    rows.addRow([MOVE, 10, 100, 100, 1, 2])
    rows.addRow([CLICK, 20, 5, 5, 1, 2, 0, 0, 0, 0, -1])
    rows.takeRows()
    rows.addRow([MOVE, 30, 101, 102, 1, 2])
    expect(rows.takeRows().at).toEqual([100, 100])
  })

  it('are integers, whatever a page did to the event', () => {
    rows.addRow([MOVE, 10.4, 1.5, Number.NaN, undefined as never, 2])
    expect(rows.takeRows().rows).toEqual([[MOVE, 10, 2, 0, 0, 2]])
  })

  it('contain each name once, and no more names than the contract allows', () => {
    expect(rows.nameIndex(['button', 'Send'])).toBe(0)
    expect(rows.nameIndex(['link', 'Send'])).toBe(1)
    expect(rows.nameIndex(['button', 'Send'])).toBe(0)
    for (let i = 2; i < BATCH.names; i++) expect(rows.nameIndex(['element', String(i)])).toBe(i)
    expect(rows.nameIndex(['element', 'one too many'])).toBe(-1)
    expect(rows.takeRows().names).toHaveLength(BATCH.names)
    expect(rows.nameIndex(['button', 'x'.repeat(500)])).toBe(0)
    expect(rows.takeRows().names[0]?.[1]).toHaveLength(BATCH.nameChars)
  })
})
