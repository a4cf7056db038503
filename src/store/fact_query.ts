/**
 * The text of the queries behind lists and histograms, for either engine. Each looks through a bounded number of
 * sessions in the order of an index, joins what is known of them, and only then applies what no index can.
 */
import type { FactPlace, FactQuery, ListedSession } from './facts.ts'
import { packId } from './packedId.ts'
import { LISTED_COLUMNS, routeText } from './rows/facts.ts'

export type QueryValue = string | number | Uint8Array

export interface Query {
  readonly text: string
  readonly values: readonly QueryValue[]
}

export interface Dialect {
  /** The parameter of this number, from 1. */
  parameter(number: number): string
  /** A condition: `text` holds `part`. */
  holds(text: string, part: string): string
  /** Columns that every session's tables share and are joined by. */
  readonly key: readonly string[]
}

type Steps = Omit<FactQuery, 'limit'>

const ORDERS = {
  newest: 'started_at DESC, session_id',
  oldest: 'started_at, session_id DESC',
  score: 'score DESC, started_at DESC, session_id',
} as const

export function listQuery(dialect: Dialect, query: FactQuery): Query {
  const bind = binder(dialect)
  const text = `${looked(dialect, query, bind)}
    SELECT ${LISTED_COLUMNS} ${joined(dialect)} ${filtered(dialect, query, bind)}
    ORDER BY ${orderOf(query, 'k')} LIMIT ${bind(query.limit)}`
  return { text, values: bind.values }
}

/** The last session that `listQuery` or `countQuery` looked at, when it looked at as many as it may. */
export function endQuery(dialect: Dialect, query: Steps): Query {
  const bind = binder(dialect)
  const text = `SELECT b.started_at, b.session_id${query.order === 'score' ? ', b.score' : ''}
    ${base(query, bind)} ORDER BY ${orderOf(query, 'b')} LIMIT 1 OFFSET ${bind(query.look - 1)}`
  return { text, values: bind.values }
}

export function countQuery(dialect: Dialect, query: Steps, from: number, bucketMs: number): Query {
  const bind = binder(dialect)
  const head = looked(dialect, query, bind)
  // SQLite is handed every number as a float, and would divide as such.
  const whole = (value: number) => `CAST(${bind(value)} AS bigint)`
  const bucket = `(k.started_at - ${whole(from)}) / ${whole(bucketMs)}`
  const tenth = 'CASE WHEN f.score >= 90 THEN 9 ELSE f.score / 10 END'
  const text = `${head} SELECT ${bucket} AS bucket, f.action, ${tenth} AS tenth, count(*) AS count
    ${joined(dialect)} ${filtered(dialect, query, bind)} GROUP BY 1, 2, 3`
  return { text, values: bind.values }
}

export interface RawPlace {
  started_at: number
  session_id: Buffer
  score?: number
}

/** Whether anything but the index decides who is listed; if not, nobody is looked at in vain. */
export function isSelective({ filter, order }: Steps): boolean {
  const { from: _1, to: _2, user, tag, device, ...rest } = filter
  const indexed = [user, tag, device].filter((value) => value !== undefined).length
  return Object.values(rest).some((value) => value !== undefined) || indexed > (order === 'score' ? 0 : 1)
}

