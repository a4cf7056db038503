/**
 * Terms: the properties under which a scored session is counted, such as `country DE` and `page /checkout`. The facts row
 * keeps the terms it was counted under, so that a later change removes exactly these. Counters hold the number of sessions
 * of each term per hour, day and week, by label and action, so that a long period is a sum of few counters.
 */
import { bandOf, noCounts, sumOf } from '../contract/action_bands.ts'
import type { BandCounts } from '../contract/dashboard/sessions.ts'
import type { Label } from '../contract/session.ts'
import { FILTERED_FACTS, factOf, INPUT_METHODS, type SessionFacts } from '../contract/session_facts.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
export const WEEK_MS = 7 * DAY_MS

/** Lengths of counters in hours. Each divides the next, and all start at multiples of their length since 1970 in UTC. */
export const SPANS = [1, 24, 168] as const
export type Span = (typeof SPANS)[number]

/** The dimensions of counters. `all` counts every scored session once. */
export const DIMENSIONS = ['all', ...FILTERED_FACTS, 'input', 'page', 'check', 'tag', 'score'] as const
export type Dimension = (typeof DIMENSIONS)[number]

const BREAK = '\n'
export const plain = (text: string): string => text.replaceAll(BREAK, ' ').toWellFormed()
const term = (dimension: Dimension, value: string | number): string => `${dimension} ${plain(String(value))}`

export function termsOf(facts: SessionFacts, score: number, tags: readonly string[]): string[] {
  const { inputs, routes, detected } = facts
  const terms = [
    term('all', ''),
    ...FILTERED_FACTS.flatMap((name) => {
      const value = facts[name]
      if (value === null) return []
      return [term(name, factOf(name).filter?.ignoresVersion ? withoutVersion(value) : value)]
    }),
    ...INPUT_METHODS.filter((_, bit) => (inputs & (1 << bit)) !== 0).map((method) => term('input', method)),
    ...routes.map((path) => term('page', pageName(path))),
    ...bitsOf(detected).map((bit) => term('check', bit)),
    ...tags.map((tag) => term('tag', tag)),
    term('score', score),
  ]
  return [...new Set(terms)]
}

/** `Chrome` of `Chrome 140`. */
const withoutVersion = (name: string): string => name.replace(/ \d+$/, '')

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
export const packTerms = (terms: readonly string[]): string =>
  terms.length === 0 ? BREAK : BREAK + terms.join(BREAK) + BREAK
export const unpackTerms = (packed: string): string[] =>
  packed.length <= BREAK.length ? [] : packed.slice(1, -1).split(BREAK)
/** The part of packed terms by which they contain the page. */
export const packedPage = (page: string): string => BREAK + term('page', page) + BREAK

export function splitTerm(text: string): [dimension: Dimension, value: string] {
  const space = text.indexOf(' ')
  return [text.slice(0, space) as Dimension, text.slice(space + 1)]
}

export const pagesOf = (counted: Counted | null): string[] =>
  (counted?.terms ?? []).map(splitTerm).flatMap(([dimension, value]) => (dimension === 'page' ? [value] : []))

/** What counters know of a session. */
export interface Counted {
  readonly startedAt: number
  readonly action: string
  readonly label: string | null
  readonly terms: readonly string[]
}

/** Columns of a counter: its key, and a number for each action. */
export const COUNTER_KEY = ['span', 'dimension', 'at', 'value', 'label'] as const
export const COUNTER_COLUMNS = [
  'accept',
  'monitor',
  'review',
  'reject',
  'unknown',
] as const satisfies readonly (keyof BandCounts)[]

export interface Counter extends BandCounts {
  readonly span: Span
  readonly dimension: Dimension
  /** Start of the span. */
  readonly at: number
  readonly value: string
  /** Empty: without a label. */
  readonly label: Label | ''
}

const msOf = (span: Span): number => span * HOUR_MS
const startOf = (at: number, span: Span): number => Math.floor(at / msOf(span)) * msOf(span)
export const hourOf = (at: number): number => startOf(at, 1)

export interface Period {
  readonly from: number
  readonly to: number
}

/** Starts of the hours of a period. */
export const hoursOf = ({ from, to }: Period): number[] =>
  Array.from(
    { length: Math.max(0, Math.ceil((to - hourOf(from)) / HOUR_MS)) },
    (_, index) => hourOf(from) + index * HOUR_MS,
  )

