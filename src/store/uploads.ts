/** Uploaded files of survey answers for bulk analysis, and their results. */
import { bytes, integer, nullable, type RowOf, table, text } from './table.ts'

/** `canceling`: its rows that were not analyzed yet are being removed. */
export type UploadState = 'running' | 'canceling' | 'canceled' | 'done' | 'failed'

/** Its file is still needed. */
export const isUnfinished = ({ state }: { readonly state: UploadState }): boolean =>
  state === 'running' || state === 'canceling'

export const uploads = table(
  'uploads',
  {
    id: text(),
    workspace: text(),
    name: text(),
    /** Column mapping, as JSON text. */
    options: text(),
    createdAt: integer(),
    state: text<UploadState>(),
    total: integer(),
    done: integer(),
    flagged: integer(),
    rejected: integer(),
    problem: nullable(text()),
    /** The questions that the columns of the result number, as JSON text. Null: there is no result. */
    questions: nullable(text()),
    /** Sealed files, each under the key of its row and its kind. */
    input: nullable(bytes()),
    result: nullable(bytes()),
  },
  { key: ['workspace', 'id'], bucket: 'id' },
)

export const uploadHeads = uploads.without('input', 'result')

export type UploadRow = RowOf<typeof uploadHeads>

export type UploadProgress = Pick<UploadRow, 'state' | 'total' | 'done' | 'flagged' | 'rejected' | 'problem'>

export interface UploadResult {
  readonly file: Uint8Array
  readonly questions: string
}

export interface ClaimedUpload {
  readonly upload: UploadRow
  /** Claims since the last progress, with this one. */
  readonly claims: number
}

export interface UploadStore {
  create(upload: UploadRow, input: Uint8Array): Promise<void>
  find(workspace: string, id: string): Promise<UploadRow | null>
  /** Newest first. */
  list(workspace: string, limit: number): Promise<UploadRow[]>
  input(workspace: string, id: string): Promise<Uint8Array | null>
  result(workspace: string, id: string): Promise<Uint8Array | null>
  /**
   * An unfinished, unclaimed upload, claimed for this caller until `until`. Workspaces take turns: the one whose last claim
   * ended first is next. `onlyIdle`: only workspaces of which no upload is claimed.
   */
  claim(now: number, until: number, options?: { readonly onlyIdle?: boolean }): Promise<ClaimedUpload | null>
  /** Gives the claim back: another node may continue, and this claim does not count. */
  release(workspace: string, id: string): Promise<void>
  /**
   * The claim ends at `until`. A larger `done` is progress. A finished upload loses its input. False: it was canceled or
   * deleted in between.
   */
  progress(
    workspace: string,
    id: string,
    progress: UploadProgress,
    until: number,
    result?: UploadResult,
  ): Promise<boolean>
  /** One that has not started is canceled at once. False: it is not running. */
  cancel(workspace: string, id: string, now: number): Promise<boolean>
  /** Unfinished uploads that a node works on, and those that wait for one. */
  unfinished(now: number): Promise<{ readonly running: number; readonly waiting: number }>
  /** Replaces the result of a finished upload. False: there is none. */
  replaceResult(workspace: string, id: string, result: Uint8Array): Promise<boolean>
  /** Deletes uploads created before `before`, with their files; returns their number. */
  forget(before: number): Promise<number>
}
