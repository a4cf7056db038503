import { run, transaction } from '../transaction.ts'
import {
  type ClaimedUpload,
  type UploadProgress,
  type UploadResult,
  type UploadRow,
  type UploadStore,
  uploadHeads,
  uploads,
} from '../uploads.ts'
import { sealFile, unsealFile } from '../values/sealed.ts'
import { claimParams, isClaimed } from './claim.ts'
import { first, RunnerQueries } from './statement_runner.ts'

const UNFINISHED = `state IN ('running', 'canceling')`

const RUNNING = {
  table: 'uploads',
  key: uploads.keyColumns,
  waiting: `t.${UNFINISHED} AND t.workspace = :workspace`,
  order: 't.created_at',
  sets: 'claimed_until',
  also: 'claims = claims + 1',
  returning: [...uploadHeads.columns, 'claims'],
}

/** Nodes that claim at the same time see the same turns. */
const TURNS = 16

/** Workspaces with a free upload. Not a part of the claim, which Citus makes within one shard. */
const turns = (onlyIdle: boolean) =>
  `SELECT workspace FROM uploads
   WHERE workspace IN (
     SELECT workspace FROM uploads WHERE ${UNFINISHED} AND NOT ${isClaimed('claimed_until')})
   GROUP BY workspace ${onlyIdle ? `HAVING max(CASE WHEN ${isClaimed('claimed_until')} THEN 1 ELSE 0 END) = 0` : ''}
   ORDER BY max(CASE WHEN claimed_until <= :stray THEN claimed_until ELSE 0 END), min(created_at) LIMIT ${TURNS}`

const createUpload = transaction(
  'createUpload',
  function* (row: UploadRow, input: Uint8Array) {
    yield* run(uploads.insert, uploads.stored({ ...row, input, result: null }))
  },
  { long: true },
)

const uploadProgress = transaction(
  'uploadProgress',
  function* (
    workspace: string,
    id: string,
    progress: UploadProgress,
    until: number,
    result: UploadResult | null,
  ) {
    const changed = yield* run(
      `UPDATE uploads SET state = :state, total = :total, done = :done, flagged = :flagged, rejected = :rejected,
         problem = :problem, claimed_until = :until, result = :result, questions = :questions,
         claims = CASE WHEN :done > done THEN 0 ELSE claims END,
         input = CASE WHEN CAST(:state AS text) IN ('running', 'canceling') THEN input END
       WHERE ${uploads.isKey}
         AND (state NOT IN ('canceling', 'canceled') OR CAST(:state AS text) IN ('canceling', 'canceled'))`,
      {
        ...uploads.storedKey({ workspace, id }),
        ...progress,
        until,
        result: result?.file ?? null,
        questions: result?.questions ?? null,
      },
    )
    return changed > 0
  },
  { long: true },
)

const replaceUploadResult = transaction(
  'replaceUploadResult',
  function* (workspace: string, id: string, result: Uint8Array) {
    const changed = yield* run(
      `UPDATE uploads SET result = :result WHERE ${uploads.isKey} AND state = 'done' AND result IS NOT NULL`,
      { ...uploads.storedKey({ workspace, id }), result },
    )
    return changed > 0
  },
  { long: true, erases: true },
)

export const uploadTransactions = [createUpload, uploadProgress, replaceUploadResult]

type Kind = 'input' | 'result'

/** Compressed first, so that a queue of writes holds little memory. */
const sealedFile = (workspace: string, id: string, kind: Kind, bytes: Uint8Array) =>
  sealFile(bytes, [workspace, id, kind])

export class UploadQueries extends RunnerQueries implements UploadStore {
  async create(upload: UploadRow, input: Uint8Array): Promise<void> {
    const sealed = await sealedFile(upload.workspace, upload.id, 'input', input)
    await this.runner.transact(createUpload, upload, sealed)
  }

