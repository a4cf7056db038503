import { bucketOf } from '../bucket.ts'
import { type RawUpload, UPLOAD_COLUMNS, uploadRow } from '../rows/upload.ts'
import type { ClaimedUpload, UploadProgress, UploadRow, UploadStore } from '../uploads.ts'
import { first, matching, type StatementRunner } from './statement_runner.ts'

/** The engines read and write the files themselves: large values need other time and memory limits on each. */
export abstract class UploadQueries implements UploadStore {
  readonly #runner: StatementRunner

  constructor(runner: StatementRunner) {
    this.#runner = runner
  }

  abstract create(upload: UploadRow, input: Uint8Array): Promise<void>
  abstract claim(now: number, until: number): Promise<ClaimedUpload | null>
  abstract progress(
    workspace: string,
    id: string,
    progress: UploadProgress,
    until: number,
    result?: Uint8Array,
  ): Promise<void>
  abstract replaceResult(workspace: string, id: string, result: Uint8Array): Promise<boolean>
  protected abstract file(workspace: string, id: string, kind: 'input' | 'result'): Promise<Uint8Array | null>

  async release(workspace: string, id: string): Promise<void> {
    await this.#runner.run(
      `UPDATE uploads SET claimed_until = 0, claims = CASE WHEN claims > 0 THEN claims - 1 ELSE 0 END
       WHERE ${this.#isUpload()}`,
      { bucket: bucketOf(id), workspace, id },
    )
  }

  async find(workspace: string, id: string): Promise<UploadRow | null> {
    const text = `SELECT ${UPLOAD_COLUMNS} FROM uploads WHERE ${this.#isUpload()}`
    return first(await this.#runner.rows<RawUpload>(text, { bucket: bucketOf(id), workspace, id }), uploadRow)
  }

  async list(workspace: string, limit: number): Promise<UploadRow[]> {
    const rows = await this.#runner.rows<RawUpload>(
      `SELECT ${UPLOAD_COLUMNS} FROM uploads WHERE workspace = :workspace ORDER BY created_at DESC, id LIMIT :limit`,
      { workspace, limit },
    )
    return rows.map(uploadRow)
  }

  input(workspace: string, id: string): Promise<Uint8Array | null> {
    return this.file(workspace, id, 'input')
  }

  result(workspace: string, id: string): Promise<Uint8Array | null> {
    return this.file(workspace, id, 'result')
  }

  forget(before: number): Promise<number> {
    return this.#runner.run('DELETE FROM uploads WHERE created_at < :before', { before })
  }

  #isUpload(): string {
    return matching([...this.#runner.keyPrefix, 'workspace', 'id'])
  }
}
