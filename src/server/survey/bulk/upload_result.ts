/** The result of an upload: a CSV file in UTF-8. */
import type { UploadRow } from '../../../store/uploads.ts'
import { openMemoryBytes } from '../../files/bytes.ts'
import { writeRecord } from '../../files/csv.ts'
import { openRecordFile, type RecordFile } from '../../files/record_file.ts'
import { RESULT_PREFIX } from '../result/result_columns.ts'
import { MOST_HEADER_ROWS, recognizeLayout } from './columns/platform.ts'
import { outcomeOfCells } from './result_cells.ts'
import type { RowOutcome } from './row_outcome.ts'
import type { TableOptions } from './survey_table.ts'
import { surveyOfFile } from './upload_name.ts'

export const openResult = ({ name }: UploadRow, bytes: Uint8Array): Promise<RecordFile> =>
  openRecordFile(openMemoryBytes(`${surveyOfFile(name)}.csv`, bytes), { encoding: 'utf-8' })

export const headOf = ({ hasByteOrderMark, delimiter }: RecordFile, header: readonly string[]): string =>
  `${hasByteOrderMark ? '\uFEFF' : ''}${writeRecord(header, delimiter)}`

export interface ResultRow {
  /** The columns of the file. */
  readonly cells: readonly string[]
  /** The columns of the result; their names in the first row. */
  readonly added: readonly string[]
  /** Undefined: the names of the columns. */
  readonly outcome: RowOutcome | 'header' | undefined
}

export async function* resultRows({ options }: UploadRow, file: RecordFile): AsyncIterable<ResultRow> {
  const first: (readonly string[])[] = []
  for await (const { cells } of file.records()) {
    first.push(cells)
    if (first.length > MOST_HEADER_ROWS) break
  }
  const { headerRows } = recognizeLayout(first, (JSON.parse(options) as TableOptions).headerRows)
  const [names = []] = first
  const results = names.findIndex((name) => name.startsWith(RESULT_PREFIX))
  let number = 0
  for await (const record of file.records()) {
    const [cells, added] = [record.cells.slice(0, results), record.cells.slice(results)]
    if (number++ === 0) yield { cells, added, outcome: undefined }
    else if (number <= headerRows) yield { cells, added, outcome: 'header' }
    else yield { cells, added, outcome: outcomeOfCells(names.slice(results), added) }
  }
}
