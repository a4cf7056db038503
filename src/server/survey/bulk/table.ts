/** CSV: the output has each row unchanged, with the result in further columns. */
import { createReadStream } from 'node:fs'
import { basename, extname } from 'node:path'
import type { RowRequest } from './analyzer.ts'
import { BulkFault, type BulkFormat, type BulkOptions } from './bulk.ts'
import { type Columns, findColumns, SAMPLE_ROWS } from './columns.ts'
import { type Delimiter, detectDelimiter, guardCell, openCsvParser, writeRecord } from './csv.ts'
import { RESULT_PREFIX, resultCells, resultHeader } from './result_cells.ts'

export interface TableRow {
  readonly cells: readonly string[]
  /** Counts from 1 and includes describing rows. */
  readonly number: number
  readonly participantId: string
}

export async function openTable(options: BulkOptions): Promise<BulkFormat<TableRow>> {
  const { input, analyze } = options
  const { header, columns, delimiter, total } = await inspect(options)
  const isDescribing = (row: TableRow) => row.number <= columns.describingRows

  async function* rows(): AsyncIterable<TableRow> {
    const seen = new Set<string>()
    let number = 0
    for await (const record of records(input, delimiter)) {
      if (number++ === 0) continue
      const cells = header.map((_, index) => record[index] ?? '')
      const given = columns.participant === null ? '' : (cells[columns.participant] ?? '').trim()
      const named = given === '' ? `row ${number - 1}` : given
      // Two rows of one participant are two responses: a row of a file never replaces another row.
      const participantId = seen.has(named) ? `${named} (row ${number - 1})` : named
      seen.add(participantId)
      yield { cells, number: number - 1, participantId }
    }
  }

  return {
    total,
    rows,
    head: writeRecord([...header, ...resultHeader(columns.questions)], delimiter),
    async *finished(path) {
      const expected = [...header, ...resultHeader(columns.questions)].map(guardCell)
      const inputRows = rows()[Symbol.asyncIterator]()
      let isHeader = true
      for await (const record of records(path, delimiter, true)) {
        if (isHeader) {
          isHeader = false
          if (!isSame(record, expected)) throw otherInput(path)
          continue
        }
        const { value, done } = await inputRows.next()
        if (done || !isSame(record.slice(0, header.length), value.cells.map(guardCell)))
          throw otherInput(path)
        yield writeRecord(record, delimiter)
      }
    },
    analyze: async (row) => (isDescribing(row) ? undefined : analyze(requestOf(row, columns))),
    write(row, result) {
      const cells = result === undefined ? [] : resultCells(columns.questions, result)
      const padding = result === undefined ? resultHeader(columns.questions).map(() => '') : []
      return writeRecord([...row.cells, ...cells, ...padding], delimiter)
    },
  }
}

/** Reads the file once to find its columns and count its rows. */
async function inspect(options: BulkOptions) {
  const delimiter = await delimiterOf(options.input)
  const sample: string[][] = []
  let header: string[] | undefined
  let total = 0
  for await (const record of records(options.input, delimiter)) {
    if (header === undefined) header = record
    else if (++total <= SAMPLE_ROWS) sample.push(record)
  }
  if (header === undefined) throw new BulkFault(`${options.input} is empty.`)
  const resultColumn = header.find((name) => name.startsWith(RESULT_PREFIX))
  if (resultColumn !== undefined) {
    throw new BulkFault(
      `${options.input} already has a column ${resultColumn}; it looks like the output of this command.`,
    )
  }
  const name = basename(options.input, extname(options.input))
  return { header, columns: findColumns(header, sample, options, name), delimiter, total }
}

function requestOf({ cells, participantId }: TableRow, { survey: surveyId, questions }: Columns): RowRequest {
  return {
    survey_id: typeof surveyId === 'string' ? surveyId : (cells[surveyId] ?? ''),
    participant_id: participantId,
    questions: Object.fromEntries(questions.map(({ id, text }) => [id, text])),
    responses: Object.fromEntries(questions.map(({ id, index }) => [id, cells[index] ?? ''])),
  }
}

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((cell, index) => cell === b[index])

const otherInput = (path: string) =>
  new BulkFault(
    `${path} exists and was not created from this input with these columns. Remove it or choose another --out.`,
  )

async function delimiterOf(path: string): Promise<Delimiter> {
  for await (const piece of textOf(path)) return detectDelimiter(piece.replace(/^\uFEFF/, ''))
  return ','
}

/** `cut`: the last record may be incomplete, and is then left out. */
async function* records(path: string, delimiter: Delimiter, cut = false): AsyncIterable<string[]> {
  const parser = openCsvParser(delimiter)
  for await (const piece of textOf(path)) yield* parser.push(piece)
  if (!cut) yield* parser.end()
}

function textOf(path: string): AsyncIterable<string> {
  return createReadStream(path, { encoding: 'utf8' })
}
