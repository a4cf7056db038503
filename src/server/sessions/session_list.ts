/**
 * The list of sessions. A filter without an index scans a bounded number of sessions per step, until the time budget of a
 * response is spent; other requests run between steps.
 */
import { setImmediate } from 'node:timers/promises'
import type { RecommendedAction } from '../../contract/checks.ts'
import type { SessionItem, SessionList, SessionQuery } from '../../contract/dashboard/sessions.ts'
import { isExample } from '../../contract/example_session.ts'
import { PROPERTY_FILTERS } from '../../contract/session_filters.ts'
import type {
  FactCursor,
  FactFilter,
  FactOrder,
  FactQuery,
  FactStore,
  ListedSession,
} from '../../store/facts.ts'
import type { Store } from '../../store/store.ts'
import { readCursor, writeCursor } from '../http/cursor.ts'
import { listedFacts } from '../scoring/listed_facts.ts'
import { type Overrides, openOverrides } from '../scoring/overridden.ts'
import { filterOf } from './session_filters.ts'

/** Time for the scans of a response; the next page continues from there. */
const SCAN_BUDGET_MS = 200

const DEFAULT_LIMIT = 50
/** Results of a search. */
const MAX_FOUND = 100

type ListStore = Pick<Store, 'facts' | 'accounts' | 'keys'>

export async function listSessions(
  store: ListStore,
  workspace: string,
  query: SessionQuery,
): Promise<SessionList> {
  const { facts } = store
  const { q, order = 'newest', cursor, limit = DEFAULT_LIMIT, ...filters } = query
  if (q !== undefined && !q.startsWith('/')) {
    const found = await search(facts, workspace, q)
    return { items: await sessionItems(store, found), next: null, complete: true }
  }
  if (q !== undefined) {
    const { q: _, ...rest } = query
    const exact = await listSessions(store, workspace, { ...rest, route: q })
    if (exact.items.length > 0 || cursor !== undefined || q.endsWith('*')) return exact
    return listSessions(store, workspace, { ...rest, route: `${q}*` })
  }
  const after = cursor === undefined ? undefined : readPlace(cursor, order)
  const { rows, end, complete } = await fullPage(facts, {
    workspace,
    filter: filterOf(filters),
    order,
    limit,
    ...(after && { after }),
  })
  return { items: await sessionItems(store, rows), next: end && writePlace(end, order), complete }
}

/** Steps through a list until the page is full or the time budget is spent. */
export async function fullPage(facts: FactStore, { limit, ...query }: FactQuery) {
  const rows: ListedSession[] = []
  const begun = performance.now()
  for (let { after } = query; ; ) {
    const page = await facts.list({ ...query, limit: limit - rows.length, ...(after && { after }) })
    rows.push(...page.rows)
    const isDone = page.end === null || rows.length >= limit
    if (isDone || performance.now() - begun > SCAN_BUDGET_MS) return { rows, end: page.end, complete: isDone }
    after = page.end
    await setImmediate()
  }
}

/** Users and tags that a search considers. */
const MAX_VALUES = 10

/** Sessions by the start of their id, of their user or of a tag, or by their browser or system, newest first. */
async function search(facts: FactStore, workspace: string, text: string): Promise<ListedSession[]> {
  const list = async (filter: FactFilter) =>
    (await facts.list({ workspace, filter, order: 'newest', limit: MAX_FOUND })).rows
  const starting = async (property: 'user' | 'tag') => {
    const values = await facts.startingWith(workspace, property, text, MAX_VALUES)
    return (await Promise.all(values.map((value) => list({ [property]: value })))).flat()
  }
  const found = await Promise.all([
    facts.byId(workspace, text, MAX_FOUND),
    starting('user'),
    starting('tag'),
    ...programsOf(text).map(list),
  ])
  const listed = found.flat().filter(({ sessionId }) => !isExample(sessionId))
  const distinct = new Map(listed.map((row) => [row.sessionId, row]))
  return [...distinct.values()].sort((a, b) => b.startedAt - a.startedAt).slice(0, MAX_FOUND)
}

/** Filters by the browsers and operating systems that a text begins, in any case: `chr`, `Chrome 140`. */
function programsOf(text: string): FactFilter[] {
  const wanted = text.toLowerCase()
  return (['browser', 'system'] as const).flatMap((name) =>
    (PROPERTY_FILTERS[name].suggested ?? []).flatMap((value): FactFilter[] => {
      const known = value.toLowerCase()
      if (wanted.length >= MIN_NAME_CHARS && known.startsWith(wanted)) return [{ [name]: value }]
      return wanted.startsWith(`${known} `) ? [{ [name]: value + text.slice(value.length) }] : []
    }),
  )
}
const MIN_NAME_CHARS = 3

export function sessionItems(store: ListStore, rows: readonly ListedSession[]): Promise<SessionItem[]> {
  const overrides = openOverrides(store)
  return Promise.all(rows.map((row) => sessionItem(row, overrides)))
}

async function sessionItem(session: ListedSession, overrides: Overrides): Promise<SessionItem> {
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
    ...(await overrides.of(session.workspace, action, session.label)),
    ...listedFacts(facts),
    label: session.label?.label ?? null,
  }
}

function writePlace({ startedAt, sessionId, score }: FactCursor, order: FactOrder): string {
  return writeCursor(order === 'score' ? [startedAt, sessionId, score ?? 0] : [startedAt, sessionId])
}

function readPlace(text: string, order: FactOrder): FactCursor {
  if (order === 'score') {
    const [startedAt, sessionId, score] = readCursor(text, ['number', 'string', 'number'])
    return { startedAt, sessionId, score }
  }
  const [startedAt, sessionId] = readCursor(text, ['number', 'string'])
  return { startedAt, sessionId }
}
