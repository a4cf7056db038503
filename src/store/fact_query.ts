/**
 * Builds the queries of lists and counts for both engines. A list scans a bounded number of sessions in the order of an
 * index, applies the filters that this index covers, joins the other tables, and then applies the remaining filters.
 */
import { CHECK_BITS } from '../contract/checks.ts'
import { EXAMPLE_SESSIONS } from '../contract/example_session.ts'
import { FILTERED_FACTS, factOf, INPUT_METHODS } from '../contract/session_facts.ts'
import type { FactCursor, FactFilter, FactQuery, ListedSession } from './facts.ts'
import { LISTED_COLUMNS } from './rows/facts.ts'
import { type Period, packedPage, pageName, plain } from './terms.ts'
import { packId } from './values/packed_id.ts'

export type QueryValue = string | number | Uint8Array

export interface Query {
  readonly text: string
  readonly values: readonly QueryValue[]
}

export interface Dialect {
  /** The placeholder of parameter `number`, from 1. */
  parameter(number: number): string
  /** The condition that `text` contains `part`. */
  contains(text: string, part: string): string
  /** An inner join that keeps the written order: the scanned table comes first. */
  readonly join: string
  /** Columns by which a scanned row finds its session, and the start time. */
  readonly keys: string
  /** The condition that two rows belong to the same session. */
  same(a: string, b: string): string
  /** The same for `session_facts`, whose primary key may begin with the start time. */
  sameFacts(facts: string, other: string): string
  /** Whether a condition on scanned rows may read another table; on Citus it may not. */
  readonly correlates: boolean
}

/** Sessions that one step of a filtered list scans: some milliseconds of work. */
const STEP = 20_000

/** In no list and no count. */
const EXAMPLE_IDS = Object.values(EXAMPLE_SESSIONS).map(packId)

/** Columns of the index of facts by time: filters by these read no rows of the table. */
const COVERED = ['action', 'score', 'detected', 'inputs', ...FILTERED_FACTS].join(', ')

const ORDERS = {
  newest: 'started_at DESC, session_id',
  oldest: 'started_at, session_id DESC',
  score: 'score DESC, started_at DESC, session_id',
} as const

interface Binder {
  (value: QueryValue): string
  readonly values: readonly QueryValue[]
}

function binder(dialect: Dialect): Binder {
  const values: QueryValue[] = []
  const bind = (value: QueryValue) => dialect.parameter(values.push(value))
  return Object.assign(bind, { values })
}

/** A table with an index by time, and the condition by which the index selects. */
interface Base {
  readonly table: 'sessions' | 'session_facts' | 'session_tags' | 'session_pages' | 'labels'
  readonly fixed?: readonly [
    filter: keyof FactFilter,
    column: 'tag' | 'user_id' | 'device' | 'page' | 'label',
    value: string,
  ]
}

type Selection = Pick<FactQuery, 'filter' | 'order' | 'scored'>

/** The table that needs the fewest scanned rows. */
function baseOf({ filter, order, scored }: Selection): Base {
  const { tag, user, device, label, route } = filter
  if (order === 'score') return { table: 'session_facts' }
  if (tag !== undefined) return { table: 'session_tags', fixed: ['tag', 'tag', tag] }
  if (user !== undefined) return { table: 'sessions', fixed: ['user', 'user_id', user] }
  if (device !== undefined) return { table: 'session_facts', fixed: ['device', 'device', device] }
  if (label === 'person' || label === 'bot') return { table: 'labels', fixed: ['label', 'label', label] }
  if (route !== undefined && !isPrefix(route))
    return { table: 'session_pages', fixed: ['route', 'page', pageName(route)] }
  const isOfFacts = scored === true || filtersOf(filter).some((name) => name !== 'label')
  return { table: isOfFacts ? 'session_facts' : 'sessions' }
}

const isPrefix = (route: string): boolean => route.endsWith('*')

const filtersOf = ({ from: _1, to: _2, ...filter }: FactFilter): string[] =>
  Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [name]))

/** Conditions that the index of the base does not select by. */
interface Conditions {
  /** Only on covered columns of facts, `f`. */
  readonly covered: readonly string[]
  /** On any column of facts, sessions and labels. */
  readonly joined: readonly string[]
}

