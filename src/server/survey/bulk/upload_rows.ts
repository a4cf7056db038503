/** Rows of one participant in the files that were checked in bulk: a result names people until it is let go. */
import { basename } from 'node:path'
import type { Store } from '../../../store/store.ts'
import type { UploadRow } from '../../../store/uploads.ts'
import { fileName } from './upload_runner.ts'
import { ColumnFault, type ColumnOptions, whoseColumns } from './columns.ts'
import { CsvFault, type Delimiter, detectDelimiter, openCsvParser, unguardCell, writeRecord } from './csv.ts'

/** More than a workspace can upload in the seven days a result is kept, a file a minute. */
const MOST_UPLOADS = 10_080

/** So that a fault late in a file leaves what was read before it. */
const PIECE_CHARS = 65_536

export interface Wanted {
  /** As in the file, not as the store's keys have them. */
  readonly participantId: string
  /** Undefined: of any survey. */
  readonly surveyId: string | undefined
}

export interface FoundRow {
  readonly upload: UploadRow
  /** Column to cell. */
  readonly cells: Readonly<Record<string, string>>
}

export const uploadsOf = (store: Store, workspace: string): Promise<UploadRow[]> =>
  store.uploads.list(workspace, MOST_UPLOADS)

/** Whether a file that is still being checked holds a row of theirs: it would come back once it is done. */
export async function isBeingChecked(store: Store, workspace: string, wanted: Wanted): Promise<boolean> {
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

/** Their lines become empty ones: rows are counted by their place, which must not change. Gives how many there were. */
export async function eraseUploadRows(store: Store, workspace: string, wanted: Wanted): Promise<number> {
  let erased = 0
  for (const upload of await uploadsOf(store, workspace)) {
    const result = await store.uploads.result(workspace, upload.id)
    if (result === null) continue
    const { header, rows, delimiter } = tableOf(upload, result)
    const theirs = rows.filter(isOf(wanted))
    if (theirs.length === 0) continue
    const gone = new Set(theirs)
    const kept = rows.map((row) => (gone.has(row) ? header.map(() => '') : row.record))
    const text = [header, ...kept].map((record) => writeRecord(record.map(unguardCell), delimiter)).join('')
    await store.uploads.replaceResult(workspace, upload.id, Buffer.from(text))
    erased += theirs.length
  }
  return erased
}

interface Row {
  readonly record: readonly string[]
  readonly participantId: string
  readonly surveyId: string
}

/** Of a file given or of a result, which has cells that a spreadsheet would run written as text. */
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

/** What cannot be read to its end was not checked either; what came before is looked at. */
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
    return whoseColumns(header, JSON.parse(options) as ColumnOptions, survey)
  } catch (error) {
    if (!(error instanceof ColumnFault)) throw error
    return { participant: null, survey }
  }
}

/** A second row of one participant was judged under a name of its own, and is theirs all the same. */
const isOf =
  ({ participantId, surveyId }: Wanted) =>
  (row: Row): boolean =>
    row.participantId === participantId.trim() && (surveyId === undefined || row.surveyId === surveyId.trim())
