import type { Database } from 'better-sqlite3'
import { insertInto } from '../queries/statement_runner.ts'
import { UploadQueries } from '../queries/upload_queries.ts'
import {
  claimedUpload,
  openedFile,
  type RawUpload,
  rawUpload,
  sealedFile,
  UPLOAD_COLUMNS,
} from '../rows/upload.ts'
import type { ClaimedUpload, UploadProgress, UploadRow } from '../uploads.ts'
import { reading } from './reading.ts'
import { statementRunner } from './statement_runner.ts'
import type { WriteQueue } from './write_queue.ts'

export class SqliteUploads extends UploadQueries {
  readonly #queue: WriteQueue
  readonly #files: ReturnType<typeof prepareFiles>

  constructor(db: Database, queue: WriteQueue) {
    super(statementRunner(db, queue))
    this.#queue = queue
    this.#files = prepareFiles(db)
  }

  async create(upload: UploadRow, input: Uint8Array): Promise<void> {
    const { workspace, id } = upload
    // Compressed first, so that the queue holds little memory.
    const sealed = await sealedFile(workspace, id, 'input', input)
    return this.#queue.write(sealed.length, 'createUpload', upload, sealed)
  }

  claim(now: number, until: number): Promise<ClaimedUpload | null> {
    return this.#queue.write(0, 'claimUpload', now, until)
  }

  async progress(workspace: string, id: string, given: UploadProgress, until: number, result?: Uint8Array) {
    const sealed = result === undefined ? null : await sealedFile(workspace, id, 'result', result)
    return this.#queue.write(sealed?.length ?? 0, 'uploadProgress', workspace, id, given, until, sealed)
  }

  async replaceResult(workspace: string, id: string, result: Uint8Array): Promise<boolean> {
    const sealed = await sealedFile(workspace, id, 'result', result)
    return this.#queue.write(sealed.length, 'replaceUploadResult', workspace, id, sealed)
  }

  protected async file(workspace: string, id: string, kind: 'input' | 'result'): Promise<Uint8Array | null> {
    const sealed = reading(() => this.#files[kind].get(workspace, id))
    return sealed ? openedFile(workspace, id, kind, sealed) : null
  }
}

function prepareFiles(db: Database) {
  const file = (kind: string) =>
    db
      .prepare<[string, string], Buffer | null>(`SELECT ${kind} FROM uploads WHERE workspace = ? AND id = ?`)
      .pluck()
  return { input: file('input'), result: file('result') }
}

export function uploadWrites(db: Database) {
  const insert = db.prepare(insertInto('uploads', [...UPLOAD_COLUMNS, 'input']))
  const claim = db.prepare<[number, number], RawUpload & { claims: number }>(`
    UPDATE uploads SET claimed_until = ?, claims = claims + 1 WHERE rowid = (
      SELECT rowid FROM uploads WHERE state = 'running' AND claimed_until <= ? ORDER BY created_at LIMIT 1)
    RETURNING ${UPLOAD_COLUMNS}, claims`)
  const update = db.prepare(`
    UPDATE uploads SET state = :state, total = :total, done = :done, flagged = :flagged, refused = :refused,
      problem = :problem, claimed_until = :until, result = :result,
      claims = CASE WHEN :done > done THEN 0 ELSE claims END,
      input = CASE WHEN :state = 'running' THEN input END
    WHERE workspace = :workspace AND id = :id`)
  const replace = db.prepare(
    "UPDATE uploads SET result = ? WHERE workspace = ? AND id = ? AND state = 'done' AND result IS NOT NULL",
  )
  return {
    createUpload(upload: UploadRow, input: Uint8Array): void {
      insert.run({ ...rawUpload(upload), input })
    },

    claimUpload(now: number, until: number): ClaimedUpload | null {
      const raw = claim.get(until, now)
      return raw ? claimedUpload(raw) : null
    },

    uploadProgress(
      workspace: string,
      id: string,
      { state, total, done, flagged, refused, problem }: UploadProgress,
      until: number,
      result: Uint8Array | null,
    ): void {
      update.run({ workspace, id, state, total, done, flagged, refused, problem, until, result })
    },

    replaceUploadResult: (workspace: string, id: string, sealed: Uint8Array): boolean =>
      replace.run(sealed, workspace, id).changes > 0,
  }
}
