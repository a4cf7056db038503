/** Finds and erases the rows of one participant in uploaded files: results hold personal data until they expire. */
import type { Store } from '../../../store/store.ts'
import type { UploadRow } from '../../../store/uploads.ts'
import { keyText } from '../../base/key_text.ts'
import { BulkFault } from './bulk_fault.ts'
import { chooseIdentity, SAMPLE_ROWS } from './columns/columns.ts'
import { MOST_HEADER_ROWS, recognizeLayout } from './columns/platform.ts'
import { writeRecord } from './csv.ts'
import { openMemoryBytes } from './read/bytes.ts'
import { openRecordFile, type RecordFile } from './read/record_file.ts'
import type { TableOptions } from './survey_table.ts'
import { fileName, surveyOfFile } from './upload_name.ts'
import { headOf, openResult } from './upload_result.ts'

/** More than a workspace can upload in the seven days that a result is kept, at one file per minute. */
const MOST_UPLOADS = 10_080

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
    if (input === null) continue
    for await (const row of rowsOf(upload, await openInput(upload, input))) if (isOf(row, wanted)) return true
  }
  return false
}

const MOST_SURVEYS = 20

/** Ids of the stored surveys that the rows of a result name. */
export async function surveysOfUpload(
  { surveys }: Pick<Store, 'surveys'>,
  upload: UploadRow,
  result: Uint8Array,
): Promise<string[]> {
  const named = new Set<string>()
  for await (const { surveyId } of rowsOf(upload, await openResult(upload, result))) named.add(surveyId)
  const found: string[] = []
  for (const id of named) {
    if (found.length === MOST_SURVEYS) break
    if ((await surveys.summary(upload.workspace, keyText(id))) !== null) found.push(id)
  }
  return found
}

export async function findUploadRows(store: Store, workspace: string, wanted: Wanted): Promise<FoundRow[]> {
  const found: FoundRow[] = []
  for (const upload of await uploadsOf(store, workspace)) {
    const result = await store.uploads.result(workspace, upload.id)
    if (result === null) continue
    for await (const row of rowsOf(upload, await openResult(upload, result))) {
      if (!isOf(row, wanted)) continue
      const cells = row.header.map((name, index) => [name, row.cells[index] ?? ''] as const)
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
    const file = await openResult(upload, result)
    if (file === null) continue
    const kept: string[] = []
    let matching = 0
    for await (const row of rowsOf(upload, file)) {
      if (kept.length === 0) kept.push(headOf(file, row.header))
      const isErased = isOf(row, wanted)
      if (isErased) matching++
      kept.push(writeRecord(isErased ? row.header.map(() => '') : row.cells, file.delimiter))
    }
    if (matching === 0) continue
    await store.uploads.replaceResult(workspace, upload.id, Buffer.from(kept.join('')))
    erased += matching
  }
  return erased
}

interface Row {
  readonly header: readonly string[]
  readonly cells: readonly string[]
  readonly participantId: string
  readonly surveyId: string
}

/** Null: the file cannot be read, so that no row of it was analyzed. */
async function openInput(upload: UploadRow, bytes: Uint8Array): Promise<RecordFile | null> {
  try {
    return await openRecordFile(openMemoryBytes(fileName(upload.name), bytes), optionsOf(upload))
  } catch (error) {
    if (error instanceof BulkFault) return null
    throw error
  }
}

/** The rows below the first one, up to the first fault: rows after it were never analyzed. */
async function* rowsOf(upload: UploadRow, file: RecordFile | null): AsyncIterable<Row> {
  if (file === null) return
  try {
    const first: (readonly string[])[] = []
    for await (const { cells } of file.records()) {
      first.push(cells)
      if (first.length === SAMPLE_ROWS) break
    }
    const { participant, survey } = identityOf(upload, first)
    const [header = []] = first
    let number = 0
    for await (const { cells } of file.records()) {
      if (number++ === 0) continue
      const cell = (index: number) => (cells[index] ?? '').trim()
      yield {
        header,
        cells,
        participantId: (participant === null ? '' : cell(participant)) || `row ${number - 1}`,
        surveyId: typeof survey === 'string' ? survey : cell(survey),
      }
    }
  } catch (error) {
    if (!(error instanceof BulkFault)) throw error
  }
}

function identityOf(upload: UploadRow, first: readonly (readonly string[])[]) {
  const options = optionsOf(upload)
  const [header = []] = first
  const layout = recognizeLayout(first.slice(0, MOST_HEADER_ROWS + 1), options.headerRows)
  const survey = surveyOfFile(upload.name)
  try {
    return chooseIdentity(header, layout, first.slice(layout.headerRows), options, survey)
  } catch (error) {
    if (!(error instanceof BulkFault)) throw error
    return { participant: null, survey }
  }
}

const optionsOf = ({ options }: UploadRow) => JSON.parse(options) as TableOptions

/** A second row of a participant is analyzed under an id with its row number, but the file has the plain id. */
const isOf = (row: Row, { participantId, surveyId }: Wanted): boolean =>
  row.participantId === participantId.trim() && (surveyId === undefined || row.surveyId === surveyId.trim())
