/** Turns the rows of a sheet into records of a table. */
import { BulkFault } from './bulk_fault.ts'
import type { ByteSource } from './bytes.ts'
import type { FileRecord } from './file_record.ts'
import { checkTableSize } from './table_size.ts'

/** Characters of all cells. Many cells can share one long text. */
const MOST_CHARS = 64 * 1024 * 1024

/** Only the cells with text: a single cell may be in the last of 16,384 columns. */
export interface SheetRow {
  readonly row: number
  readonly texts: ReadonlyMap<number, string>
}

/** Reads the sheet once for its columns. Columns and rows without any text are left out. */
export async function sheetRecords(
  source: ByteSource,
  rows: () => AsyncIterable<SheetRow>,
): Promise<() => AsyncIterable<FileRecord>> {
  const used = new Set<number>()
  let [count, cells, chars] = [0, 0, 0]
  for await (const { texts } of rows()) {
    for (const [column, text] of texts) {
      used.add(column)
      chars += text.length
    }
    count++
    cells += texts.size
    checkTableSize(source.name, { columns: used.size, rows: count, cells })
    if (chars > MOST_CHARS) throw tooMuchText(source)
  }
  const places = new Map([...used].sort((a, b) => a - b).map((column, place) => [column, place]))
  return async function* () {
    for await (const { row, texts } of rows()) {
      const cells = Array<string>(places.size).fill('')
      for (const [column, text] of texts) cells[places.get(column) as number] = text
      yield { row, cells }
    }
  }
}

const tooMuchText = ({ name }: ByteSource) =>
  new BulkFault(
    `${name} has more than ${MOST_CHARS / 1024 / 1024} Mi characters of text. Save it as CSV, or split it.`,
  )
