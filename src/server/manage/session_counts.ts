/**
 * Numbers of sessions over time and by property. Counters answer filters by at most one property exactly, whatever the
 * number of sessions. Other filters count the newest sessions within a time budget; `complete` then says so.
 */
import { setImmediate } from 'node:timers/promises'
import type { BandCounts, SessionHistogram, SessionQuery } from '../../contract/dashboard/sessions.ts'
import type { FactCursor, FactFilter, FactStore } from '../../store/facts.ts'
import {
  actionOfKind,
  DAY_MS,
  type Dimension,
  filterTerms,
  HOUR_MS,
  labelOfKind,
  pageName,
  SCORE_STEP,
  type Span,
} from '../../store/terms.ts'
import { bandOf, noCounts } from './action_bands.ts'
import { filterOf, SCAN_BUDGET_MS, STEP } from './session_list.ts'

/** The part of the counters that a filter selects. */
export interface Selection {
  readonly dimension: Dimension
  readonly values?: readonly string[]
  includes(kind: number): boolean
}

/** Null: counters cannot answer this filter. */
export function selectionOf(filter: FactFilter): Selection | null {
  const { user, device, tag, route, action, label, scoreMin, scoreMax } = filter
  if (user !== undefined || device !== undefined) return null
  if (route !== undefined && (route.isPrefix || pageName(route.path) !== route.path)) return null
  const includes = (kind: number) =>
    (action === undefined || actionOfKind(kind) === action) &&
    (label === undefined || (labelOfKind(kind) ?? 'none') === label)
  const terms = [...filterTerms(filter), ...(tag === undefined ? [] : [`tag ${tag}`])]
  const scores =
    scoreMin === undefined && scoreMax === undefined ? undefined : scoreValues(scoreMin, scoreMax)
  if (scores === null || terms.length + (scores === undefined ? 0 : 1) > 1) return null
  if (scores !== undefined) return { dimension: 'score', values: scores, includes }
  const [term] = terms
  if (term === undefined) return { dimension: 'all', includes }
  const space = term.indexOf(' ')
  return { dimension: term.slice(0, space) as Dimension, values: [term.slice(space + 1)], includes }
}

/** Null: the range cuts through a step of the counters. */
function scoreValues(least = 0, most = 100): string[] | null {
  const isWhole = least % SCORE_STEP === 0 && (most === 100 || most % SCORE_STEP === SCORE_STEP - 1)
  if (!isWhole) return null
  const count = Math.max(0, Math.floor(most / SCORE_STEP) - least / SCORE_STEP + 1)
  return Array.from({ length: count }, (_, index) => String(least + index * SCORE_STEP))
}

export interface Period {
  readonly from: number
  readonly to: number
}

interface Parts {
  readonly counted: readonly (Period & { readonly span: Span })[]
  /** Parts of an hour, which only a scan can count. */
  readonly scanned: readonly Period[]
}

/** Splits a period into whole days, whole hours and the rest. `dayMs`: whether days may be counted as a whole. */
export function partsOf({ from, to }: Period, wholeDays: boolean): Parts {
  const hours = { from: Math.ceil(from / HOUR_MS) * HOUR_MS, to: Math.floor(to / HOUR_MS) * HOUR_MS }
  if (hours.from > hours.to) return { counted: [], scanned: [{ from, to }] }
  const days = { from: Math.ceil(hours.from / DAY_MS) * DAY_MS, to: Math.floor(hours.to / DAY_MS) * DAY_MS }
  const counted =
    wholeDays && days.from < days.to
      ? [
          { span: 1 as const, from: hours.from, to: days.from },
          { span: 24 as const, ...days },
          { span: 1 as const, from: days.to, to: hours.to },
        ]
      : [{ span: 1 as const, ...hours }]
  const isNotEmpty = (period: Period) => period.from < period.to
  return {
    counted: counted.filter(isNotEmpty),
    scanned: [
      { from, to: hours.from },
      { from: hours.to, to },
    ].filter(isNotEmpty),
  }
}