function conditionsOf(dialect: Dialect, query: Selection, bind: Binder): Conditions {
  const { contains } = dialect
  const { fixed } = baseOf(query)
  const { scoreMin, scoreMax, action, check, input } = query.filter
  const { route, device, tag, user, label } = query.filter
  const covered: string[] = []
  const joined: string[] = []
  if (scoreMin !== undefined) covered.push(`f.score >= ${bind(scoreMin)}`)
  if (scoreMax !== undefined) covered.push(`f.score <= ${bind(scoreMax)}`)
  if (action !== undefined) {
    if (dialect.correlates) covered.push(effectiveIs(dialect, action, bind(action)))
    else joined.push(`${EFFECTIVE} = ${bind(action)}`)
  }
  if (check !== undefined) covered.push(`f.detected & ${1 << CHECK_BITS[check]} <> 0`)
  if (input !== undefined) covered.push(`f.inputs & ${1 << INPUT_METHODS.indexOf(input)} <> 0`)
  for (const name of FILTERED_FACTS) {
    const given = query.filter[name]
    if (given === undefined) continue
    const value = plain(given)
    const equals = `f.${name} = ${bind(value)}`
    if (factOf(name).filter?.ignoresVersion) {
      // The character after 9 is the colon.
      const versions = `f.${name} >= ${bind(`${value} 0`)} AND f.${name} < ${bind(`${value} :`)}`
      covered.push(`(${equals} OR ${versions})`)
    } else covered.push(equals)
  }
  if (device !== undefined && fixed?.[0] !== 'device')
    joined.push(`f.device = ${bind(device.toWellFormed())}`)
  if (route !== undefined) {
    const path = plain(isPrefix(route) ? route.slice(0, -1) : route)
    if (!isPrefix(route) && fixed?.[0] !== 'route')
      joined.push(contains('f.terms', bind(packedPage(pageName(path)))))
    if (isPrefix(route) || pageName(path) !== path)
      joined.push(contains('f.routes', bind(`\n${path}${isPrefix(route) ? '' : '\n'}`)))
  }
  // `tags` is a JSON array, so the tag is searched in its JSON form, with quotes.
  if (tag !== undefined && fixed?.[0] !== 'tag')
    joined.push(contains('s.tags', bind(JSON.stringify(tag.toWellFormed()))))
  if (user !== undefined && fixed?.[0] !== 'user') joined.push(`s.user_id = ${bind(user.toWellFormed())}`)
  if (label === 'none') joined.push('l.label IS NULL')
  else if (label !== undefined && fixed?.[0] !== 'label') joined.push(`l.label = ${bind(label)}`)
  return { covered, joined }
}

/** The labels that lead to an action. */
const LABEL_OF: Readonly<Record<string, 'person' | 'bot'>> = {
  'Auto-accept': 'person',
  'Auto-reject or high-priority review': 'bot',
}

/** The action of the label `l`, or without a label the computed action. */
const EFFECTIVE = `CASE l.label ${Object.entries(LABEL_OF)
  .map(([action, label]) => `WHEN '${label}' THEN '${action}'`)
  .join(' ')} ELSE f.action END`

/** The condition that the action of the label, or without a label the computed action, is `action`. */
function effectiveIs({ same }: Dialect, action: string, bound: string): string {
  const isLabeled = (only = '') => `EXISTS (SELECT 1 FROM labels o WHERE ${same('o', 'f')}${only})`
  const label = LABEL_OF[action]
  if (label === undefined) return `f.action = ${bound} AND NOT ${isLabeled()}`
  return `CASE WHEN f.action = ${bound} THEN NOT ${isLabeled(` AND o.label <> '${label}'`)}
    ELSE ${isLabeled(` AND o.label = '${label}'`)} END`
}

/** How many sessions a step scans: no more than it lists, if the index selects by every filter. */
function scanLimitOf(query: FactQuery): number {
  const { filter, order, limit, scanLimit } = query
  const { fixed } = baseOf(query)
  const isIndexed = (name: string): boolean => {
    if (order === 'score') return name === 'scoreMin' || name === 'scoreMax'
    const { route = '' } = filter
    return name === fixed?.[0] && (name !== 'route' || pageName(route) === plain(route))
  }
  return scanLimit ?? (filtersOf(filter).every(isIndexed) ? limit : STEP)
}

export function listQuery(dialect: Dialect, query: FactQuery): Query {
  const bind = binder(dialect)
  const { join, keys, same, sameFacts } = dialect
  const isOfFacts = baseOf(query).table === 'session_facts'
  const { covered, joined } = conditionsOf(dialect, query, bind)
  const early = isOfFacts ? covered : []
  const late = isOfFacts ? joined : [...covered, ...joined]
  const order = ORDERS[query.order]
  const columns = isOfFacts ? `${keys}, ${COVERED}` : keys
  const scanned = `SELECT ${columns} ${baseSource(query, bind)} ORDER BY ${order} LIMIT ${bind(scanLimitOf(query))}`
  // The planner does not know how few rows pass. With the limit inside, it joins only listed rows.
  const limit = late.length === 0 ? `ORDER BY ${order} LIMIT ${bind(query.limit)}` : ''
  const text = `SELECT ${LISTED_COLUMNS}
    FROM (SELECT ${keys} FROM (${scanned}) f ${where(early)} ${limit}) k ${join} sessions s ON ${same('s', 'k')}
    LEFT JOIN session_facts f ON ${sameFacts('f', 's')} LEFT JOIN labels l ON ${same('l', 's')}
    ${where(late)} ORDER BY ${joinedOrder(query)} LIMIT ${bind(query.limit)}`
  return { text, values: bind.values }
}

/** The last scanned session of `listQuery`, if it reached the scan limit. */
export function endQuery(dialect: Dialect, query: FactQuery): Query {
  const bind = binder(dialect)
  const text = `SELECT started_at, session_id${query.order === 'score' ? ', score' : ''}
    ${baseSource(query, bind)} ORDER BY ${ORDERS[query.order]} LIMIT 1 OFFSET ${bind(scanLimitOf(query) - 1)}`
  return { text, values: bind.values }
}

