/** Uploaded files of survey answers for bulk analysis, and their results. */

export type UploadState = 'running' | 'done' | 'failed'

export interface UploadRow {
  readonly id: string
  readonly workspace: string
  readonly name: string
  /** Column mapping, as JSON text. */
  readonly options: string
  readonly createdAt: number
  readonly state: UploadState
  readonly total: number
  readonly done: number
  readonly flagged: number
  readonly refused: number
  readonly problem: string | null
}

export type UploadProgress = Pick<UploadRow, 'state' | 'total' | 'done' | 'flagged' | 'refused' | 'problem'>

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
  /** A running, unclaimed upload, claimed for this caller until `until`. */
  claim(now: number, until: number): Promise<ClaimedUpload | null>
  /** Gives the claim back: another node may continue, and this claim does not count. */
  release(workspace: string, id: string): Promise<void>
  /** Extends the claim until `until`. A larger `done` is progress. A finished upload loses its input. */
  progress(
    workspace: string,
    id: string,
    progress: UploadProgress,
    until: number,
    result?: Uint8Array,
  ): Promise<void>
  /** Replaces the result of a finished upload. False: there is none. */
  replaceResult(workspace: string, id: string, result: Uint8Array): Promise<boolean>
  /** Deletes uploads created before `before`, with their files; returns their number. */
  forget(before: number): Promise<number>
}
