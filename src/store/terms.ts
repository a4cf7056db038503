/**
 * Terms: the properties of a scored session that lists filter by and charts count, such as `country DE` and
 * `page /checkout`. The facts row keeps the terms it was listed and counted under, so that a later change removes exactly
 * these. Counters hold the number of sessions of each term per hour, half day and week.
 */
import { RECOMMENDED_ACTIONS, type RecommendedAction } from '../contract/checks.ts'
import type { FactFilter, LabelName, SessionFacts } from './facts.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
export const WEEK_MS = 7 * DAY_MS
/** Lengths of the periods that counters cover, in hours. Each divides the next. */
export const SPANS = [1, 12, 168] as const
export type Span = (typeof SPANS)[number]

/** The dimensions of counters. `all` counts every scored session once. */
export const DIMENSIONS = [
  'all',
  'country',
  'browser',
  'system',
  'input',
  'page',
  'check',
  'tag',
  'score',
  'score_step',
] as const
export type Dimension = (typeof DIMENSIONS)[number]

/** Tags have an index of their own, and scores are found by the index of facts. */
const NOT_LISTED: ReadonlySet<string> = new Set(['tag', 'score', 'score_step'])

/** Bits of `SessionFacts.inputs`. */
export const INPUT_METHODS = ['mouse', 'keyboard', 'touch'] as const
export type InputMethod = (typeof INPUT_METHODS)[number]

/** Scores are counted by point, and in steps of five points so that a range needs few counters. */
export const SCORE_STEP = 5

const BREAK = '\n'
const plain = (text: string): string => text.replaceAll(BREAK, ' ').toWellFormed()
const term = (dimension: Dimension, value: string | number): string => `${dimension} ${plain(String(value))}`

export function termsOf(facts: SessionFacts, score: number, tags: readonly string[]): string[] {
  const { country, browser, system, inputs, routes, detected } = facts
  const terms = [
    ...(country === null ? [] : [term('country', country)]),
    ...(browser === null ? [] : [term('browser', browserFamily(browser))]),
    ...(system === null ? [] : [term('system', system)]),
    ...INPUT_METHODS.filter((_, bit) => (inputs & (1 << bit)) !== 0).map((method) => term('input', method)),
    ...routes.map((path) => term('page', pageName(path))),
    ...bitsOf(detected).map((bit) => term('check', bit)),
    ...tags.map((tag) => term('tag', tag)),
    term('score', score),
    term('score_step', Math.floor(score / SCORE_STEP) * SCORE_STEP),
  ]
  return [...new Set(terms)]
}

/** `Chrome` of `Chrome 140`. */
export const browserFamily = (browser: string): string => browser.replace(/ \d+$/, '')

/** Segments of a path that name one thing of many: numbers, UUIDs, long hexadecimal or mixed tokens. */
const ID_SEGMENT = /^(?:\d+|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{12,}|(?=[\w-]*\d)[\w-]{20,})$/i

/** The path with ids replaced by `:id`, so that pages of one kind are counted together. */
export const pageName = (path: string): string =>
  plain(path)
    .split('/')
    .map((segment) => (ID_SEGMENT.test(segment) ? ':id' : segment))
    .join('/')

const bitsOf = (mask: number): number[] =>
  Array.from({ length: 31 }, (_, bit) => bit).filter((bit) => mask & (1 << bit))

/** Stored between line breaks, so that a search with both breaks finds whole terms. */
export const packTerms = (terms: readonly string[]): string => BREAK + terms.join(BREAK) + BREAK
export const unpackTerms = (packed: string): string[] =>
  packed.length <= BREAK.length ? [] : packed.slice(1, -1).split(BREAK)
/** The part of packed terms by which they contain the term. */
export const packedTerm = (one: string): string => BREAK + one + BREAK

export const isListed = (one: string): boolean => !NOT_LISTED.has(one.slice(0, one.indexOf(' ')))
export const labelTerm = (label: LabelName): string => `label ${label}`

/** Listed terms that a session loses and gains when `before` becomes `after`. */
export function termMoves(before: Counted | null, after: Counted | null) {
  const old = new Set(before?.terms.filter(isListed))
  const now = new Set(after?.terms.filter(isListed))
  return { lost: [...old].filter((one) => !now.has(one)), gained: [...now].filter((one) => !old.has(one)) }
}

const exactRoute = ({ route }: FactFilter) => (route === undefined || route.isPrefix ? undefined : route)

/** Terms that sessions of this filter have, the rarest first by experience. */
export function filterTerms(filter: FactFilter): string[] {
  const { check, country, input, system, browser } = filter
  const route = exactRoute(filter)
  return [
    ...(route === undefined ? [] : [term('page', pageName(route.path))]),
    ...(check === undefined ? [] : [term('check', check)]),
    ...(country === undefined ? [] : [term('country', country)]),
    ...(system === undefined ? [] : [term('system', system)]),
    ...(browser === undefined ? [] : [term('browser', browser)]),
    ...(input === undefined ? [] : [term('input', input)]),
  ]
}