/** Scored sessions of a period by action and bar: `floor((started_at - start) / barMs)`. */
export function countQuery(
  dialect: Dialect,
  workspace: string,
  filter: FactFilter,
  { from, to }: Period,
  bars: { readonly start: number; readonly barMs: number },
): Query {
  const bind = binder(dialect)
  const { join, same, sameFacts } = dialect
  const selection = { filter, order: 'newest', scored: true } as const
  const { table, fixed } = baseOf(selection)
  const { covered, joined } = conditionsOf(dialect, selection, bind)
  // The SQLite driver binds every number as a float.
  const whole = (value: number) => `CAST(${bind(value)} AS bigint)`
  const own = table === 'session_facts' ? 'f' : table === 'sessions' ? 's' : 'b'
  const needs = (alias: string) =>
    joined.some((condition) => condition.includes(`${alias}.`)) && own !== alias
  const joins = [
    ...(own === 'f' ? [] : [`${join} session_facts f ON ${sameFacts('f', own)}`]),
    ...(needs('s') ? [`${join} sessions s ON ${same('s', 'f')}`] : []),
    `LEFT JOIN labels l ON ${same('l', 'f')}`,
  ]
  const conditions = [
    `${own}.workspace = ${bind(workspace)}`,
    `${own}.started_at >= ${bind(from)}`,
    `${own}.started_at < ${bind(to)}`,
    `${own}.session_id NOT IN (${EXAMPLE_IDS.map(bind)})`,
    ...(fixed === undefined ? [] : [`${own}.${fixed[1]} = ${bind(fixed[2].toWellFormed())}`]),
    ...covered,
    ...joined,
  ]
  const text = `SELECT (${own}.started_at - ${whole(bars.start)}) / ${whole(bars.barMs)} AS bar, ${EFFECTIVE} AS action, count(*) AS count
    FROM ${table} ${own} ${joins.join(' ')} ${where(conditions)} GROUP BY 1, 2`
  return { text, values: bind.values }
}

/** The next value after `after` that begins with `prefix`: stepping through values reads few rows of the index. */
export function nextValueQuery(
  dialect: Dialect,
  workspace: string,
  property: 'user' | 'tag',
  prefix: string,
  after: string | null,
): Query {
  const bind = binder(dialect)
  const [table, column] = property === 'user' ? ['sessions', 'user_id'] : ['session_tags', 'tag']
  const start = after === null ? `>= ${bind(prefix)}` : `> ${bind(after)}`
  const text = `SELECT min(${column}) AS value FROM ${table}
    WHERE workspace = ${bind(workspace)} AND ${column} ${start} AND ${column} < ${bind(`${prefix}\u{10ffff}`)}`
  return { text, values: bind.values }
}

function baseSource({ workspace, after, ...query }: FactQuery, bind: Binder): string {
  const { filter, order } = query
  const { table, fixed } = baseOf(query)
  const conditions = [`workspace = ${bind(workspace)}`, `session_id NOT IN (${EXAMPLE_IDS.map(bind)})`]
  // The cursor replaces the bound it has passed: SQLite may use the wrong one of two bounds.
  const passed = after && (order === 'newest' ? 'to' : order === 'oldest' ? 'from' : undefined)
  if (filter.from !== undefined && passed !== 'from') conditions.push(`started_at >= ${bind(filter.from)}`)
  if (filter.to !== undefined && passed !== 'to') conditions.push(`started_at < ${bind(filter.to)}`)
  if (order === 'score') {
    if (filter.scoreMin !== undefined) conditions.push(`score >= ${bind(filter.scoreMin)}`)
    if (filter.scoreMax !== undefined) conditions.push(`score <= ${bind(filter.scoreMax)}`)
  }
  if (fixed !== undefined) conditions.push(`${fixed[1]} = ${bind(fixed[2].toWellFormed())}`)
  if (after) conditions.push(behind(after, order, bind))
  return `FROM ${table} ${where(conditions)}`
}

function behind(
  { startedAt, sessionId, score }: FactCursor,
  order: FactQuery['order'],
  bind: Binder,
): string {
  const id = packId(sessionId)
  if (order === 'oldest') {
    return `started_at >= ${bind(startedAt)} AND (started_at > ${bind(startedAt)} OR session_id < ${bind(id)})`
  }
  const later = `started_at <= ${bind(startedAt)} AND (started_at < ${bind(startedAt)} OR session_id > ${bind(id)})`
  if (order === 'newest') return later
  return `score <= ${bind(score ?? 0)} AND (score < ${bind(score ?? 0)} OR (${later}))`
}

const joinedOrder = ({ order }: FactQuery): string =>
  ORDERS[order].replace(/\bscore\b/, 'f.score').replace(/\b(started_at|session_id)\b/g, 's.$1')

export interface RawCursor {
  started_at: number
  session_id: Buffer
  score?: number
}

export function cursorOf(session: ListedSession): FactCursor {
  const { startedAt, sessionId, facts } = session
  return { startedAt, sessionId, ...(facts !== null && { score: facts.score }) }
}

const where = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
