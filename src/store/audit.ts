/** Who did what. Written once, never changed. */
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
}
