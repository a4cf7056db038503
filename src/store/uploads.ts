/** Files of survey answers to be checked in bulk: kept until their result has been fetched or has grown old. */

export type UploadState = 'running' | 'done' | 'failed'

export interface UploadRow {
  readonly id: string
  readonly workspace: string
  readonly name: string
  /** How its columns are to be read, as JSON text. */
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

export interface UploadStore {
  create(upload: UploadRow, input: Uint8Array): Promise<void>
  find(workspace: string, id: string): Promise<UploadRow | null>
  /** Newest first. */
  list(workspace: string, limit: number): Promise<UploadRow[]>
  input(workspace: string, id: string): Promise<Uint8Array | null>
  result(workspace: string, id: string): Promise<Uint8Array | null>
  /** A running upload nobody works at, claimed for this caller until `until`. */
  claim(now: number, until: number): Promise<UploadRow | null>
  /** Keeps the claim until `until`. With a result, the input is dropped. */
  progress(
    workspace: string,
    id: string,
    progress: UploadProgress,
    until: number,
    result?: Uint8Array,
  ): Promise<void>
  /** Puts another file in the place of a finished upload's result. False: there is no such result. */
  replaceResult(workspace: string, id: string, result: Uint8Array): Promise<boolean>
  /** Uploads created before then, with everything of theirs; gives how many went. */
  forget(before: number): Promise<number>
}
