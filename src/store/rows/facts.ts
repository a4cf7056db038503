/** Rows of session facts and labels, each with a checksum. Used by both engines. */

import { EXAMPLE_SESSIONS } from '../../contract/example_session.ts'
import type { Label } from '../../contract/session.ts'
import {
  FACT_NAMES,
  type FactName,
  type FactType,
  type FieldOf,
  factOf,
  fieldOf,
  type SessionFacts,
} from '../../contract/session_facts.ts'
import { StoreDamaged } from '../errors.ts'
import type { ListedSession, StoredLabel } from '../facts.ts'
import { type Column, integer, json, nullable, text } from '../table.ts'
import { packTerms, plain, termsOf } from '../terms.ts'
import { packId, unpackId } from '../values/packed_id.ts'
import { checksum } from '../values/sealed.ts'

const EXAMPLE_IDS = Object.values(EXAMPLE_SESSIONS).map(packId)
const isExample = (packedId: Uint8Array): boolean => EXAMPLE_IDS.some((id) => id.equals(packedId))

type Stored = string | number | null
export type RawFacts = Record<FieldOf<FactName>, Stored> & {
  score: number
  action: string
  /** As `packTerms` writes them. */
  terms: string
  facts_checksum: number
}

const SUMMED_COLUMNS = [
  'score',
  'action',
  ...FACT_NAMES.map(fieldOf),
  'terms',
] as const satisfies (keyof RawFacts)[]

/** Columns that a new report replaces. */
export const FACT_COLUMNS = [...SUMMED_COLUMNS, 'facts_checksum'] as const satisfies (keyof RawFacts)[]

/** Columns of a backup. */
export const FACT_ROW = [
  'workspace',
  'session_id',
  'started_at',
  'last_at',
  ...FACT_COLUMNS,
  'notified_action',
  'notified_complete',
  'notified_clusters',
] as const

const BREAK = '\n'
const MAX_ROUTES = 50

/** Every path between two line breaks, so that a search with both breaks finds whole paths. */
const lines: Column<readonly string[]> = {
  type: 'text',
  stored: (paths) => (paths.length === 0 ? '' : BREAK + paths.join(BREAK) + BREAK),
  value: (stored) => (stored === '' ? [] : String(stored).slice(1, -1).split(BREAK)),
}

/** How values of each type are stored. */
const TYPES: { readonly [Type in FactType]: Column<unknown> } = {
  integer: integer(),
  checks: integer(),
  inputs: integer(),
  numbers: json(),
  text: nullable(text()),
  paths: lines,
}
const FACTS = FACT_NAMES.map((name) => ({ name, field: fieldOf(name), column: TYPES[factOf(name).type] }))

const factsChecksum = (packedId: Uint8Array, raw: Omit<RawFacts, 'facts_checksum'>): number =>
  checksum([packedId, ...SUMMED_COLUMNS.map((column) => raw[column])])

export function rawFacts(
  packedId: Uint8Array,
  { score, action }: { readonly score: number; readonly action: string },
  given: SessionFacts,
  tags: readonly string[],
): RawFacts {
  const facts = { ...given, routes: [...new Set(given.routes.map(plain))].slice(0, MAX_ROUTES) }
  const columns = FACTS.map(({ name, field, column }) => [field, column.stored(facts[name], [])])
  const raw = {
    ...(Object.fromEntries(columns) as Record<FieldOf<FactName>, Stored>),
    score,
    action,
    terms: packTerms(isExample(packedId) ? [] : termsOf(facts, score, tags)),
  }
  return { ...raw, facts_checksum: factsChecksum(packedId, raw) }
}

export type RawListed = {
  workspace: string
  session_id: Buffer
  started_at: number
  last_at: number
  user_id: string | null
  ip: string | null
  tags: string
  label: string | null
  member_id: string | null
  labeled_at: number | null
  note: string | null
  label_checksum: number | null
  notified_clusters: string | null
} & { [Column in keyof RawFacts]: RawFacts[Column] | null }

export const LISTED_COLUMNS = `s.workspace, s.session_id, s.started_at, s.last_at, s.user_id, s.ip, s.tags, l.label, l.member_id,
  l.at AS labeled_at, l.note, l.checksum AS label_checksum, f.notified_clusters,
  ${FACT_COLUMNS.map((column) => `f.${column}`).join(', ')}`

export function listedSession(raw: RawListed): ListedSession {
  return {
    workspace: raw.workspace,
    sessionId: unpackId(raw.session_id),
    startedAt: raw.started_at,
    lastAt: raw.last_at,
    userId: raw.user_id,
    ip: raw.ip,
    tags: raw.tags === '[]' ? [] : JSON.parse(raw.tags),
    facts: raw.score === null ? null : listedFacts(raw.session_id, raw as RawFacts & Notified),
    label: raw.label === null ? null : listedLabel(raw),
  }
}

interface Notified {
  /** `kind:id` of each cluster; null if there is none. */
  readonly notified_clusters: string | null
}

function listedFacts(packedId: Uint8Array, raw: RawFacts & Notified): ListedSession['facts'] {
  if (raw.facts_checksum !== factsChecksum(packedId, raw)) {
    throw new StoreDamaged('stored facts do not match their checksum')
  }
  const facts = FACTS.map(({ name, field, column }) => [name, column.value(raw[field], [])])
  return {
    ...(Object.fromEntries(facts) as SessionFacts),
    score: raw.score,
    action: raw.action,
    clusters: (raw.notified_clusters ?? '').split(' ').filter((each) => each !== ''),
  }
}

function listedLabel({ label_checksum, labeled_at, ...raw }: RawListed): StoredLabel {
  return storedLabel({ ...raw, at: labeled_at, checksum: label_checksum } as RawLabel)
}

export interface RawLabel {
  workspace: string
  session_id: Uint8Array
  /** The start of the session: lists by label are in this order. */
  started_at: number
  label: string
  member_id: string
  at: number
  checksum: number
  note: string
}

export const LABEL_COLUMNS = [
  'workspace',
  'session_id',
  'started_at',
  'label',
  'member_id',
  'at',
  'checksum',
  'note',
] as const

const labelChecksum = (raw: Omit<RawLabel, 'checksum'>): number =>
  checksum([raw.workspace, raw.session_id, raw.label, raw.member_id, raw.at, raw.note])

export function rawLabel(
  workspace: string,
  packedId: Uint8Array,
  startedAt: number,
  given: StoredLabel,
): RawLabel {
  const raw = {
    workspace,
    session_id: packedId,
    started_at: startedAt,
    label: given.label,
    member_id: given.memberId,
    at: given.at,
    note: given.note.toWellFormed(),
  }
  return { ...raw, checksum: labelChecksum(raw) }
}

export function storedLabel(raw: RawLabel): StoredLabel {
  if (raw.checksum !== labelChecksum(raw))
    throw new StoreDamaged('a stored label does not match its checksum')
  return { label: raw.label as Label, memberId: raw.member_id, at: raw.at, note: raw.note }
}