  async claim(now: number, until: number, { onlyIdle = false } = {}): Promise<ClaimedUpload | null> {
    const waiting = await this.runner.rows<{ workspace: string }>(turns(onlyIdle), claimParams({ now }))
    for (const { workspace } of waiting) {
      const [raw] = await this.runner.claim<{ claims: number }>(RUNNING, { now, workspace }, 1, until)
      if (raw !== undefined) return { upload: uploadHeads.row(raw), claims: raw.claims }
    }
    return null
  }

  async progress(
    workspace: string,
    id: string,
    progress: UploadProgress,
    until: number,
    result?: UploadResult,
  ): Promise<boolean> {
    const sealed = result && { ...result, file: await sealedFile(workspace, id, 'result', result.file) }
    return this.runner.transact(uploadProgress, workspace, id, progress, until, sealed ?? null)
  }

  async cancel(workspace: string, id: string, now: number): Promise<boolean> {
    const isNew = `total = 0 AND NOT ${isClaimed('claimed_until')}`
    const canceled = await this.runner.run(
      `UPDATE uploads SET state = CASE WHEN ${isNew} THEN 'canceled' ELSE 'canceling' END,
         input = CASE WHEN ${isNew} THEN NULL ELSE input END, claims = 0
       WHERE ${uploads.isKey} AND state = 'running'`,
      claimParams({ ...uploads.storedKey({ workspace, id }), now }),
    )
    return canceled > 0
  }

  async unfinished(now: number): Promise<{ readonly running: number; readonly waiting: number }> {
    const [counts] = await this.runner.rows<{ running: number; waiting: number }>(
      `SELECT count(CASE WHEN ${isClaimed('claimed_until')} THEN 1 END) AS running,
         count(CASE WHEN ${isClaimed('claimed_until')} THEN NULL ELSE 1 END) AS waiting
       FROM uploads WHERE ${UNFINISHED}`,
      claimParams({ now }),
    )
    return { running: counts?.running ?? 0, waiting: counts?.waiting ?? 0 }
  }

  async replaceResult(workspace: string, id: string, result: Uint8Array): Promise<boolean> {
    const sealed = await sealedFile(workspace, id, 'result', result)
    return this.runner.transact(replaceUploadResult, workspace, id, sealed)
  }

  async release(workspace: string, id: string): Promise<void> {
    await this.runner.run(
      `UPDATE uploads SET claimed_until = 0, claims = CASE WHEN claims > 0 THEN claims - 1 ELSE 0 END
       WHERE ${uploads.isKey}`,
      uploads.storedKey({ workspace, id }),
    )
  }

  async find(workspace: string, id: string): Promise<UploadRow | null> {
    const text = `SELECT ${uploadHeads.columns} FROM uploads WHERE ${uploads.isKey}`
    return first(await this.runner.rows<object>(text, uploads.storedKey({ workspace, id })), uploadHeads.row)
  }

  async list(workspace: string, limit: number): Promise<UploadRow[]> {
    const rows = await this.runner.rows<object>(
      `SELECT ${uploadHeads.columns} FROM uploads WHERE workspace = :workspace
       ORDER BY created_at DESC, id LIMIT :limit`,
      { workspace, limit },
    )
    return rows.map(uploadHeads.row)
  }

  input(workspace: string, id: string): Promise<Uint8Array | null> {
    return this.#file(workspace, id, 'input')
  }

  result(workspace: string, id: string): Promise<Uint8Array | null> {
    return this.#file(workspace, id, 'result')
  }

  async #file(workspace: string, id: string, kind: Kind): Promise<Uint8Array | null> {
    const text = `SELECT ${kind} AS file FROM uploads WHERE ${uploads.isKey}`
    const key = uploads.storedKey({ workspace, id })
    const [row] = await this.runner.longRows<{ file: Uint8Array | null }>(text, key)
    return row?.file ? unsealFile(row.file, [workspace, id, kind]) : null
  }

  forget(before: number): Promise<number> {
    return this.runner.run('DELETE FROM uploads WHERE created_at < :before', { before })
  }
}
