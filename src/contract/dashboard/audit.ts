/** Audit log. GET /audit (owners only). */
import { type Static, Type } from 'typebox'
import { Closed, OrNull, Page, Time } from './page.ts'

/** All recorded actions. */
export const AUDIT_ACTIONS = [
  'login',
  'login_failed',
  'logout',
  'logout_everywhere',
  'joined',
  'name_changed',
  'password_changed',
  'password_reset_created',
  'totp_on',
  'totp_off',
  'recovery_codes_renewed',
  'recovery_code_used',
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
  'verdict_set',
  'verdict_removed',
  'settings_changed',
  'result_secret_rotated',
  'retention_confirmed',
  'agent_saved',
  'agent_removed',
  'webhook_created',
  'webhook_changed',
  'webhook_removed',
  'webhook_secret_rotated',
  'webhook_tested',
  'delivery_redelivered',
  'erased',
  'erasure_queued',
  'exported',
  'person_exported',
  'survey_uploaded',
  'survey_upload_canceled',
  'survey_analyzed_again',
  'survey_references_changed',
  'survey_settings_changed',
  'demo_data_added',
  'demo_data_removed',
] as const
export const AuditAction = Type.Enum(AUDIT_ACTIONS)
export type AuditAction = Static<typeof AuditAction>

export const AuditItem = Closed({
  id: Type.String(),
  at: Time,
  action: AuditAction,
  /** A member or an API key. Null for the command line and for a failed login. */
  member_id: OrNull(Type.String()),
  /** Name or email at the time of the action. */
  who: Type.String(),
  /** Target of the action: the name of a key, a session id, a URL. */
  subject: Type.String(),
  /** The user or participant behind an id in `subject`; null if there is none. */
  subject_name: OrNull(Type.String()),
  /** Further details; may be empty. */
  detail: Type.String(),
  /** IP network of the caller, not the full address. */
  address: Type.String(),
})
export type AuditItem = Static<typeof AuditItem>
export const AuditList = Page(AuditItem)
export type AuditList = Static<typeof AuditList>
