/**
 * The list of sessions and its histogram. A filter without an index scans a bounded number of sessions per step and
 * steps per response; other requests run between steps.
 */
import { setImmediate } from 'node:timers/promises'
import { CHECK_BITS, type RecommendedAction } from '../../contract/checks.ts'
import type {
  SessionHistogram,
  SessionItem,
  SessionList,
  SessionQuery,
} from '../../contract/dashboard/sessions.ts'
import { isSelective } from '../../store/fact_query.ts'
import type { FactCursor, FactFilter, FactOrder, FactStore, ListedSession } from '../../store/facts.ts'
import type { Store } from '../../store/store.ts'
import { readCursor, writeCursor } from '../http/cursor.ts'
import { type Overrules, openOverrules } from '../scoring/overruled.ts'
import { detectedChecks } from '../scoring/session_facts.ts'
import { bandOf, noCounts } from './action_bands.ts'

/** Sessions per step: a few milliseconds of work. */
const STEP = 4_000
/** About a hundred thousand sessions per response; the next page continues from there. */
const MAX_STEPS = 26

const DEFAULT_LIMIT = 50
/** Results of a search by the start of an id. */
const MAX_BY_ID = 100

const ROUTES_SHOWN = 5
const BUCKETS = 60
const HOUR_MS = 3_600_000

export function filterOf(query: Omit<SessionQuery, 'sort' | 'before' | 'limit' | 'q'>): FactFilter {
  const { from, to, tag, user, score_min, score_max, action, check, route, country, label } = query
  return {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(tag !== undefined && { tag }),
    ...(user !== undefined && { user }),
    ...(score_min !== undefined && { scoreMin: score_min }),
    ...(score_max !== undefined && { scoreMax: score_max }),
    ...(action !== undefined && { action }),
    ...(check !== undefined && { check: CHECK_BITS[check] }),
    ...(route !== undefined && {
      route: route.endsWith('*')
        ? { path: route.slice(0, -1), isPrefix: true }
        : { path: route, isPrefix: false },
    }),
    ...(country !== undefined && { country }),
    ...(label !== undefined && { label }),
  }
}

type ListStore = Pick<Store, 'facts' | 'accounts' | 'keys'>

export async function listSessions(
  store: ListStore,
  workspace: string,
  query: SessionQuery,
  cursorName = 'before',
): Promise<SessionList> {
  const { facts } = store
  const { q, sort = 'newest', before, limit = DEFAULT_LIMIT } = query
  if (q !== undefined) {
    const found = await facts.byId(workspace, q, MAX_BY_ID)
    const newest = found.toSorted((a, b) => b.startedAt - a.startedAt)
    return { items: await sessionItems(store, newest), next: null, complete: true }
  }
  const filter = filterOf(query)
  const rows: ListedSession[] = []
  let after = before === undefined ? undefined : readPlace(before, sort, cursorName)
  const selective = isSelective({ workspace, filter, order: sort, scanLimit: 0 })
  for (let step = 0; step < MAX_STEPS; step++) {
    const wanted = limit - rows.length
    const page = await facts.list({
      workspace,
      filter,
      order: sort,
      scanLimit: selective ? STEP : wanted,
      limit: wanted,
      ...(after && { after }),
    })
    rows.push(...page.rows)
    after = page.end ?? undefined
    if (page.end === null || rows.length >= limit) {
      return pageOf(true)
    }
    await setImmediate()
  }
  return pageOf(false)

  async function pageOf(complete: boolean): Promise<SessionList> {
    const next = after ? writePlace(after, sort) : null
    return { items: await sessionItems(store, rows), next, complete }
  }
}

export async function histogramOf(
  facts: FactStore,
  workspace: string,
  query: SessionQuery,
  now: number,
): Promise<SessionHistogram> {
  const filter = filterOf(query)
  const from = filter.from ?? (await oldest(facts, workspace)) ?? now - 24 * HOUR_MS
  const to = Math.max(filter.to ?? now + 1, from + 1)
  const bucketMs = bucketOf(to - from)
  const start = Math.floor(from / bucketMs) * bucketMs
  const count = Math.ceil((to - start) / bucketMs)
  const buckets = Array.from({ length: count }, (_, index) => ({
    at: start + index * bucketMs,
    counts: noCounts(),
  }))
  const totals = noCounts()
  let after: FactCursor | undefined
  for (let step = 0; ; step++) {
    const place = after && { after }
    const { counts, end } = await facts.count(
      {
        workspace,
        filter: { ...filter, from, to },
        order: 'newest',
        scored: true,
        scanLimit: STEP,
        ...place,
      },
      start,
      bucketMs,
    )
    for (const { bucket, action, count: found } of counts) {
      const band = bandOf(action)
      const held = buckets[bucket]?.counts
      if (held !== undefined) held[band] += found
      totals[band] += found
    }
    const complete = end === null
    if (complete || step + 1 === MAX_STEPS) {
      return { from: start, to, bucket_ms: bucketMs, buckets, totals, complete }
    }
    after = end
    await setImmediate()
  }
}

/** Bucket sizes from five minutes to a year. */
const BUCKET_SIZES_MS = [1 / 12, 1 / 4, 1, 3, 6, 12, 24, 72, 168, 720, 2_160, 8_760].map(
  (hours) => hours * HOUR_MS,
)

const bucketOf = (spanMs: number): number =>
  BUCKET_SIZES_MS.find((ms) => spanMs / ms <= BUCKETS) ?? Math.ceil(spanMs / BUCKETS)

async function oldest(facts: FactStore, workspace: string): Promise<number | undefined> {
  const { rows } = await facts.list({ workspace, filter: {}, order: 'oldest', scanLimit: 1, limit: 1 })
  return rows[0]?.startedAt
}

export function sessionItems(store: ListStore, rows: readonly ListedSession[]): Promise<SessionItem[]> {
  const overrules = openOverrules(store)
  return Promise.all(rows.map((row) => sessionItem(row, overrules)))
}

async function sessionItem(session: ListedSession, overrules: Overrules): Promise<SessionItem> {
  const { facts } = session
  const action = (facts?.action as RecommendedAction | undefined) ?? null
  return {
    session_id: session.sessionId,
    started_at: session.startedAt,
    last_at: session.lastAt,
    user_id: session.userId,
    tags: [...session.tags],
    risk_score: facts?.score ?? null,
    recommended_action: action,
    ...(await overrules.of(session.workspace, action, session.label)),
    detected: facts === null ? [] : detectedChecks(facts.detected),
    country: facts?.country ?? null,
    browser: facts?.browser ?? null,
    routes: facts?.routes.slice(0, ROUTES_SHOWN) ?? [],
    label: session.label?.label ?? null,
  }
}

function writePlace({ startedAt, sessionId, score }: FactCursor, order: FactOrder): string {
  return writeCursor(order === 'score' ? [startedAt, sessionId, score ?? 0] : [startedAt, sessionId])
}

function readPlace(text: string, order: FactOrder, name: string): FactCursor {
  if (order === 'score') {
    const [startedAt, sessionId, score] = readCursor(text, ['number', 'string', 'number'], name)
    return { startedAt, sessionId, score }
  }
  const [startedAt, sessionId] = readCursor(text, ['number', 'string'], name)
  return { startedAt, sessionId }
}
