/**
 * The scanned part of a query: a bounded number of sessions in the order of an index, from the table that needs the fewest
 * rows.
 */
import type { FactCursor, FactQuery } from './facts.ts'
import { packId } from './packed_id.ts'
import { filterTerms, labelTerm } from './terms.ts'

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
  /** A table `p` of periods from JSON, for lateral joins. */
  periods?(json: string): string
  /** On SQLite: key columns of `session_facts`. The planner uses a secondary index only if it holds all selected columns. */
  readonly factKeys?: string
}

export type Steps = Omit<FactQuery, 'limit'>

const ORDERS = {
  newest: 'started_at DESC, session_id',
  oldest: 'started_at, session_id DESC',
  score: 'score DESC, started_at DESC, session_id',
} as const

/** SQL of the bounds of a period. */
export interface Bounds {
  readonly from: string
  readonly to: string
}

export interface Binder {
  (value: QueryValue): string
  readonly values: readonly QueryValue[]
}

export function binder(dialect: Dialect): Binder {
  const values: QueryValue[] = []
  const bind = (value: QueryValue) => dialect.parameter(values.push(value))
  return Object.assign(bind, { values })
}

/** The table whose index has the requested order and needs the fewest scanned rows. */
type Table = 'facts' | 'tags' | 'terms' | 'sessions'

interface Base {
  readonly table: Table
  /** The column of the index that the filter fixes, and its value. */
  readonly indexed?: readonly [column: 'tag' | 'user_id' | 'device' | 'term' | 'action', value: string]
  /** Every score of a range, each read in order of time. */
  readonly scores?: readonly number[]
}

/** Rows that are read for each score of a range; for more, a scan in order of time is faster. */
const MAX_PER_SCORE = 100

export function baseOf({ filter, order, scored, scanLimit }: Steps): Base {
  const { tag, user, device, action, label, scoreMin, scoreMax } = filter
  if (order === 'score') return { table: 'facts' }
  if (tag !== undefined) return { table: 'tags', indexed: ['tag', tag] }
  if (user !== undefined) return { table: 'sessions', indexed: ['user_id', user] }
  if (device !== undefined) return { table: 'facts', indexed: ['device', device] }
  const [term] = filterTerms(filter)
  if (label === 'person' || label === 'bot') return { table: 'terms', indexed: ['term', labelTerm(label)] }
  if (term !== undefined) return { table: 'terms', indexed: ['term', term] }
  if (action !== undefined) return { table: 'facts', indexed: ['action', action] }
  if (scoreMin !== undefined || scoreMax !== undefined) {
    const { from: _1, to: _2, scoreMin: _3, scoreMax: _4, ...rest } = filter
    const isOnly = scanLimit <= MAX_PER_SCORE && Object.values(rest).every((value) => value === undefined)
    return isOnly ? { table: 'facts', scores: scoresOf(scoreMin, scoreMax) } : { table: 'facts' }
  }
  return { table: scored === true || filter.route !== undefined ? 'facts' : 'sessions' }
}

const scoresOf = (least = 0, most = 100): number[] =>
  Array.from({ length: Math.max(0, most - least + 1) }, (_, index) => least + index)

export const ALIASES: Readonly<Record<Table, string>> = { facts: 'f', tags: 't', terms: 't', sessions: 's' }
const TABLES: Readonly<Record<Table, string>> = {
  facts: 'session_facts',
  tags: 'session_tags',
  terms: 'session_terms',
  sessions: 'sessions',
}
/** Their rows hold only the key of a session. */
export const isKeyTable = (table: Table): boolean => table === 'tags' || table === 'terms'

export const aliasOf = (query: Steps): string => ALIASES[baseOf(query).table]

