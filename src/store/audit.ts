/** Who did what. Written once, and changed only to forget whom it was done to. */
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
  /** Entries whose subject is exactly this, oldest first. */
  about(workspace: string, subject: string): Promise<AuditEntry[]>
  /** Puts `alias` in the place of a subject that was erased; gives how many entries named it. */
  forgetSubject(workspace: string, subject: string, alias: string): Promise<number>
}
