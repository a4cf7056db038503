/** Rows of the audit log, each with a checksum. Used by both engines. */
import type { AuditEntry } from '../audit.ts'
import { checksum } from '../sealed.ts'
import { StoreDamaged } from '../store.ts'

export interface RawAudit {
  workspace: string
  id: string
  at: number
  action: string
  member_id: string | null
  who: string
  subject: string
  detail: string
  address: string
  checksum: number
}

export const AUDIT_COLUMNS = [
  'workspace',
  'id',
  'at',
  'action',
  'member_id',
  'who',
  'subject',
  'detail',
  'address',
  'checksum',
] as const satisfies (keyof RawAudit)[]

const auditChecksum = (raw: Omit<RawAudit, 'checksum'>): number =>
  checksum([
    raw.workspace,
    raw.id,
    raw.at,
    raw.action,
    raw.member_id,
    raw.who,
    raw.subject,
    raw.detail,
    raw.address,
  ])

export function rawAudit(entry: AuditEntry): RawAudit {
  const { memberId, who, subject, detail, ...rest } = entry
  const raw = {
    ...rest,
    member_id: memberId,
    who: who.toWellFormed(),
    subject: subject.toWellFormed(),
    detail: detail.toWellFormed(),
  }
  return { ...raw, checksum: auditChecksum(raw) }
}

export function auditEntry(raw: RawAudit): AuditEntry {
  if (raw.checksum !== auditChecksum(raw)) {
    throw new StoreDamaged('a stored audit entry does not match its checksum')
  }
  const { workspace, id, at, action, member_id: memberId, who, subject, detail, address } = raw
  return { workspace, id, at, action, memberId, who, subject, detail, address }
}