export function scanned(dialect: Dialect, query: Steps, bind: Binder, bounds?: Bounds): string {
  const { table, indexed, scores } = baseOf(query)
  const limit = () => `ORDER BY ${orderOf(query, 'b')} LIMIT ${bind(query.scanLimit)}`
  const { factKeys, join, sameFacts } = dialect
  if (factKeys === undefined || table !== 'facts' || (indexed === undefined && scores === undefined)) {
    return `(SELECT b.* ${base(query, bind, '*', bounds)} ${limit()}) ${aliasOf(query)}`
  }
  const keys = `(SELECT ${factKeys} ${base(query, bind, factKeys, bounds)} ${limit()}) k`
  return `(SELECT f.* FROM ${keys} ${join} session_facts f ON ${sameFacts('f', 'k')}) f`
}

export function rejoined({ rejoins, join, same }: Dialect, query: Steps, source: string): string {
  const { table } = baseOf(query)
  // Keys are joined with their session first.
  if (!rejoins || isKeyTable(table)) return source
  const own = ALIASES[table]
  return `(SELECT * FROM ${source}) k ${join} ${TABLES[table]} ${own} ON ${same('k', own)}`
}

/** `columns`: those of each score of a range. */
export function base(query: Steps, bind: Binder, columns: string, bounds?: Bounds): string {
  const { table, indexed, scores } = baseOf(query)
  const conditions = baseConditions(query, bind, bounds)
  if (indexed !== undefined) conditions.push(`b.${indexed[0]} = ${bind(indexed[1].toWellFormed())}`)
  const from = `FROM ${TABLES[table]} b WHERE ${conditions.join(' AND ')}`
  if (scores === undefined || scores.length === 101) return from
  if (scores.length === 0) return `${from} AND false`
  const limit = `ORDER BY ${orderOf(query, 'b')} LIMIT ${bind(query.scanLimit)}`
  const parts = scores.map(
    (score) => `SELECT * FROM (SELECT ${columns} ${from} AND b.score = ${score} ${limit}) x`,
  )
  return `FROM (${parts.join(' UNION ALL ')}) b`
}

function baseConditions(query: Steps, bind: Binder, bounds?: Bounds): string[] {
  const { workspace, filter, order, after } = query
  const conditions = [`b.workspace = ${bind(workspace)}`]
  if (bounds !== undefined)
    return [...conditions, `b.started_at >= ${bounds.from}`, `b.started_at < ${bounds.to}`]
  // The cursor replaces the bound it has passed: SQLite may use the wrong one of two bounds.
  const passed = after && (order === 'newest' ? 'to' : order === 'oldest' ? 'from' : undefined)
  if (filter.from !== undefined && passed !== 'from') conditions.push(`b.started_at >= ${bind(filter.from)}`)
  if (filter.to !== undefined && passed !== 'to') conditions.push(`b.started_at < ${bind(filter.to)}`)
  if (order === 'score') {
    if (filter.scoreMin !== undefined) conditions.push(`b.score >= ${bind(filter.scoreMin)}`)
    if (filter.scoreMax !== undefined) conditions.push(`b.score <= ${bind(filter.scoreMax)}`)
  }
  if (after) conditions.push(behind(after, order, bind))
  return conditions
}

function behind({ startedAt, sessionId, score }: FactCursor, order: Steps['order'], bind: Binder): string {
  const id = packId(sessionId)
  if (order === 'oldest') {
    return `b.started_at >= ${bind(startedAt)} AND (b.started_at > ${bind(startedAt)} OR b.session_id < ${bind(id)})`
  }
  const later = `b.started_at <= ${bind(startedAt)} AND (b.started_at < ${bind(startedAt)} OR b.session_id > ${bind(id)})`
  if (order === 'newest') return later
  return `b.score <= ${bind(score ?? 0)} AND (b.score < ${bind(score ?? 0)} OR (${later}))`
}

export function orderOf({ order }: Steps, alias: string): string {
  return ORDERS[order].replace(/\b(started_at|session_id|score)\b/g, `${alias}.$1`)
}