export function placeOf(session: ListedSession): FactPlace {
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

function looked(dialect: Dialect, query: Steps, bind: Binder): string {
  const columns = [...dialect.key, 'started_at', ...(query.order === 'score' ? ['score'] : [])]
  return `WITH k AS MATERIALIZED (SELECT ${columns.map((column) => `b.${column}`)} ${base(query, bind)}
    ORDER BY ${orderOf(query, 'b')} LIMIT ${bind(query.look)})`
}

/** The narrowest index that has the wanted order. */
function base({ workspace, filter, order, after }: Steps, bind: Binder): string {
  const conditions = [`b.workspace = ${bind(workspace)}`]
  let table = 'sessions'
  if (order === 'score') table = 'session_facts'
  else if (filter.tag !== undefined) {
    table = 'session_tags'
    conditions.push(`b.tag = ${bind(filter.tag.toWellFormed())}`)
  } else if (filter.user !== undefined) conditions.push(`b.user_id = ${bind(filter.user.toWellFormed())}`)
  else if (filter.device !== undefined) {
    table = 'session_facts'
    conditions.push(`b.device = ${bind(filter.device.toWellFormed())}`)
  }
  if (filter.from !== undefined) conditions.push(`b.started_at >= ${bind(filter.from)}`)
  if (filter.to !== undefined) conditions.push(`b.started_at < ${bind(filter.to)}`)
  if (order === 'score') {
    if (filter.scoreMin !== undefined) conditions.push(`b.score >= ${bind(filter.scoreMin)}`)
    if (filter.scoreMax !== undefined) conditions.push(`b.score <= ${bind(filter.scoreMax)}`)
  }
  if (after) conditions.push(behind(after, order, bind))
  return `FROM ${table} b WHERE ${conditions.join(' AND ')}`
}

function behind({ startedAt, sessionId, score }: FactPlace, order: Steps['order'], bind: Binder): string {
  const id = packId(sessionId)
  if (order === 'oldest') {
    return `b.started_at >= ${bind(startedAt)} AND (b.started_at > ${bind(startedAt)} OR b.session_id < ${bind(id)})`
  }
  const later = `b.started_at <= ${bind(startedAt)} AND (b.started_at < ${bind(startedAt)} OR b.session_id > ${bind(id)})`
  if (order === 'newest') return later
  return `b.score <= ${bind(score ?? 0)} AND (b.score < ${bind(score ?? 0)} OR (${later}))`
}

function joined({ key }: Dialect): string {
  const on = (alias: string) => key.map((column) => `${alias}.${column} = k.${column}`).join(' AND ')
  return `FROM k JOIN sessions s ON ${on('s')} LEFT JOIN session_facts f ON ${on('f')} LEFT JOIN labels l ON ${on('l')}`
}

function filtered(dialect: Dialect, { filter, order }: Steps, bind: Binder): string {
  const { user, tag, scoreMin, scoreMax, action, check, route, country, device, label } = filter
  const conditions: string[] = []
  const usesTag = tag !== undefined && order !== 'score'
  const usesUser = user !== undefined && !usesTag && order !== 'score'
  const usesDevice = device !== undefined && !usesTag && !usesUser && order !== 'score'
  if (tag !== undefined && !usesTag) {
    // Tags are JSON text, in which a tag stands between quotes as JSON writes it.
    conditions.push(dialect.holds('s.tags', bind(JSON.stringify(tag.toWellFormed()))))
  }
  if (user !== undefined && !usesUser) conditions.push(`s.user_id = ${bind(user.toWellFormed())}`)
  if (device !== undefined && !usesDevice) conditions.push(`f.device = ${bind(device.toWellFormed())}`)
  if (scoreMin !== undefined) conditions.push(`f.score >= ${bind(scoreMin)}`)
  if (scoreMax !== undefined) conditions.push(`f.score <= ${bind(scoreMax)}`)
  if (action !== undefined) {
    const unscored = action === 'Unknown' ? ' OR f.action IS NULL' : ''
    conditions.push(`(f.action = ${bind(action)}${unscored})`)
  }
  if (check !== undefined) conditions.push(`(f.detected & ${bind(1 << check)}) <> 0`)
  if (country !== undefined) conditions.push(`f.country = ${bind(country)}`)
  if (route !== undefined) {
    const part = `\n${routeText(route.path)}${route.isPrefix ? '' : '\n'}`
    conditions.push(dialect.holds('f.routes', bind(part)))
  }
  if (label === 'none') conditions.push('l.label IS NULL')
  else if (label !== undefined) conditions.push(`l.label = ${bind(label)}`)
  return conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
}

function orderOf({ order }: Steps, alias: string): string {
  return ORDERS[order].replace(/\b(started_at|session_id|score)\b/g, `${alias}.$1`)
}
