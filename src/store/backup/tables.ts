/** Tables and columns of a backup, the same for both engines. A restore rebuilds the indexes. */
import {
  LINK_COLUMNS,
  LOGIN_COLUMNS,
  MEMBER_COLUMNS,
  MEMBERSHIP_COLUMNS,
  TOTP_COLUMNS,
} from '../rows/account.ts'
import { AUDIT_COLUMNS } from '../rows/audit.ts'
import { FACT_ROW, LABEL_COLUMNS } from '../rows/facts.ts'
import { KEY_COLUMNS, SECRET_COLUMNS, WORKSPACE_COLUMNS } from '../rows/key.ts'
import { LATER_COLUMNS } from '../rows/later_analysis.ts'
import { REFERENCE_COLUMNS } from '../rows/references.ts'
import { SESSION_COLUMNS } from '../rows/session.ts'
import { STEP_UP_COLUMNS } from '../rows/step_up.ts'
import { ANALYSIS_COLUMNS } from '../rows/survey.ts'
import { UPLOAD_COLUMNS } from '../rows/upload.ts'
import { DELIVERY_COLUMNS, WEBHOOK_COLUMNS } from '../rows/webhook.ts'

/** In the order of the file: a session before its batches, an analysis before its answers. */
export const TABLES = {
  workspaces: WORKSPACE_COLUMNS,
  keys: KEY_COLUMNS,
  secrets: SECRET_COLUMNS,
  members: MEMBER_COLUMNS,
  memberships: MEMBERSHIP_COLUMNS,
  links: LINK_COLUMNS,
  logins: LOGIN_COLUMNS,
  totp: TOTP_COLUMNS,
  sessions: SESSION_COLUMNS,
  batches: ['workspace', 'session_id', 'tab', 'seq', 'page', 'received_at', 'digest', 'sealed'],
  reports: ['workspace', 'session_id', 'revision', 'version', 'record', 'score', 'action', 'checksum', 'log'],
  analyses: [...ANALYSIS_COLUMNS, 'overruled'],
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
  later_analyses: LATER_COLUMNS,
  surveys: ['workspace', 'survey_id', 'revision', 'review_effort'],
  questions: [
    'workspace',
    'survey_id',
    'question_id',
    'last_group',
    'stats_revision',
    'saved_revision',
    'stats',
  ],
  question_samples: ['workspace', 'survey_id', 'question_id', 'revision', 'sample'],
  question_references: REFERENCE_COLUMNS,
  idempotency: ['workspace', 'key', 'digest', 'at'],
  devices: ['workspace', 'fingerprint_id', 'session_id', 'at'],
  session_facts: FACT_ROW,
  session_marks: ['workspace', 'mark', 'session_id', 'started_at'],
  labels: LABEL_COLUMNS,
  step_ups: STEP_UP_COLUMNS,
  audit: AUDIT_COLUMNS,
  webhooks: WEBHOOK_COLUMNS,
  deliveries: DELIVERY_COLUMNS,
  uploads: [...UPLOAD_COLUMNS, 'input', 'result'],
  erased_sessions: ['workspace', 'session_hash', 'at'],
} as const

export type TableName = keyof typeof TABLES
export type Value = string | number | null | Uint8Array

/** Values in the order of the table's columns. */
export interface BackupRow {
  readonly table: TableName
  readonly values: readonly Value[]
}
