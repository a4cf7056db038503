/**
 * Builds the queries of lists and histograms for both engines. Each scans a bounded number of sessions in the order of an
 * index, joins the other tables, and then applies the filters that have no index.
 */

import {
  ALIASES,
  aliasOf,
  type Binder,
  base,
  baseOf,
  binder,
  type Dialect,
  isKeyTable,
  orderOf,
  type Query,
  rejoined,
  type Steps,
  scanned,
} from './fact_scan.ts'
import type { FactCursor, FactFilter, FactQuery, ListedSession, Period } from './facts.ts'
import { LISTED_COLUMNS, routeText } from './rows/facts.ts'
import { filterTerms, firstTerm, labelTerm, packedTerm, pageName } from './terms.ts'

export function listQuery(dialect: Dialect, query: FactQuery): Query {
  const bind = binder(dialect)
  const alias = aliasOf(query)
  const order = orderOf(query, alias)
  let source = scanned(dialect, query, bind)
  const ofFacts = factConditions(dialect, query, bind)
  const early = baseOf(query).table === 'facts' ? ofFacts : []
  const late = [...(early === ofFacts ? [] : ofFacts), ...otherConditions(dialect, query, bind)]
  if (early.length > 0) {
    // The planner does not know how few rows pass. With the limit inside, it joins only listed rows.
    const limit = late.length === 0 ? `ORDER BY ${order} LIMIT ${bind(query.limit)}` : ''
    source = `(SELECT * FROM ${source} ${where(early)} ${limit}) ${alias}`
  }
  const found = rejoined(dialect, query, source)
  const text = `SELECT ${LISTED_COLUMNS} FROM ${found} ${joined(dialect, query)} ${where(late)}
    ORDER BY ${order} LIMIT ${bind(query.limit)}`
  return { text, values: bind.values }
}

/** The action and the terms of the sessions that `listQuery` lists, without the joins of a list. */
export function termsQuery(dialect: Dialect, query: FactQuery): Query {
  const bind = binder(dialect)
  const source = scanned(dialect, query, bind)
  const conditions = [...factConditions(dialect, query, bind), ...otherConditions(dialect, query, bind)]
  const text = `SELECT f.action, f.terms FROM ${rejoined(dialect, query, source)} ${joined(dialect, query, true)}
    ${where([...conditions, 'f.action IS NOT NULL'])} ORDER BY ${orderOf(query, aliasOf(query))} LIMIT ${bind(query.limit)}`
  return { text, values: bind.values }
}

/**
 * Scans up to `scanLimit` sessions of each period and counts how many of them pass the filter, by action. An engine without
 * lateral joins gets the query of one period, whose bounds are the first two values.
 */
export function sampleQuery(dialect: Dialect, query: Steps, periods: readonly Period[]): Query {
  const bind = binder(dialect)
  const given = { from: periods[0]?.from ?? 0, to: periods[0]?.to ?? 0 }
  const all = dialect.periods?.(bind(JSON.stringify(periods.map((period, no) => ({ ...period, no })))))
  const bounds = all ? { from: 'p."from"', to: 'p."to"' } : { from: bind(given.from), to: bind(given.to) }
  const source = scanned(dialect, query, bind, bounds)
  const conditions = [...factConditions(dialect, query, bind), ...otherConditions(dialect, query, bind)]
  const found = all ? `${all} CROSS JOIN LATERAL ${source}` : rejoined(dialect, query, source)
  const text = `SELECT ${all ? 'p.no' : '0'} AS period, f.action, count(*) AS scanned,
      sum(CASE WHEN ${conditions.join(' AND ') || '1 = 1'} THEN 1 ELSE 0 END) AS matched
    FROM ${found} ${joined(dialect, query, true)} GROUP BY 1, 2`
  return { text, values: bind.values }
}

/** The part of a filter that the index fixes: a scan reads only sessions that pass it. */
export function indexedFilter(filter: FactFilter): FactFilter {
  const { tag, user, device, action, label } = filter
  const { indexed } = baseOf({ workspace: '', filter, order: 'newest', scored: true, scanLimit: Infinity })
  switch (indexed?.[0]) {
    case 'tag':
      return { tag: tag as string }
    case 'user_id':
      return { user: user as string }
    case 'device':
      return { device: device as string }
    case 'action':
      return { action: action as string }
    case 'term':
      return label === 'person' || label === 'bot' ? { label } : firstTerm(filter)
    default:
      return {}
  }
}

/** The last scanned session of `listQuery` or `countQuery`, if they reached the scan limit. */
export function endQuery(dialect: Dialect, query: Steps): Query {
  const bind = binder(dialect)
  const text = `SELECT b.started_at, b.session_id${query.order === 'score' ? ', b.score' : ''}
    ${base(query, bind, 'started_at, session_id, score')} ORDER BY ${orderOf(query, 'b')} LIMIT 1 OFFSET ${bind(query.scanLimit - 1)}`
  return { text, values: bind.values }
}

