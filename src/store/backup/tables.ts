/** What a backup holds: the same tables and columns whatever engine they came from. Indexes are made anew. */
import { LINK_COLUMNS, LOGIN_COLUMNS, MEMBER_COLUMNS, TOTP_COLUMNS } from '../rows/account.ts'
import { AUDIT_COLUMNS } from '../rows/audit.ts'
import { FACT_ROW, LABEL_COLUMNS } from '../rows/facts.ts'
import { KEY_COLUMNS } from '../rows/key.ts'
import { SESSION_COLUMNS } from '../rows/session.ts'
import { ANALYSIS_COLUMNS } from '../rows/survey.ts'
import { UPLOAD_COLUMNS } from '../rows/upload.ts'
import { DELIVERY_COLUMNS, WEBHOOK_COLUMNS } from '../rows/webhook.ts'

/** In the order they are written and read: a session before its batches, an analysis before its answers. */
export const TABLES = {
  workspaces: ['id', 'name', 'created_at', 'settings', 'checksum'],
  keys: KEY_COLUMNS,
  secrets: ['name', 'value', 'checksum'],
  members: MEMBER_COLUMNS,
  memberships: ['member_id', 'workspace', 'role', 'checksum'],
  links: LINK_COLUMNS,
  logins: LOGIN_COLUMNS,
  totp: TOTP_COLUMNS,
  sessions: SESSION_COLUMNS,
  batches: ['workspace', 'session_id', 'tab', 'seq', 'page', 'received_at', 'digest', 'sealed'],
  reports: ['workspace', 'session_id', 'revision', 'version', 'record', 'score', 'action', 'checksum', 'log'],
  analyses: ANALYSIS_COLUMNS,
  answers: [
    'workspace',
    'survey_id',
    'participant_id',
    'question_id',
    'added_at',
    'cluster',
    'bands',
    'sketch',
    'checksum',
  ],
  surveys: ['workspace', 'survey_id', 'revision'],
  questions: ['workspace', 'survey_id', 'question_id', 'last_group', 'stats_revision', 'stats'],
  idempotency: ['workspace', 'key', 'digest', 'at'],
  devices: ['workspace', 'fingerprint_id', 'session_id', 'at'],
  session_facts: FACT_ROW,
  session_marks: ['workspace', 'mark', 'session_id', 'started_at'],
  labels: LABEL_COLUMNS,
  audit: AUDIT_COLUMNS,
  webhooks: WEBHOOK_COLUMNS,
  deliveries: DELIVERY_COLUMNS,
  uploads: [...UPLOAD_COLUMNS, 'input', 'result'],
} as const

export type TableName = keyof typeof TABLES
export type Value = string | number | null | Uint8Array

/** Values in the order of the table's columns. */
export interface BackupRow {
  readonly table: TableName
  readonly values: readonly Value[]
}
