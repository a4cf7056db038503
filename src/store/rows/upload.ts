/** Rows of uploads, with sealed files. Used by both engines. */
import { sealFile, unsealFile } from '../sealed.ts'
import type { ClaimedUpload, UploadRow, UploadState } from '../uploads.ts'

export interface RawUpload {
  workspace: string
  id: string
  name: string
  options: string
  created_at: number
  state: string
  total: number
  done: number
  flagged: number
  refused: number
  problem: string | null
}

export const UPLOAD_COLUMNS = [
  'workspace',
  'id',
  'name',
  'options',
  'created_at',
  'state',
  'total',
  'done',
  'flagged',
  'refused',
  'problem',
] as const satisfies (keyof RawUpload)[]

export function rawUpload({ createdAt, ...row }: UploadRow): RawUpload {
  return { ...row, name: row.name.toWellFormed(), options: row.options.toWellFormed(), created_at: createdAt }
}

export function uploadRow(raw: RawUpload): UploadRow {
  const { workspace, id, name, options, total, done, flagged, refused, problem } = raw
  return {
    workspace,
    id,
    name,
    options,
    createdAt: raw.created_at,
    state: raw.state as UploadState,
    total,
    done,
    flagged,
    refused,
    problem,
  }
}

export const claimedUpload = (raw: RawUpload & { claims: number }): ClaimedUpload => ({
  upload: uploadRow(raw),
  claims: raw.claims,
})

export const sealedFile = (workspace: string, id: string, kind: 'input' | 'result', bytes: Uint8Array) =>
  sealFile(bytes, [workspace, id, kind])

export const openedFile = (workspace: string, id: string, kind: 'input' | 'result', sealed: Uint8Array) =>
  unsealFile(sealed, [workspace, id, kind])
