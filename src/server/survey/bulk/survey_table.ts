/** A survey file: its columns, its rows, and what the user should know before it is analyzed. */
import { basename, extname } from 'node:path'
import { defined } from '../../../contract/defined.ts'
import type { SurveyCheckName } from '../../../contract/survey_checks.ts'
import { BulkFault } from '../../files/bulk_fault.ts'
import type { ByteSource } from '../../files/bytes.ts'
import type { FileRecord } from '../../files/file_record.ts'
import { openRecordFile, type ReadOptions, type RecordFile } from '../../files/record_file.ts'
import { checkTableSize } from '../../files/table_size.ts'
import { RESULT_PREFIX } from '../result/result_columns.ts'
import type { RowRequest } from './analyzer.ts'
import {
  type ColumnOptions,
  type Columns,
  chooseColumns,
  chooseIdentity,
  type QuestionColumn,
  SAMPLE_ROWS,
} from './columns/columns.ts'
import { MOST_HEADER_ROWS, type Platform, recognizeLayout } from './columns/platform.ts'
import { openColumnProfiler } from './columns/profile.ts'
import { hasQuestion, isRequestLine, openRequestQuestions, requestChoices } from './request_lines.ts'

export interface TableOptions extends ColumnOptions, ReadOptions {
  readonly disabledChecks?: readonly SurveyCheckName[]
}

export interface SurveyTable extends Inspected {
  readonly file: RecordFile
  rows(): AsyncIterable<TableRow>
}

interface Inspected extends Columns {
  readonly platform: Platform | null
  readonly header: readonly string[]
  readonly headerRows: number
  /** Rows below the header rows. */
  readonly total: number
  readonly repeated: RepeatedIds
  /** Whether each row is a request of the API. */
  readonly isRequests: boolean
}

export interface RepeatedIds {
  /** Number of ids that more than one row has. */
  readonly count: number
  /** Some of them, with their numbers of rows. */
  readonly examples: readonly (readonly [id: string, rows: number])[]
}

export interface TableRow {
  readonly record: FileRecord
  /** As many cells as the header. */
  readonly cells: readonly string[]
  readonly isHeader: boolean
  /** The participant as the file names it; empty: it does not. */
  readonly participant: string
  /** Null: the row is a header or has no answers. */
  readonly request: RowRequest | null
}

/** Rows that decide which columns are questions. */
const PROFILED_ROWS = 20_000
const REPEATED_EXAMPLES = 5

/** Reads the whole file once, so that a fault in its last row is reported before the first row is analyzed. */
export async function openSurveyTable(source: ByteSource, options: TableOptions = {}): Promise<SurveyTable> {
  const file = await openRecordFile(source, options)
  const found = await inspect(file, options)

  async function* rows(): AsyncIterable<TableRow> {
    const nameParticipant = openParticipantNames(found.participant)
    let number = 0
    for await (const record of file.records()) {
      if (number++ === 0) continue
      const isHeader = number <= found.headerRows
      const cells = found.header.map((_, index) => record.cells[index] ?? '')
      const participantId = nameParticipant(cells, number - 1)
      const request = isHeader ? null : requestOf({ record, cells }, participantId, found, options)
      yield { record, cells, isHeader, participant: givenParticipant(cells, found.participant), request }
    }
  }
  return { ...found, file, rows }
}

/**
 * Two rows of one participant are two responses: a row of a file never replaces another row. The number in an id counts
 * the rows below the first row of the file.
 */
export function openParticipantNames(participant: number | null) {
  const seen = new Set<string>()
  return (cells: readonly string[], number: number): string => {
    const given = givenParticipant(cells, participant)
    const named = given === '' ? `row ${number}` : given
    const id = seen.has(named) ? `${named} (row ${number})` : named
    seen.add(id)
    return id
  }
}

const givenParticipant = (cells: readonly string[], participant: number | null): string =>
  participant === null ? '' : (cells[participant] ?? '').trim()

async function inspect(file: RecordFile, options: TableOptions): Promise<Inspected> {
  const first = await firstRecords(file)
  const header = first[0]?.cells
  if (header === undefined) throw new BulkFault(`${file.name} is empty.`)
  checkTableSize(file.name, { columns: header.length, rows: 1, cells: header.length })
  rejectOutput(file, header)
  const layout = recognizeLayout(
    first.slice(0, MOST_HEADER_ROWS + 1).map(({ cells }) => cells),
    options.headerRows,
  )
  const { platform, headerRows } = layout
  const sample = first.slice(headerRows).map(({ cells }) => cells)
  const fileSurvey = options.fileSurvey ?? basename(file.name, extname(file.name))
  const identity = chooseIdentity(header, layout, sample, options, fileSurvey)
  const isRequests = first[1]?.json !== undefined && isRequestLine(first[1].json)
  const requestQuestions = openRequestQuestions()
  const profilers = header.map(() => openColumnProfiler())
  const ids = openRepeatFinder(identity.participant)
  let [number, filled] = [0, 0]
  for await (const { row, cells, json } of file.records()) {
    if (cells.length > header.length) throw tooManyCells(file, row, cells.length, header.length)
    filled += cells.length
    checkTableSize(file.name, { columns: header.length, rows: ++number, cells: filled })
    if (number <= headerRows) continue
    ids.add(cells)
    if (isRequests && json !== undefined) requestQuestions.add(json)
    else if (number - headerRows <= PROFILED_ROWS)
      for (const [index, cell] of cells.entries()) if (cell !== '') profilers[index]?.add(cell)
  }
  const total = number - headerRows
  if (total <= 0) throw new BulkFault(`${file.name} has no rows below its header.`)
  const columns = isRequests
    ? { ...identity, questions: requestQuestions.questions(options), choices: requestChoices(header) }
    : chooseColumns(
        header,
        layout,
        profilers.map((profiler, index) => profiler.profile(layout.isTextEntry(index))),
        identity,
        options,
      )
  const repeated = ids.isRepeated()
    ? await countRepeated(file, headerRows, columns, isRequests)
    : { count: 0, examples: [] }
  return { ...columns, platform, header, headerRows, total, repeated, isRequests }
}

