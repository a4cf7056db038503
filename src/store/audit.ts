import { integer, nullable, type RowOf, table, text } from './table.ts'

export const audit = table(
  'audit',
  {
    id: text(),
    workspace: text(),
    at: integer(),
    action: text(),
    memberId: nullable(text()),
    who: text(),
    subject: text(),
    detail: text(),
    address: text(),
  },
  { key: ['workspace', 'id'], bucket: 'id' },
)

/** It never changes, except that an erasure replaces the subject. */
export type AuditEntry = RowOf<typeof audit>

export interface AuditStore {
  add(entry: AuditEntry): Promise<void>
  /** Newest first. */
  list(
    workspace: string,
    limit: number,
    before?: { readonly at: number; readonly id: string },
  ): Promise<AuditEntry[]>
  /** Entries with exactly this subject, oldest first. */
  about(workspace: string, subject: string): Promise<AuditEntry[]>
  /** Replaces an erased subject by `alias`; returns the number of changed entries. */
  forgetSubject(workspace: string, subject: string, alias: string): Promise<number>
}
