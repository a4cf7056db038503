/** The rows of an uploaded file or of its result, with the participant and survey of each. */
import type { UploadRow } from '../../../store/uploads.ts'
import { BulkFault } from '../../files/bulk_fault.ts'
import { openMemoryBytes } from '../../files/bytes.ts'
import { openRecordFile, type RecordFile } from '../../files/record_file.ts'
import { chooseIdentity, SAMPLE_ROWS } from './columns/columns.ts'
import { MOST_HEADER_ROWS, recognizeLayout } from './columns/platform.ts'
import type { TableOptions } from './survey_table.ts'
import { fileName, surveyOfFile } from './upload_name.ts'

export interface Wanted {
  /** As in the file, not as in the keys of the store. */
  readonly participantId: string
  /** Undefined: any survey. */
  readonly surveyId: string | undefined
}

export interface ParticipantRow {
  readonly header: readonly string[]
  readonly cells: readonly string[]
  readonly participantId: string
  readonly surveyId: string
}

export async function hasRowOf(upload: UploadRow, bytes: Uint8Array, wanted: Wanted): Promise<boolean> {
  const file = await openInput(upload, bytes)
  for await (const row of participantRows(upload, file)) if (isRowOf(row, wanted)) return true
  return false
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
export async function* participantRows(
  upload: UploadRow,
  file: RecordFile | null,
): AsyncIterable<ParticipantRow> {
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
  const survey = options.fileSurvey ?? surveyOfFile(upload.name)
  try {
    return chooseIdentity(header, layout, first.slice(layout.headerRows), options, survey)
  } catch (error) {
    if (!(error instanceof BulkFault)) throw error
    return { participant: null, survey, condition: null }
  }
}

const optionsOf = ({ options }: UploadRow) => JSON.parse(options) as TableOptions

/** A second row of a participant is analyzed under an id with its row number, but the file has the plain id. */
export const isRowOf = (row: ParticipantRow, { participantId, surveyId }: Wanted): boolean =>
  row.participantId === participantId.trim() && (surveyId === undefined || row.surveyId === surveyId.trim())