/** Sizes of the bars of a chart. Below an hour, bars come from a scan. */
const BAR_SIZES_MS = [1 / 12, 1, 6, 24, 168, 720, 2_160, 8_760].map((hours) => hours * HOUR_MS)
const MAX_BARS = 92
const SCANNED_SPAN_MS = 3 * HOUR_MS

export function barMsOf(spanMs: number): number {
  const sizes = spanMs <= SCANNED_SPAN_MS ? BAR_SIZES_MS : BAR_SIZES_MS.slice(1)
  return sizes.find((ms) => spanMs / ms <= MAX_BARS) ?? Math.ceil(spanMs / MAX_BARS / DAY_MS) * DAY_MS
}

/** The period of a query without bounds: from the oldest session to the end of this hour. */
export async function periodOf(
  facts: FactStore,
  workspace: string,
  { from, to }: Pick<FactFilter, 'from' | 'to'>,
  now: number,
): Promise<Period> {
  const first = from ?? (await oldest(facts, workspace)) ?? now - DAY_MS
  const start = from === undefined ? Math.floor(first / HOUR_MS) * HOUR_MS : first
  const end = to ?? (Math.floor(now / HOUR_MS) + 1) * HOUR_MS
  return { from: start, to: Math.max(end, start + 1) }
}

async function oldest(facts: FactStore, workspace: string): Promise<number | undefined> {
  const { rows } = await facts.list({ workspace, filter: {}, order: 'oldest', scanLimit: 1, limit: 1 })
  return rows[0]?.startedAt
}

export async function histogramOf(
  facts: FactStore,
  workspace: string,
  query: SessionQuery,
  now: number,
): Promise<SessionHistogram> {
  const filter = filterOf(query)
  const period = await periodOf(facts, workspace, filter, now)
  return trendOf(facts, workspace, filter, period)
}

export async function trendOf(
  facts: FactStore,
  workspace: string,
  filter: FactFilter,
  period: Period,
): Promise<SessionHistogram> {
  const { from, to } = period
  const barMs = barMsOf(to - from)
  const start = Math.floor(from / barMs) * barMs
  const buckets = Array.from({ length: Math.ceil((to - start) / barMs) }, (_, index) => ({
    at: start + index * barMs,
    counts: noCounts(),
  }))
  const totals = noCounts()
  const add = (bucket: number, band: keyof BandCounts, count: number) => {
    const counts = buckets[bucket]?.counts
    if (counts !== undefined) counts[band] += count
    totals[band] += count
  }
  const selection = barMs < HOUR_MS ? null : selectionOf(filter)
  const { counted, scanned } =
    selection === null ? { counted: [], scanned: [period] } : partsOf(period, barMs % DAY_MS === 0)
  await Promise.all(
    counted.map(async (part) => {
      const { dimension, values, includes } = selection as Selection
      const rows = await facts.counted({ workspace, dimension, ...(values && { values }), ...part, by: 'at' })
      for (const { key, kind, count } of rows) {
        if (includes(kind)) add(Math.floor((Number(key) - start) / barMs), bandOf(actionOfKind(kind)), count)
      }
    }),
  )
  let complete = true
  for (const part of scanned) {
    complete = (await scan(facts, workspace, { ...filter, ...part }, start, barMs, add)) && complete
  }
  return { from: start, to, bucket_ms: barMs, buckets, totals, complete }
}

/** Counts the newest sessions of the filter first, until the time budget is spent. Returns whether it counted all. */
async function scan(
  facts: FactStore,
  workspace: string,
  filter: FactFilter,
  start: number,
  barMs: number,
  add: (bucket: number, band: keyof BandCounts, count: number) => void,
): Promise<boolean> {
  const begun = performance.now()
  let after: FactCursor | undefined
  do {
    const { counts, end } = await facts.count(
      { workspace, filter, order: 'newest', scored: true, scanLimit: STEP, ...(after && { after }) },
      start,
      barMs,
    )
    // A label or a tag may belong to a session that was not scored yet.
    for (const { bucket, action, count } of counts) if (action !== null) add(bucket, bandOf(action), count)
    if (end === null) return true
    after = end
    await setImmediate()
  } while (performance.now() - begun < SCAN_BUDGET_MS)
  return false
}
