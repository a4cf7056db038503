import type { Database } from 'better-sqlite3'
import { accountWrites } from './account_writes.ts'
import { auditWrites } from './audit.ts'
import { factWrites } from './fact_writes.ts'
import { keyWrites } from './key_writes.ts'
import { sessionWrites } from './session_writes.ts'
import { surveyWrites } from './survey_writes.ts'
import { uploadWrites } from './uploads.ts'
import { webhookWrites } from './webhook_writes.ts'
import type { WriteMessage } from './write_message.ts'

/** Every change the store can make. They run in the writer's thread, inside its group's transaction. */
export function writes(db: Database) {
  return {
    ...sessionWrites(db),
    ...factWrites(db),
    ...keyWrites(db),
    ...surveyWrites(db),
    ...accountWrites(db),
    ...auditWrites(db),
    ...webhookWrites(db),
    ...uploadWrites(db),
  }
}

export type Writes = ReturnType<typeof writes>
export type WriteName = keyof Writes

/** These leave nothing behind in the write-ahead log either. */
export const ERASING: ReadonlySet<WriteName> = new Set<WriteName>([
  'eraseSession',
  'eraseAnalysis',
  'eraseDeliveries',
  'forgetAuditSubject',
  'replaceUploadResult',
])

export interface WriteRequest {
  readonly id: number
  readonly name: WriteName
  readonly args: readonly unknown[]
}

/** What the writer answers: the value, or why there is none. */
export type WriteAnswer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly fault: string; readonly kind: 'unavailable' | 'damaged' | 'error' }

export type WriterMessage =
  | { readonly answers: readonly WriteAnswer[] }
  | { readonly fatal: string }
  | { readonly ready: true }
  | { readonly closed: true }

export type ToWriter = WriteMessage | { readonly close: true }
