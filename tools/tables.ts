/** Tables of the docs: stored as JSON beside the pages, and shown as Markdown by the docs site. */
import { readFileSync, writeFileSync } from 'node:fs'
import { grouped, type Share, shareOf, writeShare } from './wilson.ts'

/** A text, a number, nothing, or a count, its total and a note. A count is shown with its 95% interval. */
export type Cell = string | number | null | readonly [number, number] | readonly [number, number, string]

export interface Table {
  /** Part of the address of the table: `tables/lab.json#automation-by-family`. */
  readonly id: string
  readonly title: string
  /** How the table was measured, in Markdown without links. */
  readonly note?: string
  /** Counts are shown without their intervals. */
  readonly intervals?: false
  readonly head: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

export const cellOf = ({ count, of }: Share): Cell => [count, of]

export const readTables = (path: string): readonly Table[] => JSON.parse(readFileSync(path, 'utf8')).tables

export function findTable(tables: readonly Table[], id: string): Table {
  const found = tables.find((table) => table.id === id)
  if (found === undefined) throw new Error(`There is no table ${id}.`)
  return found
}

export const writeTables = (path: string, tables: readonly Table[]): void =>
  writeFileSync(path, tablesAsJson(tables))

/** One line for each row, so that changes are readable. */
export function tablesAsJson(tables: readonly Table[]): string {
  const texts = tables.map(({ rows, ...rest }) => {
    const head = Object.entries(rest).map(([name, value]) => `      "${name}": ${JSON.stringify(value)}`)
    const lines = rows.map((row) => `        ${JSON.stringify(row)}`)
    return `    {\n${head.join(',\n')},\n      "rows": [\n${lines.join(',\n')}\n      ]\n    }`
  })
  return `{\n  "tables": [\n${texts.join(',\n')}\n  ]\n}\n`
}

/** All tables with their titles. */
export const tablesAsMarkdown = (tables: readonly Table[]): string =>
  tables.map((table) => `### ${table.title}\n\n${tableAsMarkdown(table)}`).join('\n\n')

/** The note and the rows of one table. */
export function tableAsMarkdown({ note, intervals, head, rows }: Table): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const table = [
    line(head),
    line(head.map(() => '---')),
    ...rows.map((cells) => line(cells.map((cell) => writeCell(cell, intervals ?? true)))),
  ].join('\n')
  return note === undefined ? table : `${note}\n\n${table}`
}

function writeCell(cell: Cell, intervals: boolean): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return cell.replaceAll('|', '\\|')
  if (typeof cell === 'number') return grouped(cell)
  const [count, of, note] = cell
  const share = intervals ? writeShare(shareOf(count, of)) : `${grouped(count)} of ${grouped(of)}`
  return note === undefined ? share : `${share}, ${note}`
}
