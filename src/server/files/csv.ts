/**
 * Parses and writes CSV as in RFC 4180 and as spreadsheets write it: quotes, line breaks inside quotes, CRLF, a byte order
 * mark. Decision 0038 says why this is not a library.
 */
import { BulkFault } from './bulk_fault.ts'

const BYTE_ORDER_MARK = '\uFEFF'
const DELIMITERS = [',', ';', '\t'] as const
export type Delimiter = (typeof DELIMITERS)[number]

export interface CsvParser {
  /** Returns the records that this piece of text completes. Pieces may begin and end anywhere. */
  push(text: string): string[][]
  /** Returns the last record if the text does not end with a line break. */
  end(): string[][]
}

/** The delimiter that gives most rows as many cells as the header; of several, the one that gives most cells. */
export function detectDelimiter(text: string): Delimiter {
  const scores = DELIMITERS.map((delimiter) => {
    const [header = [], ...rows] = firstRecords(text, delimiter)
    const fitting = rows.filter((row) => row.length === header.length).length
    return header.length < 2 ? 0 : (1 + fitting) / (1 + rows.length) + header.length / 1_000_000
  })
  return DELIMITERS[scores.indexOf(Math.max(...scores))] as Delimiter
}

const DETECTION_RECORDS = 50

/** Without the last record, which the text may cut, unless it is the only one. */
function firstRecords(text: string, delimiter: Delimiter): string[][] {
  const parser = openCsvParser(delimiter)
  try {
    const records = parser.push(text)
    return records.length > 0 ? records.slice(0, DETECTION_RECORDS) : parser.end()
  } catch {
    return []
  }
}

export interface CsvParserOptions {
  /** Returns a record without cells for a blank line, so that rows can be numbered. */
  readonly keepBlank?: boolean
}

export function openCsvParser(delimiter: Delimiter, { keepBlank = false }: CsvParserOptions = {}): CsvParser {
  let record: string[] = []
  let field = ''
  let state: 'start' | 'plain' | 'quoted' | 'quote' = 'start'
  let skipLineFeed = false
  let line = 1
  let row = 1
  let quoteLine = 1
  let isFirst = true

  const endField = () => {
    record.push(field)
    field = ''
    state = 'start'
  }

  function endRecord(into: string[][]): void {
    const isBlank = record.length === 0 && field === '' && state === 'start'
    endField()
    if (!isBlank) into.push(record)
    else if (keepBlank) into.push([])
    record = []
    row++
  }

  /** Appends the text up to the next special character in one step. */
  function appendUntil(text: string, at: number, stop: RegExp): number {
    stop.lastIndex = at
    const found = stop.exec(text)
    const end = found === null ? text.length : found.index
    field += text.slice(at, end)
    return end
  }
  const plainStop = delimiter === '\t' ? /[\t\r\n"]/g : new RegExp(`[${delimiter}\\r\\n"]`, 'g')
  const quoteStop = /["\n]/g

  function push(given: string): string[][] {
    const text = isFirst && given.startsWith(BYTE_ORDER_MARK) ? given.slice(1) : given
    if (given !== '') isFirst = false
    const done: string[][] = []
    for (let at = 0; at < text.length; ) {
      if (state === 'quoted') {
        at = appendUntil(text, at, quoteStop)
        if (text[at] === '"') state = 'quote'
        else if (text[at] === '\n') {
          field += '\n'
          line++
        }
        at++
        continue
      }
      const character = text[at] as string
      if (skipLineFeed) {
        skipLineFeed = false
        if (character === '\n') {
          at++
          continue
        }
      }
      if (state === 'quote' && character === '"') {
        field += '"'
        state = 'quoted'
        at++
      } else if (character === delimiter) {
        endField()
        at++
      } else if (character === '\r' || character === '\n') {
        endRecord(done)
        skipLineFeed = character === '\r'
        line++
        at++
      } else if (character === '"' && state === 'start') {
        state = 'quoted'
        quoteLine = line
        at++
      } else if (state === 'quote') {
        throw new BulkFault(`Row ${row} (line ${line}) has text after a closing quote.`)
      } else {
        state = 'plain'
        if (character === '"') field += text[at++]
        else at = appendUntil(text, at, plainStop)
      }
    }
    return done
  }

  return {
    push,
    end() {
      if (state === 'quoted')
        throw new BulkFault(`Row ${row} (line ${quoteLine}) has a quote that is never closed.`)
      const done: string[][] = []
      if (record.length > 0 || field !== '' || state !== 'start') endRecord(done)
      return done
    },
  }
}

/** First characters that make a spreadsheet treat a cell as a formula. Some convert the full-width ones. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/

/** Prefixes a cell that a spreadsheet would run as a formula with an apostrophe. Never for cells of an input file. */
export function guardCell(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell
}

export function writeRecord(cells: readonly string[], delimiter: Delimiter): string {
  // A record of one empty cell would be a blank line.
  if (cells.length === 1 && cells[0] === '') return '""\r\n'
  return `${cells.map((cell) => quoteCell(cell, delimiter)).join(delimiter)}\r\n`
}

/** A record whose cells do not come from an input file. */
export const writeGuardedRecord = (cells: readonly string[], delimiter: Delimiter): string =>
  writeRecord(cells.map(guardCell), delimiter)

function quoteCell(cell: string, delimiter: Delimiter): string {
  const needsQuotes = cell.includes(delimiter) || /["\r\n]|^\s|\s$/.test(cell)
  return needsQuotes ? `"${cell.replaceAll('"', '""')}"` : cell
}