/** A filter with only the first term of `filterTerms`. */
export function firstTerm(filter: FactFilter): FactFilter {
  const { check, country, input, system, browser } = filter
  const route = exactRoute(filter)
  if (route !== undefined) return { route: { path: pageName(route.path), isPrefix: false } }
  if (check !== undefined) return { check }
  if (country !== undefined) return { country }
  if (system !== undefined) return { system }
  if (browser !== undefined) return { browser }
  return input === undefined ? {} : { input }
}

/** What counters know of a session. */
export interface Counted {
  readonly startedAt: number
  readonly action: string
  readonly label: string | null
  readonly terms: readonly string[]
}

export interface CountChange {
  readonly span: Span
  readonly dimension: Dimension
  readonly at: number
  readonly value: string
  readonly kind: number
  readonly change: number
}

const LABELS = [null, 'person', 'bot'] as const

/** Action and label as one small number. */
export function kindOf(action: string, label: string | null): number {
  const known = RECOMMENDED_ACTIONS.indexOf(action as RecommendedAction)
  const index = known === -1 ? RECOMMENDED_ACTIONS.indexOf('Unknown') : known
  return index * LABELS.length + Math.max(0, LABELS.indexOf(label as LabelName))
}

export const actionOfKind = (kind: number): string =>
  RECOMMENDED_ACTIONS[Math.floor(kind / LABELS.length)] as string
export const labelOfKind = (kind: number): LabelName | null => LABELS[kind % LABELS.length] ?? null

/** Changes of counters when a session changes, in the order of their keys. */
export function countChanges(
  changes: readonly (readonly [counted: Counted | null, by: 1 | -1])[],
): CountChange[] {
  const sums = new Map<string, CountChange>()
  for (const [counted, by] of changes) {
    if (counted === null) continue
    const kind = kindOf(counted.action, counted.label)
    for (const one of ['all ', ...counted.terms]) {
      const space = one.indexOf(' ')
      const dimension = one.slice(0, space) as Dimension
      const value = one.slice(space + 1)
      for (const span of SPANS) {
        const spanMs = span * HOUR_MS
        const at = Math.floor(counted.startedAt / spanMs) * spanMs
        const key = [span, dimension, at, value, kind].join(BREAK)
        const change = (sums.get(key)?.change ?? 0) + by
        sums.set(key, { span, dimension, at, value, kind, change })
      }
    }
  }
  return inKeyOrder([...sums.values()].filter(({ change }) => change !== 0))
}

const keyOf = ({ span, dimension, at, value, kind }: CountChange): string =>
  [span, dimension, at, value, kind].join(BREAK)

/** All writers lock counters in one order. */
export const inKeyOrder = (changes: readonly CountChange[]): CountChange[] =>
  changes
    .map((change) => [keyOf(change), change] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, change]) => change)

/** The changes when `before` becomes `after`. */
export function changesBetween(before: Counted | null, after: Counted | null): CountChange[] {
  if (before !== null && after !== null && isSame(before, after)) return []
  return countChanges([
    [before, -1],
    [after, 1],
  ])
}

const isSame = (a: Counted, b: Counted): boolean =>
  a.action === b.action &&
  a.label === b.label &&
  a.terms.length === b.terms.length &&
  a.terms.every((one, index) => one === b.terms[index])

export interface RecountStep {
  readonly span: Span
  readonly at: number
}

/** Steps of a recount: these hours, and then the longer periods that contain them. Each is a short transaction. */
export function recountSteps(hours: readonly number[]): RecountStep[] {
  return SPANS.flatMap((span) => {
    const spanMs = span * HOUR_MS
    const starts = new Set(hours.map((hour) => Math.floor(hour / spanMs) * spanMs))
    return [...starts].map((at) => ({ span, at }))
  })
}

/** Counters of the sessions of one hour. */
export const hourCounts = (sessions: readonly Counted[]): CountChange[] =>
  countChanges(sessions.map((one) => [one, 1] as const)).filter(({ span }) => span === 1)

export interface CountedQuery {
  readonly workspace: string
  readonly span: Span
  readonly dimension: Dimension
  /** Absent: all values. */
  readonly values?: readonly string[]
  /** Start of the first period, and the end of the last. */
  readonly from: number
  readonly to: number
  /** The column that the sums are grouped by. */
  readonly by: 'at' | 'value'
}

/** Starts of the periods of a query. */
export const startsOf = ({ span, from, to }: Pick<CountedQuery, 'span' | 'from' | 'to'>): number[] => {
  const spanMs = span * HOUR_MS
  const first = Math.ceil(from / spanMs)
  return Array.from(
    { length: Math.max(0, Math.ceil(to / spanMs) - first) },
    (_, index) => (first + index) * spanMs,
  )
}

export interface CountedRow {
  /** The start of the period, or the value. */
  readonly key: number | string
  readonly kind: number
  readonly count: number
}
