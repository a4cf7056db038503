/** What a backup holds: the same tables and columns whatever engine they came from. Indexes are made anew. */
import { KEY_COLUMNS } from '../rows/key.ts'
import { SESSION_COLUMNS } from '../rows/session.ts'
import { ANALYSIS_COLUMNS } from '../rows/survey.ts'

/** In the order they are written and read: a session before its batches, an analysis before its answers. */
export const TABLES = {
  workspaces: ['id', 'name', 'created_at', 'settings', 'checksum'],
  keys: KEY_COLUMNS,
  secrets: ['name', 'value', 'checksum'],
  members: ['id', 'email', 'password', 'created_at', 'checksum'],
  memberships: ['member_id', 'workspace', 'role', 'checksum'],
  links: ['hash', 'workspace', 'role', 'expires_at', 'checksum'],
  logins: ['hash', 'member_id', 'created_at', 'last_seen_at', 'checksum'],
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
  questions: ['workspace', 'survey_id', 'question_id', 'last_group', 'learnt_revision', 'learnt'],
  idempotency: ['workspace', 'key', 'digest', 'at'],
  devices: ['workspace', 'fingerprint_id', 'session_id', 'at'],
} as const

export type TableName = keyof typeof TABLES
export type Value = string | number | null | Uint8Array

/** Values in the order of the table's columns. */
export interface BackupRow {
  readonly table: TableName
  readonly values: readonly Value[]
}
