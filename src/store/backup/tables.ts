/** Tables and columns of a backup, the same for both engines. A restore rebuilds the indexes. */
import { links, logins, members, memberships, totp } from '../accounts.ts'
import { audit } from '../audit.ts'
import { bucketOf } from '../bucket.ts'
import { keys, secrets, workspaces } from '../keys.ts'
import { laterAnalyses } from '../later_analyses.ts'
import { unpackId } from '../packed_id.ts'
import { references } from '../references.ts'
import { FACT_ROW, LABEL_COLUMNS } from '../rows/facts.ts'
import { SESSION_COLUMNS } from '../rows/session.ts'
import { stepUps } from '../step_ups.ts'
import { analyses, answers, devices, idempotency, questions, samples, surveys } from '../surveys.ts'
import { uploads } from '../uploads.ts'
import { deliveries, webhooks } from '../webhooks.ts'

/** In the order of the file: a session before its batches, an analysis before its answers. */
export const TABLES = {
  workspaces: workspaces.columns,
  keys: keys.columns,
  secrets: secrets.columns,
  members: members.columns,
  memberships: memberships.columns,
  links: links.columns,
  logins: logins.columns,
  totp: totp.columns,
  sessions: SESSION_COLUMNS,
  batches: ['workspace', 'session_id', 'tab', 'seq', 'page', 'received_at', 'digest', 'sealed'],
  reports: ['workspace', 'session_id', 'revision', 'version', 'record', 'score', 'action', 'checksum', 'log'],
  analyses: analyses.columns,
  answers: answers.columns,
  later_analyses: laterAnalyses.columns,
  surveys: surveys.columns,
  questions: questions.columns,
  question_samples: samples.columns,
  question_references: references.columns,
  idempotency: idempotency.columns,
  devices: devices.columns,
  session_facts: FACT_ROW,
  session_marks: ['workspace', 'mark', 'session_id', 'started_at'],
  labels: LABEL_COLUMNS,
  step_ups: stepUps.columns,
  audit: audit.columns,
  webhooks: webhooks.columns,
  deliveries: deliveries.columns,
  uploads: uploads.columns,
  erased_sessions: ['workspace', 'session_hash', 'at'],
} as const

const BUCKETED = [
  analyses,
  answers,
  audit,
  deliveries,
  devices,
  idempotency,
  laterAnalyses,
  questions,
  references,
  samples,
  stepUps,
  surveys,
  uploads,
]

/** The column that the bucket of a row is derived from, by table. A restore computes the bucket. */
export const BUCKET_FROM: Readonly<Partial<Record<string, string | null>>> = Object.fromEntries(
  BUCKETED.map(({ name, bucketFrom }) => [name, bucketFrom]),
)

/** Session ids are packed; all other ids are text. */
export const bucketFrom = (value: Value | undefined): number =>
  bucketOf(value instanceof Uint8Array ? unpackId(value) : String(value))

export type TableName = keyof typeof TABLES
export type Value = string | number | null | Uint8Array

/** Values in the order of the table's columns. */
export interface BackupRow {
  readonly table: TableName
  readonly values: readonly Value[]
}