/**
 * What to add to counters of all lengths when sessions change, in the order of their keys: all writers lock counters in one
 * order.
 */
export function counterChanges(
  changes: readonly (readonly [counted: Counted | null, by: 1 | -1])[],
  spans: readonly Span[] = SPANS,
): Counter[] {
  const counters = new Map<string, Counter>()
  for (const [counted, by] of changes) {
    if (counted === null) continue
    const label = (counted.label ?? '') as Counter['label']
    for (const span of spans) {
      const at = startOf(counted.startedAt, span)
      for (const text of counted.terms) {
        const [dimension, value] = splitTerm(text)
        const key = [span, dimension, at, value, label].join(BREAK)
        const counter = counters.get(key) ?? { span, dimension, at, value, label, ...noCounts() }
        counter[bandOf(counted.action)] += by
        counters.set(key, counter)
      }
    }
  }
  return [...counters]
    .filter(([, counter]) => COUNTER_COLUMNS.some((column) => counter[column] !== 0))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, counter]) => counter)
}

/** Pages and counters that change when `before` becomes `after`. Most reports change neither. */
export function termChanges(before: Counted | null, after: Counted | null) {
  if (before !== null && after !== null && isSame(before, after))
    return { lost: [], gained: [], counters: [] }
  const [old, now] = [new Set(pagesOf(before)), new Set(pagesOf(after))]
  return {
    lost: [...old].filter((page) => !now.has(page)),
    gained: [...now].filter((page) => !old.has(page)),
    counters: counterChanges([
      [before, -1],
      [after, 1],
    ]),
  }
}

const isSame = (a: Counted, b: Counted): boolean =>
  a.action === b.action &&
  a.label === b.label &&
  a.terms.length === b.terms.length &&
  a.terms.every((term, index) => term === b.terms[index])

/** Counters that a change may leave empty. */
export const isFalling = (counter: Counter): boolean => sumOf(counterCounts(counter)) < 0

export const counterCounts = ({ accept, monitor, review, reject, unknown }: BandCounts): BandCounts => ({
  accept,
  monitor,
  review,
  reject,
  unknown,
})

export type CounterQuery = Grouped & {
  readonly workspace: string
  readonly dimensions: readonly Dimension[]
  /** Absent: all values. */
  readonly values?: readonly string[]
  /** Whole hours. */
  readonly from: number
  readonly to: number
}

/** The column that the sums are grouped by. `barMs`: the length of the bars of a chart; no counter belongs to two bars. */
type Grouped =
  | { readonly by: 'value'; readonly barMs?: never }
  | { readonly by: 'at'; readonly barMs: number }

export interface CounterSum extends BandCounts {
  readonly dimension: Dimension
  /** The start of the counters, or the value. */
  readonly key: number | string
  readonly label: Label | ''
}

/** Counters of one length, one after the other. */
export interface Stretch extends Period {
  readonly span: Span
}

/** The fewest counters that cover a period exactly: the longest that fit, and shorter ones at both ends. */
export const stretchesOf = (period: Period, barMs?: number): Stretch[] =>
  covering(
    period,
    SPANS.filter((span) => barMs === undefined || barMs % msOf(span) === 0),
  )

function covering({ from, to }: Period, spans: readonly Span[]): Stretch[] {
  const span = spans.at(-1)
  if (span === undefined || from >= to) return []
  const shorter = spans.slice(0, -1)
  if (shorter.length === 0) return [{ span, from, to }]
  const whole = { from: Math.ceil(from / msOf(span)) * msOf(span), to: startOf(to, span) }
  if (whole.from >= whole.to) return covering({ from, to }, shorter)
  return [
    ...covering({ from, to: whole.from }, shorter),
    { span, ...whole },
    ...covering({ from: whole.to, to }, shorter),
  ]
}

/** Counters that are the sums of shorter ones. */
export interface SummedCounters extends Stretch {
  readonly shorter: Span
}

/** The counters that contain one of these hours, in the order in which they are summed. */
export const containing = (hours: readonly number[]): SummedCounters[] =>
  SPANS.slice(1).flatMap((span, index) =>
    [...new Set(hours.map((hour) => startOf(hour, span)))].map((from) => {
      return { span, from, to: from + msOf(span), shorter: SPANS[index] as Span }
    }),
  )
