import { bucketOf } from '../bucket.ts'
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
import { claim } from './claim.ts'
import { type Database, LONG, LONG_MS } from './database.ts'
import { positional, statementRunner } from './statement_runner.ts'

const UPLOAD_IS = 'bucket = $1 AND workspace = $2 AND id = $3'

export class PostgresUploads extends UploadQueries {
  readonly #db: Database

  constructor(db: Database) {
    super(statementRunner(db))
    this.#db = db
  }

  async create(upload: UploadRow, input: Uint8Array): Promise<void> {
    const { workspace, id } = upload
    const sealed = await sealedFile(workspace, id, 'input', input)
    const text = insertInto('uploads', ['bucket', ...UPLOAD_COLUMNS, 'input'])
    await this.#db.longQuery(
      ...positional(text, { bucket: bucketOf(id), ...rawUpload(upload), input: sealed }),
    )
  }

  async claim(now: number, until: number): Promise<ClaimedUpload | null> {
    const running = {
      table: 'uploads',
      key: ['bucket', 'workspace', 'id'],
      free: `t.state = 'running' AND t.claimed_until <= $1`,
      values: [now],
      order: 't.created_at',
      sets: 'claimed_until',
      also: 'claims = t.claims + 1',
      returning: [...UPLOAD_COLUMNS, 'claims'].map((column) => `t.${column}`).join(', '),
    }
    const [raw] = await claim<RawUpload & { claims: number }>(this.#db, running, 1, until)
    return raw ? claimedUpload(raw) : null
  }

  async progress(
    workspace: string,
    id: string,
    { state, total, done, flagged, refused, problem }: UploadProgress,
    until: number,
    result?: Uint8Array,
  ): Promise<void> {
    const sealed = result === undefined ? null : await sealedFile(workspace, id, 'result', result)
    await this.#db.transaction(async (queries) => {
      await queries.run(`SET LOCAL statement_timeout = ${LONG_MS}`)
      await queries.run(
        `UPDATE uploads SET state = $4, total = $5, done = $6, flagged = $7, refused = $8, problem = $9,
           claimed_until = $10, result = $11, claims = CASE WHEN $6 > done THEN 0 ELSE claims END, input = CASE WHEN $4 = 'running' THEN input END WHERE ${UPLOAD_IS}`,
        [bucketOf(id), workspace, id, state, total, done, flagged, refused, problem, until, sealed],
      )
    }, LONG)
  }

  async replaceResult(workspace: string, id: string, result: Uint8Array): Promise<boolean> {
    const rows = await this.#db.longQuery<{ id: string }>(
      `UPDATE uploads SET result = $4 WHERE ${UPLOAD_IS} AND state = 'done' AND result IS NOT NULL RETURNING id`,
      [bucketOf(id), workspace, id, await sealedFile(workspace, id, 'result', result)],
    )
    return rows.length > 0
  }

  protected async file(workspace: string, id: string, kind: 'input' | 'result'): Promise<Uint8Array | null> {
    const [row] = await this.#db.longQuery<{ file: Buffer | null }>(
      `SELECT ${kind} AS file FROM uploads WHERE ${UPLOAD_IS}`,
      [bucketOf(id), workspace, id],
    )
    return row?.file ? openedFile(workspace, id, kind, row.file) : null
  }
}
