/** Audit log entry. It never changes, except that an erasure replaces the subject. */
export interface AuditEntry {
  readonly id: string
  readonly workspace: string
  readonly at: number
  readonly action: string
  readonly memberId: string | null
  readonly who: string
  readonly subject: string
  readonly detail: string
  readonly address: string
}

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
