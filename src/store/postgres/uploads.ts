import { bucketOf } from '../bucket.ts'
import {
  openedFile,
  type RawUpload,
  rawUpload,
  sealedFile,
  UPLOAD_COLUMNS,
  uploadRow,
} from '../rows/upload.ts'
import type { UploadProgress, UploadRow, UploadStore } from '../uploads.ts'
import { claim } from './claim.ts'
import { type Database, UNHURRIED, UNHURRIED_MS } from './database.ts'
import { insertInto } from './values.ts'

const UPLOAD_IS = 'bucket = $1 AND workspace = $2 AND id = $3'

export class PostgresUploads implements UploadStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  async create(upload: UploadRow, input: Uint8Array): Promise<void> {
    const raw = rawUpload(upload)
    const sealed = sealedFile(upload.workspace, upload.id, 'input', input)
    await this.#db.unhurried(insertInto('uploads', ['bucket', ...UPLOAD_COLUMNS, 'input']), [
      bucketOf(upload.id),
      ...UPLOAD_COLUMNS.map((column) => raw[column]),
      sealed,
    ])
  }

  async find(workspace: string, id: string): Promise<UploadRow | null> {
    const [raw] = await this.#db.rows<RawUpload>(`SELECT ${UPLOAD_COLUMNS} FROM uploads WHERE ${UPLOAD_IS}`, [
      bucketOf(id),
      workspace,
      id,
    ])
    return raw ? uploadRow(raw) : null
  }

  async list(workspace: string, limit: number): Promise<UploadRow[]> {
    const rows = await this.#db.rows<RawUpload>(
      `SELECT ${UPLOAD_COLUMNS} FROM uploads WHERE workspace = $1 ORDER BY created_at DESC, id LIMIT $2`,
      [workspace, limit],
    )
    return rows.map(uploadRow)
  }

  input(workspace: string, id: string): Promise<Uint8Array | null> {
    return this.#file(workspace, id, 'input')
  }

  result(workspace: string, id: string): Promise<Uint8Array | null> {
    return this.#file(workspace, id, 'result')
  }

  async claim(now: number, until: number): Promise<UploadRow | null> {
    const running = {
      table: 'uploads',
      key: ['bucket', 'workspace', 'id'],
      free: `t.state = 'running' AND t.claimed_until <= $1`,
      values: [now],
      order: 't.created_at',
      sets: 'claimed_until',
      returning: UPLOAD_COLUMNS.map((column) => `t.${column}`).join(', '),
    }
    const [raw] = await claim<RawUpload>(this.#db, running, 1, until)
    return raw ? uploadRow(raw) : null
  }

  async progress(
    workspace: string,
    id: string,
    { state, total, done, flagged, refused, problem }: UploadProgress,
    until: number,
    result?: Uint8Array,
  ): Promise<void> {
    const sealed = result === undefined ? null : sealedFile(workspace, id, 'result', result)
    await this.#db.transaction(async (queries) => {
      await queries.run(`SET LOCAL statement_timeout = ${UNHURRIED_MS}`)
      await queries.run(
        `UPDATE uploads SET state = $4, total = $5, done = $6, flagged = $7, refused = $8, problem = $9,
           claimed_until = $10, result = $11, input = CASE WHEN $4 = 'running' THEN input END WHERE ${UPLOAD_IS}`,
        [bucketOf(id), workspace, id, state, total, done, flagged, refused, problem, until, sealed],
      )
    }, UNHURRIED)
  }

  async replaceResult(workspace: string, id: string, result: Uint8Array): Promise<boolean> {
    const rows = await this.#db.unhurried<{ id: string }>(
      `UPDATE uploads SET result = $4 WHERE ${UPLOAD_IS} AND state = 'done' AND result IS NOT NULL RETURNING id`,
      [bucketOf(id), workspace, id, sealedFile(workspace, id, 'result', result)],
    )
    return rows.length > 0
  }

  forget(before: number): Promise<number> {
    return this.#db.run('DELETE FROM uploads WHERE created_at < $1', [before])
  }

  async #file(workspace: string, id: string, kind: 'input' | 'result'): Promise<Uint8Array | null> {
    const [row] = await this.#db.unhurried<{ file: Buffer | null }>(
      `SELECT ${kind} AS file FROM uploads WHERE ${UPLOAD_IS}`,
      [bucketOf(id), workspace, id],
    )
    return row?.file ? openedFile(workspace, id, kind, row.file) : null
  }
}