async function firstRecords(file: RecordFile): Promise<FileRecord[]> {
  const first: FileRecord[] = []
  for await (const record of file.records()) {
    first.push(record)
    if (first.length === SAMPLE_ROWS) break
  }
  return first
}

/** Whether any id has several rows. Most files have none, and need not be read again to count them. */
function openRepeatFinder(participant: number | null) {
  const seen = new Set<string>()
  let isRepeated = false
  return {
    add(cells: readonly string[]): void {
      const id = participant === null || isRepeated ? '' : (cells[participant] ?? '').trim()
      if (id === '') return
      if (seen.has(id)) {
        isRepeated = true
        seen.clear()
      } else seen.add(id)
    },
    isRepeated: () => isRepeated,
  }
}

/** Counts the rows with answers: exports of several events have further rows without any. */
async function countRepeated(
  file: RecordFile,
  headerRows: number,
  { participant, questions }: Columns,
  isRequests: boolean,
): Promise<RepeatedIds> {
  const counts = new Map<string, number>()
  let number = 0
  if (participant !== null) {
    for await (const { cells } of file.records()) {
      const id = (cells[participant] ?? '').trim()
      if (++number <= headerRows || id === '' || !(isRequests || hasAnswers(cells, questions))) continue
      counts.set(id, (counts.get(id) ?? 0) + 1)
    }
  }
  const repeated = [...counts].filter(([, rows]) => rows > 1)
  return { count: repeated.length, examples: repeated.slice(0, REPEATED_EXAMPLES) }
}

const hasAnswers = (cells: readonly string[], questions: readonly QuestionColumn[]): boolean =>
  questions.some(({ index }) => (cells[index] ?? '').trim() !== '')

function requestOf(
  { record, cells }: Pick<TableRow, 'record' | 'cells'>,
  participantId: string,
  { isRequests, survey, questions, participant, condition }: Inspected,
  options: TableOptions,
): RowRequest | null {
  const disabled = options.disabledChecks !== undefined && { disabled_checks: options.disabledChecks }
  if (isRequests && record.json !== undefined) {
    const { value } = record.json
    const isNamed = participant !== null && cells[participant]?.trim() !== ''
    return {
      ...(value as RowRequest),
      ...defined({ survey_id: options.survey }),
      ...typesOf(questions.filter(({ id }) => hasQuestion(value, id))),
      ...disabled,
      ...(isNamed && cells[participant]?.trim() !== participantId && { participant_id: participantId }),
    }
  }
  if (!hasAnswers(cells, questions)) return null
  return {
    survey_id: typeof survey === 'string' ? survey : (cells[survey] ?? ''),
    participant_id: participantId,
    questions: Object.fromEntries(questions.map(({ id, text }) => [id, text])),
    responses: Object.fromEntries(questions.map(({ id, index }) => [id, cells[index] ?? ''])),
    ...conditionOf(cells, condition),
    ...typesOf(questions),
    ...disabled,
  }
}

/** Nothing for an empty cell: such a participant has no condition. */
function conditionOf(cells: readonly string[], column: number | null) {
  const condition = column === null ? '' : (cells[column] ?? '').trim()
  return condition !== '' && { condition }
}

/** Nothing without types, so that a request of an earlier run is the same. */
function typesOf(questions: readonly QuestionColumn[]) {
  const types = questions.flatMap(({ id, type }) => (type === undefined ? [] : [[id, type] as const]))
  return types.length > 0 && { question_types: Object.fromEntries(types) }
}

function rejectOutput(file: RecordFile, header: readonly string[]): void {
  const resultColumn = header.find((name) => name.startsWith(RESULT_PREFIX))
  if (resultColumn === undefined) return
  throw new BulkFault(
    `${file.name} already has a column ${resultColumn}; it looks like the result of an earlier analysis. Use the original file, or rename the column.`,
  )
}

const tooManyCells = ({ name }: RecordFile, row: number, cells: number, columns: number) =>
  new BulkFault(
    `Row ${row} of ${name} has ${cells} cells, but the header has ${columns}. Quote cells that contain the separator.`,
  )
