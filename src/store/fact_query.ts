/**
 * Builds the queries of lists and histograms for both engines. Each scans a bounded number of sessions in the order of an
 * index, joins the other tables, and then applies the filters that have no index.
 */
import type { FactCursor, FactFilter, FactQuery, ListedSession } from './facts.ts'
import { packId } from './packed_id.ts'
import { LISTED_COLUMNS, routeText } from './rows/facts.ts'

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
  /** The condition that two rows belong to the same session. */
  same(a: string, b: string): string
  /** The same for `session_facts`, whose primary key may begin with the start time. */
  sameFacts(facts: string, other: string): string
  /** On Citus: joins the scanned keys with their own table again, because shards only join their local rows. */
  readonly rejoins?: boolean
}

type Steps = Omit<FactQuery, 'limit'>

const ORDERS = {
  newest: 'started_at DESC, session_id',
  oldest: 'started_at, session_id DESC',
  score: 'score DESC, started_at DESC, session_id',
} as const

export function listQuery(dialect: Dialect, query: FactQuery): Query {
  const bind = binder(dialect)
  const alias = aliasOf(query)
  const order = orderOf(query, alias)
  let source = scanned(query, bind)
  const ofFacts = factConditions(dialect, query, bind)
  const early = baseOf(query) === 'facts' ? ofFacts : []
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

/** The last scanned session of `listQuery` or `countQuery`, if they reached the scan limit. */
export function endQuery(dialect: Dialect, query: Steps): Query {
  const bind = binder(dialect)
  const text = `SELECT b.started_at, b.session_id${query.order === 'score' ? ', b.score' : ''}
    ${base(query, bind)} ORDER BY ${orderOf(query, 'b')} LIMIT 1 OFFSET ${bind(query.scanLimit - 1)}`
  return { text, values: bind.values }
}

export function countQuery(dialect: Dialect, query: Steps, from: number, bucketMs: number): Query {
  const bind = binder(dialect)
  // The SQLite driver binds every number as a float.
  const whole = (value: number) => `CAST(${bind(value)} AS bigint)`
  const bucket = `(${aliasOf(query)}.started_at - ${whole(from)}) / ${whole(bucketMs)}`
  const tenth = 'CASE WHEN f.score >= 90 THEN 9 ELSE f.score / 10 END'
  const source = scanned(query, bind)
  const conditions = [...factConditions(dialect, query, bind), ...otherConditions(dialect, query, bind)]
  const text = `SELECT ${bucket} AS bucket, f.action, ${tenth} AS tenth, count(*) AS count
    FROM ${rejoined(dialect, query, source)} ${joined(dialect, query, true)} ${where(conditions)} GROUP BY 1, 2, 3`
  return { text, values: bind.values }
}

export interface RawCursor {
  started_at: number
  session_id: Buffer
  score?: number
}

/** Whether the query filters by more than its index; if not, every scanned session is listed. */
export function isSelective({ filter, order }: Steps): boolean {
  const { from: _1, to: _2, user, tag, device, ...rest } = filter
  const indexed = [user, tag, device].filter((value) => value !== undefined).length
  return Object.values(rest).some((value) => value !== undefined) || indexed > (order === 'score' ? 0 : 1)
}

export function cursorOf(session: ListedSession): FactCursor {
  const { startedAt, sessionId, facts } = session
  return { startedAt, sessionId, ...(facts !== null && { score: facts.score }) }
}

interface Binder {
  (value: QueryValue): string
  readonly values: readonly QueryValue[]
}

function binder(dialect: Dialect): Binder {
  const values: QueryValue[] = []
  const bind = (value: QueryValue) => dialect.parameter(values.push(value))
  return Object.assign(bind, { values })
}

/** The table whose index has the requested order and needs the fewest scanned rows. */
type Base = 'facts' | 'tags' | 'sessions'

function baseOf({ filter, order, scored }: Steps): Base {
  if (order === 'score') return 'facts'
  if (filter.tag !== undefined) return 'tags'
  if (filter.user !== undefined) return 'sessions'
  return scored === true || isAboutFacts(filter) ? 'facts' : 'sessions'
}

/** Whether only scored sessions can match. */
function isAboutFacts({ scoreMin, scoreMax, action, check, route, country, device }: FactFilter): boolean {
  return [scoreMin, scoreMax, action, check, route, country, device].some((value) => value !== undefined)
}

const ALIASES: Readonly<Record<Base, string>> = { facts: 'f', tags: 't', sessions: 's' }
const TABLES: Readonly<Record<Base, string>> = {
  facts: 'session_facts',
  tags: 'session_tags',
  sessions: 'sessions',
}

const aliasOf = (query: Steps): string => ALIASES[baseOf(query)]

function scanned(query: Steps, bind: Binder): string {
  return `(SELECT b.* ${base(query, bind)} ORDER BY ${orderOf(query, 'b')} LIMIT ${bind(query.scanLimit)}) ${aliasOf(query)}`
}

function rejoined({ rejoins, join, same }: Dialect, query: Steps, source: string): string {
  const table = baseOf(query)
  // Tags are always joined with their session first.
  if (!rejoins || table === 'tags') return source
  const own = ALIASES[table]
  return `(SELECT * FROM ${source}) k ${join} ${TABLES[table]} ${own} ON ${same('k', own)}`
}

function base(query: Steps, bind: Binder): string {
  const { workspace, filter, order, after } = query
  const table = baseOf(query)
  const conditions = [`b.workspace = ${bind(workspace)}`]
  if (table === 'tags') conditions.push(`b.tag = ${bind((filter.tag as string).toWellFormed())}`)
  if (table === 'sessions' && filter.user !== undefined) {
    conditions.push(`b.user_id = ${bind(filter.user.toWellFormed())}`)
  }
  if (usesDevice(query)) conditions.push(`b.device = ${bind((filter.device as string).toWellFormed())}`)
  // The cursor replaces the bound it has passed: SQLite may use the wrong one of two bounds.
  const passed = after && (order === 'newest' ? 'to' : order === 'oldest' ? 'from' : undefined)
  if (filter.from !== undefined && passed !== 'from') conditions.push(`b.started_at >= ${bind(filter.from)}`)
  if (filter.to !== undefined && passed !== 'to') conditions.push(`b.started_at < ${bind(filter.to)}`)
  if (order === 'score') {
    if (filter.scoreMin !== undefined) conditions.push(`b.score >= ${bind(filter.scoreMin)}`)
    if (filter.scoreMax !== undefined) conditions.push(`b.score <= ${bind(filter.scoreMax)}`)
  }
  if (after) conditions.push(behind(after, order, bind))
  return `FROM ${TABLES[table]} b WHERE ${conditions.join(' AND ')}`
}

/** The index on device is in order of time. */
const usesDevice = (query: Steps): boolean =>
  query.filter.device !== undefined && query.order !== 'score' && baseOf(query) === 'facts'

function behind({ startedAt, sessionId, score }: FactCursor, order: Steps['order'], bind: Binder): string {
  const id = packId(sessionId)
  if (order === 'oldest') {
    return `b.started_at >= ${bind(startedAt)} AND (b.started_at > ${bind(startedAt)} OR b.session_id < ${bind(id)})`
  }
  const later = `b.started_at <= ${bind(startedAt)} AND (b.started_at < ${bind(startedAt)} OR b.session_id > ${bind(id)})`
  if (order === 'newest') return later
  return `b.score <= ${bind(score ?? 0)} AND (b.score < ${bind(score ?? 0)} OR (${later}))`
}

/** `counting`: leaves out tables that only add columns. */
function joined(dialect: Dialect, query: Steps, counting = false): string {
  const { join, same, sameFacts } = dialect
  const { user, tag, label } = query.filter
  const table = baseOf(query)
  const own = ALIASES[table]
  const joins: string[] = []
  const needsSessions = !counting || (table === 'facts' && (user !== undefined || tag !== undefined))
  if (table !== 'sessions' && (needsSessions || table === 'tags')) {
    const on = table === 'facts' ? sameFacts('f', 's') : same('s', own)
    joins.push(`${join} sessions s ON ${on}`)
  }
  if (table !== 'facts') joins.push(`LEFT JOIN session_facts f ON ${sameFacts('f', 's')}`)
  if (!counting || label !== undefined)
    joins.push(`LEFT JOIN labels l ON ${same('l', table === 'facts' ? 'f' : 's')}`)
  return joins.join(' ')
}

function factConditions(dialect: Dialect, query: Steps, bind: Binder): string[] {
  const { scoreMin, scoreMax, action, check, route, country, device } = query.filter
  const conditions: string[] = []
  if (scoreMin !== undefined) conditions.push(`f.score >= ${bind(scoreMin)}`)
  if (scoreMax !== undefined) conditions.push(`f.score <= ${bind(scoreMax)}`)
  if (action !== undefined) conditions.push(`f.action = ${bind(action)}`)
  if (check !== undefined) conditions.push(`(f.detected & ${bind(1 << check)}) <> 0`)
  if (country !== undefined) conditions.push(`f.country = ${bind(country)}`)
  if (device !== undefined && !usesDevice(query)) conditions.push(`f.device = ${bind(device.toWellFormed())}`)
  if (route !== undefined) {
    const part = `\n${routeText(route.path)}${route.isPrefix ? '' : '\n'}`
    conditions.push(dialect.contains('f.routes', bind(part)))
  }
  return conditions
}

function otherConditions(dialect: Dialect, query: Steps, bind: Binder): string[] {
  const { user, tag, label } = query.filter
  const table = baseOf(query)
  const conditions: string[] = []
  if (tag !== undefined && table !== 'tags') {
    // `tags` is a JSON array, so the tag is searched in its JSON form, with quotes.
    conditions.push(dialect.contains('s.tags', bind(JSON.stringify(tag.toWellFormed()))))
  }
  if (user !== undefined && table !== 'sessions') conditions.push(`s.user_id = ${bind(user.toWellFormed())}`)
  if (label === 'none') conditions.push('l.label IS NULL')
  else if (label !== undefined) conditions.push(`l.label = ${bind(label)}`)
  return conditions
}

const where = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`

function orderOf({ order }: Steps, alias: string): string {
  return ORDERS[order].replace(/\b(started_at|session_id|score)\b/g, `${alias}.$1`)
}
