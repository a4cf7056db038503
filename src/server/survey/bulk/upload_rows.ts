/** Finds and erases the rows of one participant in uploaded files: results hold personal data until they expire. */

import type { ReadableStore } from '../../../store/reads.ts'
import type { Store } from '../../../store/store.ts'
import { isUnfinished, type UploadRow } from '../../../store/uploads.ts'
import { keyText } from '../../../store/values/key_text.ts'
import { BulkFault } from '../../files/bulk_fault.ts'
import { writeRecord } from '../../files/csv.ts'
import { runFileTask } from './file_process.ts'
import { isRowOf, participantRows, type Wanted } from './participant_rows.ts'
import { headOf, openResult } from './upload_result.ts'

/** More than a workspace can upload in the seven days that a result is kept, at one file per minute. */
const MOST_UPLOADS = 10_080
const FIND_MS = 60_000

export interface FoundRow {
  readonly upload: UploadRow
  /** Column to cell. */
  readonly cells: Readonly<Record<string, string>>
}

export const uploadsOf = (store: ReadableStore, workspace: string): Promise<UploadRow[]> =>
  store.uploads.list(workspace, MOST_UPLOADS)

/** IDs of the files in progress that hold a row of the participant: their results would contain the row again. */
export async function runningUploadsWith(store: Store, workspace: string, wanted: Wanted): Promise<string[]> {
  const found: string[] = []
  for (const upload of await uploadsOf(store, workspace)) {
    if (!isUnfinished(upload)) continue
    const input = await store.uploads.input(workspace, upload.id)
    if (input !== null && (await findInInput(upload, input, wanted))) found.push(upload.id)
  }
  return found
}

/** A file that exceeds the limits on time and memory may hold such a row, until its job has ended. */
async function findInInput(upload: UploadRow, bytes: Uint8Array, wanted: Wanted): Promise<boolean> {
  try {
    return await runFileTask(
      { kind: 'find', upload, wanted },
      { name: upload.name, bytes, stuckAfterMs: FIND_MS },
    )
  } catch (error) {
    if (error instanceof BulkFault) return true
    throw error
  }
}

const MOST_SURVEYS = 20

/** Ids of the stored surveys that the rows of a result name. */
export async function surveysOfUpload(
  { surveys }: Pick<Store, 'surveys'>,
  upload: UploadRow,
  result: Uint8Array,
): Promise<string[]> {
  const named = new Set<string>()
  for await (const { surveyId } of participantRows(upload, await openResult(upload, result)))
    named.add(surveyId)
  const found: string[] = []
  for (const id of named) {
    if (found.length === MOST_SURVEYS) break
    if ((await surveys.summary(upload.workspace, keyText(id))) !== null) found.push(id)
  }
  return found
}

export async function findUploadRows(
  store: ReadableStore,
  workspace: string,
  wanted: Wanted,
): Promise<FoundRow[]> {
  const found: FoundRow[] = []
  for (const upload of await uploadsOf(store, workspace)) {
    const result = await store.uploads.result(workspace, upload.id)
    if (result === null) continue
    for await (const row of participantRows(upload, await openResult(upload, result))) {
      if (!isRowOf(row, wanted)) continue
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
    for await (const row of participantRows(upload, file)) {
      if (kept.length === 0) kept.push(headOf(file, row.header))
      const isErased = isRowOf(row, wanted)
      if (isErased) matching++
      kept.push(writeRecord(isErased ? row.header.map(() => '') : row.cells, file.delimiter))
    }
    if (matching === 0) continue
    await store.uploads.replaceResult(workspace, upload.id, Buffer.from(kept.join('')))
    erased += matching
  }
  return erased
}
