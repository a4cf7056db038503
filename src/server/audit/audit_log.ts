/** The audit log. If an entry cannot be written, the caller gets the error. */
import type { AuditAction } from '../../contract/dashboard/audit.ts'
import type { AuditStore } from '../../store/audit.ts'
import type { Store } from '../../store/store.ts'
import { randomText } from '../workspace/keys.ts'

const SUBJECT_CHARS = 200
const DETAIL_CHARS = 500

export interface AuditedAction {
  readonly action: AuditAction
  readonly subject?: string
  readonly detail?: string
}

export type Audit = (actor: Actor, done: AuditedAction) => Promise<void>

export interface Actor {
  readonly workspace: string
  /** The member or API key; null for the command line and for a failed login. */
  readonly memberId: string | null
  readonly name: string
  readonly address: string
}

/** What operations need that change data and record it. */
export interface AuditedOptions {
  readonly store: Store
  readonly audit: Audit
  now(): number
}

export function openAudit(store: AuditStore, now: () => number): Audit {
  return ({ workspace, memberId, name, address }, { action, subject = '', detail = '' }) =>
    store.add({
      id: `aud_${randomText(16)}`,
      workspace,
      at: now(),
      action,
      memberId,
      who: name,
      subject: truncate(subject, SUBJECT_CHARS),
      detail: truncate(detail, DETAIL_CHARS),
      address,
    })
}

const truncate = (text: string, chars: number) => text.slice(0, chars).toWellFormed()
