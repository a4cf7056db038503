/** Writes down who did what. A deed whose record cannot be written is not done quietly: the caller hears of it. */
import type { AuditAction } from '../../contract/dashboard/audit.ts'
import type { AuditStore } from '../../store/audit.ts'
import { randomText } from '../base/keys.ts'

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
  readonly memberId: string | null
  readonly name: string
  readonly address: string
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
      subject: cut(subject, SUBJECT_CHARS),
      detail: cut(detail, DETAIL_CHARS),
      address,
    })
}

const cut = (text: string, chars: number) => text.slice(0, chars).toWellFormed()