export function countQuery(dialect: Dialect, query: Steps, from: number, bucketMs: number): Query {
  const bind = binder(dialect)
  // The SQLite driver binds every number as a float.
  const whole = (value: number) => `CAST(${bind(value)} AS bigint)`
  const bucket = `(${aliasOf(query)}.started_at - ${whole(from)}) / ${whole(bucketMs)}`
  const source = scanned(dialect, query, bind)
  const conditions = [...factConditions(dialect, query, bind), ...otherConditions(dialect, query, bind)]
  const text = `SELECT ${bucket} AS bucket, f.action, count(*) AS count
    FROM ${rejoined(dialect, query, source)} ${joined(dialect, query, true)} ${where(conditions)} GROUP BY 1, 2`
  return { text, values: bind.values }
}

export interface RawCursor {
  started_at: number
  session_id: Buffer
  score?: number
}

/** Whether the query filters by more than its index; if not, every scanned session is listed. */
export function isSelective(query: Steps): boolean {
  const { from: _1, to: _2, scoreMin, scoreMax, ...rest } = query.filter
  const given = Object.values(rest).filter((value) => value !== undefined).length
  if (query.order === 'score') return given > 0
  const scores = scoreMin !== undefined || scoreMax !== undefined ? 1 : 0
  const { route } = rest
  const isExact = route === undefined || (!route.isPrefix && pageName(route.path) === routeText(route.path))
  const { indexed, scores: fromIndex } = baseOf(query)
  return given + scores > (indexed || fromIndex ? 1 : 0) || !isExact
}

export function cursorOf(session: ListedSession): FactCursor {
  const { startedAt, sessionId, facts } = session
  return { startedAt, sessionId, ...(facts !== null && { score: facts.score }) }
}

/** `counting`: leaves out tables that only add columns. */
function joined(dialect: Dialect, query: Steps, counting = false): string {
  const { join, same, sameFacts, rejoins } = dialect
  const { user, tag, label } = query.filter
  const { table } = baseOf(query)
  const own = ALIASES[table]
  const joins: string[] = []
  const needsSessions =
    !counting ||
    user !== undefined ||
    (tag !== undefined && table !== 'tags') ||
    (rejoins && isKeyTable(table))
  const hasSessions = table === 'sessions' || needsSessions
  if (table !== 'sessions' && needsSessions) {
    const on = table === 'facts' ? sameFacts('f', 's') : same('s', own)
    joins.push(`${join} sessions s ON ${on}`)
  }
  if (table !== 'facts') joins.push(`LEFT JOIN session_facts f ON ${sameFacts('f', hasSessions ? 's' : own)}`)
  if (!counting || label !== undefined)
    joins.push(`LEFT JOIN labels l ON ${same('l', hasSessions ? 's' : own)}`)
  return joins.join(' ')
}

function factConditions(dialect: Dialect, query: Steps, bind: Binder): string[] {
  const { scoreMin, scoreMax, action, route, device } = query.filter
  const { indexed, scores } = baseOf(query)
  const conditions: string[] = []
  if (scoreMin !== undefined && scores === undefined) conditions.push(`f.score >= ${bind(scoreMin)}`)
  if (scoreMax !== undefined && scores === undefined) conditions.push(`f.score <= ${bind(scoreMax)}`)
  if (action !== undefined && indexed?.[0] !== 'action') conditions.push(`f.action = ${bind(action)}`)
  if (device !== undefined && indexed?.[0] !== 'device')
    conditions.push(`f.device = ${bind(device.toWellFormed())}`)
  for (const term of filterTerms(query.filter)) {
    if (term !== indexed?.[1]) conditions.push(dialect.contains('f.terms', bind(packedTerm(term))))
  }
  if (route !== undefined && (route.isPrefix || pageName(route.path) !== routeText(route.path))) {
    const part = `\n${routeText(route.path)}${route.isPrefix ? '' : '\n'}`
    conditions.push(dialect.contains('f.routes', bind(part)))
  }
  return conditions
}

function otherConditions(dialect: Dialect, query: Steps, bind: Binder): string[] {
  const { user, tag, label } = query.filter
  const { table, indexed } = baseOf(query)
  const conditions: string[] = []
  if (tag !== undefined && table !== 'tags') {
    // `tags` is a JSON array, so the tag is searched in its JSON form, with quotes.
    conditions.push(dialect.contains('s.tags', bind(JSON.stringify(tag.toWellFormed()))))
  }
  if (user !== undefined && table !== 'sessions') conditions.push(`s.user_id = ${bind(user.toWellFormed())}`)
  if (label === 'none') conditions.push('l.label IS NULL')
  else if (label !== undefined && indexed?.[1] !== labelTerm(label))
    conditions.push(`l.label = ${bind(label)}`)
  return conditions
}

const where = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
