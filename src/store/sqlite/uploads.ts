import type { Database } from 'better-sqlite3'
import {
  openedFile,
  type RawUpload,
  rawUpload,
  sealedFile,
  UPLOAD_COLUMNS,
  uploadRow,
} from '../rows/upload.ts'
import type { UploadProgress, UploadRow, UploadStore } from '../uploads.ts'
import { reading } from './reading.ts'
import type { WriteQueue } from './write_queue.ts'

export class SqliteUploads implements UploadStore {
  readonly #queue: WriteQueue
  readonly #statements: ReturnType<typeof prepare>

  constructor(db: Database, queue: WriteQueue) {
    this.#queue = queue
    this.#statements = prepare(db)
  }

  create(upload: UploadRow, input: Uint8Array): Promise<void> {
    const { workspace, id } = upload
    // Compressed here: what waits for the disk is small then.
    const sealed = sealedFile(workspace, id, 'input', input)
    return this.#queue.write(sealed.length, 'createUpload', upload, sealed)
  }

  async find(workspace: string, id: string): Promise<UploadRow | null> {
    return reading(() => {
      const raw = this.#statements.find.get(workspace, id)
      return raw ? uploadRow(raw) : null
    })
  }

  async list(workspace: string, limit: number): Promise<UploadRow[]> {
    return reading(() => this.#statements.list.all(workspace, limit).map(uploadRow))
  }

  input(workspace: string, id: string): Promise<Uint8Array | null> {
    return this.#file(workspace, id, 'input')
  }

  result(workspace: string, id: string): Promise<Uint8Array | null> {
    return this.#file(workspace, id, 'result')
  }

  claim(now: number, until: number): Promise<UploadRow | null> {
    return this.#queue.write(0, 'claimUpload', now, until)
  }

  progress(workspace: string, id: string, given: UploadProgress, until: number, result?: Uint8Array) {
    const sealed = result === undefined ? null : sealedFile(workspace, id, 'result', result)
    return this.#queue.write(sealed?.length ?? 0, 'uploadProgress', workspace, id, given, until, sealed)
  }

  replaceResult(workspace: string, id: string, result: Uint8Array): Promise<boolean> {
    const sealed = sealedFile(workspace, id, 'result', result)
    return this.#queue.write(sealed.length, 'replaceUploadResult', workspace, id, sealed)
  }

  forget(before: number): Promise<number> {
    return this.#queue.write(0, 'forgetUploads', before)
  }

  async #file(workspace: string, id: string, kind: 'input' | 'result'): Promise<Uint8Array | null> {
    return reading(() => {
      const sealed = this.#statements[kind].get(workspace, id)
      return sealed ? openedFile(workspace, id, kind, sealed) : null
    })
  }
}

function prepare(db: Database) {
  const file = (kind: string) =>
    db
      .prepare<[string, string], Buffer | null>(`SELECT ${kind} FROM uploads WHERE workspace = ? AND id = ?`)
      .pluck()
  return {
    find: db.prepare<[string, string], RawUpload>(
      `SELECT ${UPLOAD_COLUMNS} FROM uploads WHERE workspace = ? AND id = ?`,
    ),
    list: db.prepare<[string, number], RawUpload>(
      `SELECT ${UPLOAD_COLUMNS} FROM uploads WHERE workspace = ? ORDER BY created_at DESC, id LIMIT ?`,
    ),
    input: file('input'),
    result: file('result'),
  }
}

export function uploadWrites(db: Database) {
  const insert = db.prepare(
    `INSERT INTO uploads (${UPLOAD_COLUMNS}, input) VALUES (${UPLOAD_COLUMNS.map((column) => `:${column}`)}, :input)`,
  )
  const claim = db.prepare<[number, number], RawUpload>(`
    UPDATE uploads SET claimed_until = ? WHERE rowid = (
      SELECT rowid FROM uploads WHERE state = 'running' AND claimed_until <= ? ORDER BY created_at LIMIT 1)
    RETURNING ${UPLOAD_COLUMNS}`)
  const update = db.prepare(`
    UPDATE uploads SET state = :state, total = :total, done = :done, flagged = :flagged, refused = :refused,
      problem = :problem, claimed_until = :until, result = :result,
      input = CASE WHEN :state = 'running' THEN input END
    WHERE workspace = :workspace AND id = :id`)
  const replace = db.prepare(
    "UPDATE uploads SET result = ? WHERE workspace = ? AND id = ? AND state = 'done' AND result IS NOT NULL",
  )
  const forget = db.prepare('DELETE FROM uploads WHERE created_at < ?')
  return {
    createUpload(upload: UploadRow, input: Uint8Array): void {
      insert.run({ ...rawUpload(upload), input })
    },

    claimUpload(now: number, until: number): UploadRow | null {
      const raw = claim.get(until, now)
      return raw ? uploadRow(raw) : null
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

    forgetUploads: (before: number): number => forget.run(before).changes,
  }
}
