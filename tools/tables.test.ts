import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  findTable,
  readTables,
  type Table,
  tableAsMarkdown,
  tablesAsMarkdown,
  writeTables,
} from './tables.ts'

const TABLE: Table = {
  id: 'one',
  title: 'One',
  note: 'How it was measured.',
  head: ['set', 'found', 'number'],
  rows: [
    ['a|b', [5, 3_632], 1_000],
    ['c', [0, 0], null],
    ['d', [1, 2, 'worst'], 3],
  ],
}

describe('a table', () => {
  it('is shown with intervals, grouped digits and escaped bars', () => {
    expect(tableAsMarkdown(TABLE)).toBe(
      [
        'How it was measured.',
        '',
        '| set | found | number |',
        '| --- | --- | --- |',
        '| a\\|b | 5 of 3,632, 0.14% (0.06 to 0.32) | 1,000 |',
        '| c | no result |  |',
        '| d | 1 of 2, 50.0% (9.45 to 90.5), worst | 3 |',
      ].join('\n'),
    )
  })

  it('is shown without intervals where they say nothing', () => {
    expect(tableAsMarkdown({ ...TABLE, intervals: false })).toContain('| a\\|b | 5 of 3,632 | 1,000 |')
  })

  it('has its title among others', () => {
    expect(tablesAsMarkdown([TABLE, { ...TABLE, title: 'Two' }])).toMatch(/^### One\n[\s\S]*\n\n### Two\n/)
  })

  it('is found by its id', () => {
    expect(findTable([TABLE], 'one')).toBe(TABLE)
    expect(() => findTable([TABLE], 'two')).toThrow('There is no table two.')
  })
})

describe('a file of tables', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'byhand-tables-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('is read back as it was written, with one line for each row', () => {
    const path = join(folder, 'tables.json')
    writeTables(path, [TABLE])
    expect(readTables(path)).toEqual([TABLE])
    expect(readFileSync(path, 'utf8')).toContain('\n        ["a|b",[5,3632],1000],\n')
  })
})
