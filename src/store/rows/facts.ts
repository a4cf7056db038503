/** Rows of session facts and labels, each with a checksum. Used by both engines. */
import type { LabelName, ListedSession, SessionFacts, StoredLabel } from '../facts.ts'
import { unpackId } from '../packed_id.ts'
import { checksum } from '../sealed.ts'
import { StoreDamaged } from '../store.ts'
import { packTerms, plain, termsOf } from '../terms.ts'

export interface RawFacts {
  score: number
  action: string
  detected: number
  unknown: number
  proven: number
  strengths: string
  missing: number
  country: string | null
  browser: string | null
  system: string | null
  device: string | null
  rhythm: string | null
  mouse_path: string | null
  typing_statistics: string | null
  inputs: number
  /** Every path between two line breaks, so that a search with both breaks finds whole paths. */
  routes: string
  /** As `packTerms` writes them. */
  terms: string
  duration_ms: number
  saved_at: number
  facts_checksum: number
}

/** Columns that a new report replaces. */
export const FACT_COLUMNS = [
  'score',
  'action',
  'detected',
  'unknown',
  'proven',
  'strengths',
  'missing',
  'country',
  'browser',
  'system',
  'device',
  'rhythm',
  'mouse_path',
  'typing_statistics',
  'inputs',
  'routes',
  'terms',
  'duration_ms',
  'saved_at',
  'facts_checksum',
] as const satisfies (keyof RawFacts)[]

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

function factsChecksum(packedId: Uint8Array, raw: Omit<RawFacts, 'facts_checksum'>): number {
  const { score, action, detected, unknown, proven, strengths, missing } = raw
  const { country, browser, system, device, rhythm, mouse_path, typing_statistics } = raw
  const { inputs, routes, terms, duration_ms, saved_at } = raw
  return checksum([
    packedId,
    score,
    action,
    detected,
    unknown,
    proven,
    strengths,
    missing,
    country,
    browser,
    system,
    device,
    rhythm,
    mouse_path,
    typing_statistics,
    inputs,
    routes,
    terms,
    duration_ms,
    saved_at,
  ])
}

export function rawFacts(
  packedId: Uint8Array,
  { score, action }: { readonly score: number; readonly action: string },
  facts: SessionFacts,
  tags: readonly string[],
): RawFacts {
  const routes = [...new Set(facts.routes.map(plain))].slice(0, MAX_ROUTES)
  const raw = {
    score,
    action,
    detected: facts.detected,
    unknown: facts.unknown,
    proven: facts.proven,
    strengths: JSON.stringify(facts.strengths),
    missing: facts.missing,
    country: facts.country,
    browser: facts.browser?.toWellFormed() ?? null,
    system: facts.system?.toWellFormed() ?? null,
    device: facts.device?.toWellFormed() ?? null,
    rhythm: facts.rhythm,
    mouse_path: facts.mousePath,
    typing_statistics: facts.typingStatistics,
    inputs: facts.inputs,
    routes: routes.length === 0 ? '' : BREAK + routes.join(BREAK) + BREAK,
    terms: packTerms(termsOf({ ...facts, routes }, score, tags)),
    duration_ms: facts.durationMs,
    saved_at: facts.savedAt,
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
  return {
    score: raw.score,
    action: raw.action,
    detected: raw.detected,
    unknown: raw.unknown,
    proven: raw.proven,
    strengths: JSON.parse(raw.strengths),
    missing: raw.missing,
    country: raw.country,
    browser: raw.browser,
    system: raw.system,
    device: raw.device,
    rhythm: raw.rhythm,
    mousePath: raw.mouse_path,
    typingStatistics: raw.typing_statistics,
    inputs: raw.inputs,
    routes: raw.routes === '' ? [] : raw.routes.slice(1, -1).split(BREAK),
    durationMs: raw.duration_ms,
    savedAt: raw.saved_at,
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
  /** Null in labels of earlier releases. */
  note: string | null
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

/** Without the note, because nodes of the previous release compute it without. */
const labelChecksum = (raw: Omit<RawLabel, 'checksum' | 'note'>): number =>
  checksum([raw.workspace, raw.session_id, raw.label, raw.member_id, raw.at])

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
  }
  return { ...raw, checksum: labelChecksum(raw), note: given.note.toWellFormed() }
}

export function storedLabel(raw: RawLabel): StoredLabel {
  if (raw.checksum !== labelChecksum(raw))
    throw new StoreDamaged('a stored label does not match its checksum')
  return { label: raw.label as LabelName, memberId: raw.member_id, at: raw.at, note: raw.note ?? '' }
}
