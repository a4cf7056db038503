/**
 * Parses and writes CSV as in RFC 4180 and as spreadsheets write it: quotes, line breaks inside quotes, CRLF, a byte order
 * mark. Decision 0038 says why this is not a library.
 */

export class CsvFault extends Error {
  override readonly name = 'CsvFault'
}

const BYTE_ORDER_MARK = '\uFEFF'
const DELIMITERS = [',', ';', '\t'] as const
export type Delimiter = (typeof DELIMITERS)[number]

export interface CsvParser {
  /** Returns the records that this piece of text completes. Pieces may begin and end anywhere. */
  push(text: string): string[][]
  /** Returns the last record if the text does not end with a line break. */
  end(): string[][]
}

/** The most frequent of comma, semicolon and tab in the header line, outside quotes. */
export function detectDelimiter(text: string): Delimiter {
  const header = text.replace(/"[^"]*"?/g, '').split(/\r?\n/, 1)[0] ?? ''
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] as Delimiter
}

export function openCsvParser(delimiter: Delimiter): CsvParser {
  let record: string[] = []
  let field = ''
  let state: 'start' | 'plain' | 'quoted' | 'quote' = 'start'
  let skipLineFeed = false
  let line = 1
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
    record = []
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
        at++
      } else if (state === 'quote') {
        throw new CsvFault(`Line ${line} has text after a closing quote.`)
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
      if (state === 'quoted') throw new CsvFault(`A quote opened before line ${line} is never closed.`)
      const done: string[][] = []
      if (record.length > 0 || field !== '' || state !== 'start') endRecord(done)
      return done
    },
  }
}

/** First characters that make a spreadsheet treat a cell as a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** Prefixes a cell that a spreadsheet would run as a formula with an apostrophe. */
export function guardCell(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell
}

/** Reverses `guardCell`, except for cells that already began with an apostrophe. */
export const unguardCell = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell

export function writeRecord(cells: readonly string[], delimiter: Delimiter): string {
  return `${cells.map((cell) => quoteCell(guardCell(cell), delimiter)).join(delimiter)}\r\n`
}

function quoteCell(cell: string, delimiter: Delimiter): string {
  const needsQuotes = cell.includes(delimiter) || /["\r\n]|^\s|\s$/.test(cell)
  return needsQuotes ? `"${cell.replaceAll('"', '""')}"` : cell
}
