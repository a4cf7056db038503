/** Finds and erases the rows of one participant in uploaded files: results hold personal data until they expire. */
import { basename } from 'node:path'
import type { Store } from '../../../store/store.ts'
import type { UploadRow } from '../../../store/uploads.ts'
import { ColumnFault, type ColumnOptions, identityColumns } from './columns.ts'
import { CsvFault, type Delimiter, detectDelimiter, openCsvParser, unguardCell, writeRecord } from './csv.ts'
import { fileName } from './upload_runner.ts'

/** More than a workspace can upload in the seven days that a result is kept, at one file per minute. */
const MOST_UPLOADS = 10_080

/** Parsed in pieces, so that the rows before a fault are kept. */
const PIECE_CHARS = 65_536

export interface Wanted {
  /** As in the file, not as in the keys of the store. */
  readonly participantId: string
  /** Undefined: any survey. */
  readonly surveyId: string | undefined
}

export interface FoundRow {
  readonly upload: UploadRow
  /** Column to cell. */
  readonly cells: Readonly<Record<string, string>>
}

export const uploadsOf = (store: Store, workspace: string): Promise<UploadRow[]> =>
  store.uploads.list(workspace, MOST_UPLOADS)

/** Whether a file in progress holds a row of the participant: its result would contain the row again. */
export async function isBeingAnalyzed(store: Store, workspace: string, wanted: Wanted): Promise<boolean> {
  for (const upload of await uploadsOf(store, workspace)) {
    if (upload.state !== 'running') continue
    const input = await store.uploads.input(workspace, upload.id)
    if (input !== null && tableOf(upload, input).rows.some(isOf(wanted))) return true
  }
  return false
}

export async function findUploadRows(store: Store, workspace: string, wanted: Wanted): Promise<FoundRow[]> {
  const found: FoundRow[] = []
  for (const upload of await uploadsOf(store, workspace)) {
    const result = await store.uploads.result(workspace, upload.id)
    if (result === null) continue
    const { header, rows } = tableOf(upload, result)
    for (const { record } of rows.filter(isOf(wanted))) {
      const cells = header.map((name, index) => [name, record[index] ?? ''] as const)
      found.push({ upload, cells: Object.fromEntries(cells) })
    }
  }
  return found
}

/** Empties the rows instead of removing them, because row numbers must not change. Returns the number of rows. */
export async function eraseUploadRows(store: Store, workspace: string, wanted: Wanted): Promise<number> {
  let erased = 0
  for (const upload of await uploadsOf(store, workspace)) {
    const result = await store.uploads.result(workspace, upload.id)
    if (result === null) continue
    const { header, rows, delimiter } = tableOf(upload, result)
    const matching = new Set(rows.filter(isOf(wanted)))
    if (matching.size === 0) continue
    const kept = rows.map((row) => (matching.has(row) ? header.map(() => '') : row.record))
    const text = [header, ...kept].map((record) => writeRecord(record.map(unguardCell), delimiter)).join('')
    await store.uploads.replaceResult(workspace, upload.id, Buffer.from(text))
    erased += matching.size
  }
  return erased
}

interface Row {
  readonly record: readonly string[]
  readonly participantId: string
  readonly surveyId: string
}

/** Reads an input file or a result; a result has formula cells written as text. */
function tableOf({ name, options }: UploadRow, file: Uint8Array) {
  const text = Buffer.from(file).toString()
  const delimiter = detectDelimiter(text.replace(/^\uFEFF/, ''))
  const { header, records } = recordsOf(text, delimiter)
  const { participant, survey } = columnsOf(header.map(unguardCell), options, name)
  const cell = (record: readonly string[], index: number) => unguardCell(record[index] ?? '').trim()
  const rows = records.map(
    (record, index): Row => ({
      record,
      participantId: (participant === null ? '' : cell(record, participant)) || `row ${index + 1}`,
      surveyId: typeof survey === 'string' ? survey : cell(record, survey),
    }),
  )
  return { header, rows, delimiter }
}

/** Reads up to the first fault: rows after it were never analyzed. */
function recordsOf(text: string, delimiter: Delimiter) {
  const parser = openCsvParser(delimiter)
  const all: string[][] = []
  try {
    for (let at = 0; at < text.length; at += PIECE_CHARS)
      all.push(...parser.push(text.slice(at, at + PIECE_CHARS)))
    all.push(...parser.end())
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error
  }
  const [header = [], ...records] = all
  return { header, records }
}

function columnsOf(header: readonly string[], options: string, name: string) {
  const survey = basename(fileName(name), '.csv')
  try {
    return identityColumns(header, JSON.parse(options) as ColumnOptions, survey)
  } catch (error) {
    if (!(error instanceof ColumnFault)) throw error
    return { participant: null, survey }
  }
}

/** A second row of a participant is analyzed under an id with its row number, but the file has the plain id. */
const isOf =
  ({ participantId, surveyId }: Wanted) =>
  (row: Row): boolean =>
    row.participantId === participantId.trim() && (surveyId === undefined || row.surveyId === surveyId.trim())
