/** Who did what, when, from where. GET /audit?before=&limit= (owners). */
import { type Static, Type } from 'typebox'
import { Closed, OrNull, Page, Time } from './page.ts'

/** The only actions that are logged. */
export const AUDIT_ACTIONS = [
  'login',
  'login_failed',
  'logout',
  'logout_everywhere',
  'joined',
  'password_changed',
  'totp_on',
  'totp_off',
  'workspace_created',
  'workspace_renamed',
  'member_invited',
  'invitation_withdrawn',
  'role_changed',
  'member_removed',
  'key_created',
  'key_changed',
  'key_rotated',
  'key_revoked',
  'label_set',
  'label_removed',
  'settings_changed',
  'webhook_created',
  'webhook_changed',
  'webhook_removed',
  'webhook_secret_rotated',
  'webhook_tested',
  'delivery_replayed',
  'erased',
  'exported',
  'person_exported',
  'survey_uploaded',
  'demo_data_added',
  'demo_data_removed',
] as const
export const AuditAction = Type.Enum(AUDIT_ACTIONS)
export type AuditAction = Static<typeof AuditAction>

export const AuditItem = Closed({
  id: Type.String(),
  at: Time,
  action: AuditAction,
  /** Null for an unknown user (a failed login). */
  member_id: OrNull(Type.String()),
  /** Name or email as it was then. */
  who: Type.String(),
  /** The subject: a key's name, a session's id, an email address. */
  subject: Type.String(),
  /** Further detail; may be empty. */
  detail: Type.String(),
  /** The caller's IP address, truncated to its network. */
  address: Type.String(),
})
export type AuditItem = Static<typeof AuditItem>
export const AuditList = Page(AuditItem)
export type AuditList = Static<typeof AuditList>
