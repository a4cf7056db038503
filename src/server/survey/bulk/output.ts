/** The formats of the output: CSV with result columns, or NDJSON with a result in each line. */

import { BulkFault } from '../../files/bulk_fault.ts'
import { openFileBytes } from '../../files/bytes.ts'
import { writeRecord } from '../../files/csv.ts'
import { decodedText } from '../../files/encoding.ts'
import { parseObject } from '../../files/json_lines.ts'
import { csvRecords, isJsonLines } from '../../files/record_file.ts'
import { codebook } from '../result/result_columns.ts'
import type { RowResult } from './analyzer.ts'
import { outcomeOfCells, resultCells, resultHeader } from './result_cells.ts'
import { outcomeOf, type RowOutcome } from './row_outcome.ts'
import type { SurveyTable, TableRow } from './survey_table.ts'

export interface OutputFormat {
  /** Text before the first row. */
  readonly head: string
  /** What the columns with results hold. Null: each result names its questions. */
  readonly codebook: string | null
  /** Whether header rows below the first one are written. */
  readonly hasHeaderRows: boolean
  /** `null`: a header row or a row without answers. */
  write(row: TableRow, result: RowResult | null): string
  /** Rows of an earlier output, in order. A row that a crash truncated is left out. */
  rows(path: string): AsyncIterable<WrittenRow>
}

export interface WrittenRow {
  /** The row exactly as written. */
  readonly text: string
  readonly outcome: RowOutcome
  isOf(row: TableRow): boolean
}

export const outputFormat = (table: SurveyTable, path: string): OutputFormat =>
  isJsonLines(path) ? jsonOutput(table) : csvOutput(table)

export const otherInput = (path: string) =>
  new BulkFault(
    `${path} exists and was not created from this input with these columns. Remove it or choose another --out.`,
  )

const BYTE_ORDER_MARK = '\uFEFF'

function csvOutput({ header, questions, file }: SurveyTable): OutputFormat {
  const { delimiter, hasByteOrderMark } = file
  const added = resultHeader(questions)
  const blank = added.map(() => '')
  const names = [...header, ...added]
  return {
    hasHeaderRows: true,
    head: `${hasByteOrderMark ? BYTE_ORDER_MARK : ''}${writeRecord(names, delimiter)}`,
    codebook: [...codebook(added, questions)].join(''),
    write: ({ cells, isHeader }, result) =>
      writeRecord([...cells, ...(isHeader ? blank : resultCells(questions, result))], delimiter),
    async *rows(path) {
      let isFirst = true
      for await (const { cells } of csvRecords(
        decodedText(await openFileBytes(path), 'utf-8'),
        delimiter,
        true,
      )) {
        if (isFirst && !isSame(cells, names)) throw otherInput(path)
        if (!isFirst) {
          yield {
            text: writeRecord(cells, delimiter),
            outcome: outcomeOfCells(added, cells.slice(header.length)),
            isOf: (row) => cells.length === names.length && isSame(cells.slice(0, header.length), row.cells),
          }
        }
        isFirst = false
      }
    },
  }
}

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((cell, index) => cell === b[index])

/** Keys that the output adds. */
const ADDED = ['result', 'rejected', 'skipped']

/** The input line is kept as it is. A row of a table becomes an object of its cells. */
function jsonOutput({ header, choices }: SurveyTable): OutputFormat {
  const taken = header.find((name) => ADDED.includes(name))
  if (taken !== undefined) {
    throw new BulkFault(`The input already has a column ${taken}. Choose an --out file that ends in .csv.`)
  }
  const textOf = ({ record, cells }: TableRow) =>
    record.json?.text ??
    JSON.stringify(Object.fromEntries(choices.map(({ name, index }) => [name, cells[index]])))
  return {
    hasHeaderRows: false,
    head: '',
    codebook: null,
    write(row, result) {
      const added = JSON.stringify(result ?? { skipped: true }).slice(1)
      const text = textOf(row).slice(0, -1).trimEnd()
      return `${text}${text === '{' ? '' : ','}${added}\n`
    },
    async *rows(path) {
      for await (const line of completeLines(decodedText(await openFileBytes(path), 'utf-8'))) {
        const value = parseObject(line)
        if (value === null) throw otherInput(path)
        yield {
          text: `${line}\n`,
          outcome: outcomeOf('skipped' in value ? null : (value as unknown as RowResult)),
          isOf: (row) => line.startsWith(textOf(row).slice(0, -1).trimEnd()),
        }
      }
    },
  }
}

async function* completeLines(text: AsyncIterable<string>): AsyncIterable<string> {
  let rest = ''
  for await (const piece of text) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
