/**
 * The list of sessions. A filter without an index scans a bounded number of sessions per step, until the time budget of a
 * response is spent; other requests run between steps.
 */
import { setImmediate } from 'node:timers/promises'
import type { RecommendedAction } from '../../contract/checks.ts'
import type { SessionItem, SessionList, SessionQuery } from '../../contract/dashboard/sessions.ts'
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
import { type Overrules, openOverrules } from '../scoring/overruled.ts'

/** Time for the scans of a response; the next page continues from there. */
const SCAN_BUDGET_MS = 200

const DEFAULT_LIMIT = 50
/** Results of a search. */
const MAX_FOUND = 100

export function filterOf(query: Omit<SessionQuery, 'sort' | 'before' | 'limit'>): FactFilter {
  const { score_min, score_max, q: _, ...filter } = query
  return {
    ...filter,
    ...(score_min !== undefined && { scoreMin: score_min }),
    ...(score_max !== undefined && { scoreMax: score_max }),
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
  const { sort = 'newest', before, limit = DEFAULT_LIMIT, ...filters } = query
  const { q } = filters
  if (q !== undefined && !q.startsWith('/')) {
    const found = await search(facts, workspace, q)
    return { items: await sessionItems(store, found), next: null, complete: true }
  }
  if (q !== undefined) {
    const { q: _, ...rest } = query
    const exact = await listSessions(store, workspace, { ...rest, route: q }, cursorName)
    if (exact.items.length > 0 || before !== undefined || q.endsWith('*')) return exact
    return listSessions(store, workspace, { ...rest, route: `${q}*` }, cursorName)
  }
  const after = before === undefined ? undefined : readPlace(before, sort, cursorName)
  const { rows, end, complete } = await fullPage(facts, {
    workspace,
    filter: filterOf(filters),
    order: sort,
    limit,
    ...(after && { after }),
  })
  return { items: await sessionItems(store, rows), next: end && writePlace(end, sort), complete }
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

/** Sessions by the start of their id, by user or by tag, newest first. */
async function search(facts: FactStore, workspace: string, text: string): Promise<ListedSession[]> {
  const query = { workspace, order: 'newest', limit: MAX_FOUND } as const
  const [byId, byUser, byTag] = await Promise.all([
    facts.byId(workspace, text, MAX_FOUND),
    facts.list({ ...query, filter: { user: text } }),
    facts.list({ ...query, filter: { tag: text } }),
  ])
  const found = new Map([...byId, ...byUser.rows, ...byTag.rows].map((one) => [one.sessionId, one]))
  return [...found.values()].sort((a, b) => b.startedAt - a.startedAt).slice(0, MAX_FOUND)
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
    ...listedFacts(facts),
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
