/**
 * Numbers of sessions over time and by property. Counters answer filters by at most one property. Other filters,
 * and parts of an hour, count the sessions themselves, the newest first and within a time budget.
 */
import { setImmediate } from 'node:timers/promises'
import { bandOf, noCounts } from '../../contract/action_bands.ts'
import { CHECK_BITS } from '../../contract/checks.ts'
import type { BandCounts, SessionFilters, SessionHistogram } from '../../contract/dashboard/sessions.ts'
import { FILTERED_FACTS } from '../../contract/session_facts.ts'
import type { FactFilter, FactStore } from '../../store/facts.ts'
import type { Period } from '../../store/terms.ts'
import {
  COUNTER_COLUMNS,
  type CounterSum,
  DAY_MS,
  type Dimension,
  HOUR_MS,
  hourOf,
  pageName,
  plain,
  WEEK_MS,
} from '../../store/terms.ts'
import { filterOf } from './session_filters.ts'

/** Sizes of the bars of a chart. Below an hour, bars come from a scan. */
const BAR_SIZES_MS = [1 / 12, 1, 6, 24, 168, 720, 2_160, 8_760].map((hours) => hours * HOUR_MS)
const MAX_BARS = 92
const SCANNED_SPAN_MS = 3 * HOUR_MS
/** Time for counting sessions, so that an overview takes at most 300 ms. */
const SCAN_BUDGET_MS = 150
/** Bars that one query counts; other requests run between queries. */
const BARS_PER_STEP = 4

export function barMsOf(spanMs: number): number {
  const sizes = spanMs <= SCANNED_SPAN_MS ? BAR_SIZES_MS : BAR_SIZES_MS.slice(1)
  return sizes.find((ms) => spanMs / ms <= MAX_BARS) ?? Math.ceil(spanMs / MAX_BARS / DAY_MS) * DAY_MS
}

/** The period of a query without bounds: from the oldest scored session, or at least an hour, to the end of this hour. */
export async function periodOf(
  facts: FactStore,
  workspace: string,
  { from, to }: Pick<FactFilter, 'from' | 'to'>,
  now: number,
): Promise<Period> {
  const start =
    from ?? Math.min((await firstHour(facts, workspace)) ?? hourOf(now - DAY_MS), hourOf(now) - HOUR_MS)
  const end = to ?? hourOf(now) + HOUR_MS
  return { from: start, to: Math.max(end, start + 1) }
}

async function firstHour(facts: FactStore, workspace: string): Promise<number | undefined> {
  const first = async (period: Period, barMs: number) => {
    const counters = await facts.counted({ workspace, dimensions: ['all'], ...period, by: 'at', barMs })
    return counters.map(({ key }) => Number(key)).sort((a, b) => a - b)[0]
  }
  const week = await first({ from: 0, to: Number.MAX_SAFE_INTEGER }, WEEK_MS)
  return week === undefined ? undefined : first({ from: week, to: week + WEEK_MS }, HOUR_MS)
}

/** The counters that a filter selects. */
export interface Selection {
  readonly dimension: Dimension
  readonly values?: readonly string[]
  /** The counts of the selected label and effective action, by effective action. */
  selected(counter: CounterSum): BandCounts
}

const BAND_OF_LABEL = { person: 'accept', bot: 'reject' } as const

/** Null: counters cannot answer this filter. */
export function selectionOf(filter: FactFilter): Selection | null {
  const { user, device, tag, route, action, label, scoreMin, scoreMax, check } = filter
  if (user !== undefined || device !== undefined) return null
  if (route !== undefined && (route.endsWith('*') || pageName(route) !== plain(route))) return null
  const values: Partial<Record<Dimension, string | readonly string[] | undefined>> = {
    ...Object.fromEntries(FILTERED_FACTS.map((name) => [name, filter[name]])),
    input: filter.input,
    page: route,
    check: check === undefined ? undefined : String(CHECK_BITS[check]),
    tag,
    score: scoreMin === undefined && scoreMax === undefined ? undefined : scoresOf(scoreMin, scoreMax),
  }
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  if (given.length > 1) return null
  const selected = (counter: CounterSum): BandCounts => {
    const counts = noCounts()
    if (label !== undefined && (counter.label || 'none') !== label) return counts
    for (const band of COUNTER_COLUMNS) {
      const effective = counter.label === '' ? band : BAND_OF_LABEL[counter.label]
      if (action === undefined || bandOf(action) === effective) counts[effective] += counter[band]
    }
    return counts
  }
  const [property] = given
  if (property === undefined) return { dimension: 'all', selected }
  const [dimension, value] = property as [Dimension, string | readonly string[]]
  return { dimension, values: typeof value === 'string' ? [plain(value)] : value, selected }
}

const scoresOf = (least = 0, most = 100): string[] =>
  Array.from({ length: Math.max(0, most - least + 1) }, (_, index) => String(least + index))

/** The whole hours of a period, and the parts of an hour around them. */
export function partsOf({ from, to }: Period): { readonly hours: Period; readonly rest: readonly Period[] } {
  const hours = { from: Math.ceil(from / HOUR_MS) * HOUR_MS, to: Math.floor(to / HOUR_MS) * HOUR_MS }
  if (hours.from >= hours.to) return { hours: { from, to: from }, rest: [{ from, to }] }
  const rest = [
    { from, to: hours.from },
    { from: hours.to, to },
  ]
  return { hours, rest: rest.filter((part) => part.from < part.to) }
}

export async function histogramOf(
  facts: FactStore,
  workspace: string,
  query: SessionFilters,
  now: number,
): Promise<SessionHistogram> {
  const filter = filterOf(query)
  const period = await periodOf(facts, workspace, filter, now)
  return trendOf(facts, workspace, filter, period, now)
}

export async function trendOf(
  facts: FactStore,
  workspace: string,
  filter: FactFilter,
  period: Period,
  now: number,
): Promise<SessionHistogram> {
  const chart = newChart(period, barMsOf(period.to - period.from), now)
  const selection = chart.histogram.bucket_ms < HOUR_MS ? null : selectionOf(filter)
  const { hours, rest } = selection === null ? { hours: period, rest: [period] } : partsOf(period)
  if (selection !== null) {
    const { dimension, selected, ...only } = selection
    const { bucket_ms: barMs } = chart.histogram
    const query = { workspace, dimensions: [dimension], ...only, ...hours, by: 'at', barMs } as const
    for (const counter of await facts.counted(query)) {
      chart.add(chart.barOf(Number(counter.key)), selected(counter))
    }
  }
  let complete = true
  for (const part of rest) complete = (await scan(facts, workspace, filter, part, chart)) && complete
  return { ...chart.histogram, complete }
}

/** Bars that are filled step by step. */
interface Chart {
  readonly histogram: Omit<SessionHistogram, 'complete'>
  barOf(at: number): number
  add(bar: number, counts: Partial<BandCounts>): void
}

/** No bar lies in the future, unless the period does. */
function newChart(period: Period, barMs: number, now: number): Chart {
  const { from } = period
  const start = Math.floor(from / barMs) * barMs
  const to = from > now ? period.to : Math.min(period.to, Math.ceil((now + 1) / barMs) * barMs)
  const buckets = Array.from({ length: Math.ceil((to - start) / barMs) }, (_, index) => ({
    at: start + index * barMs,
    counts: noCounts(),
  }))
  const totals = noCounts()
  return {
    histogram: { since: start, until: to, bucket_ms: barMs, buckets, totals },
    barOf: (at) => Math.floor((at - start) / barMs),
    add(bar, given) {
      for (const counts of [totals, buckets[bar]?.counts ?? noCounts()])
        for (const band of COUNTER_COLUMNS) counts[band] += given[band] ?? 0
    },
  }
}

/** Returns whether all sessions of the period were counted. */
async function scan(
  facts: FactStore,
  workspace: string,
  filter: FactFilter,
  { from, to }: Period,
  { histogram: { since: start, bucket_ms: barMs }, barOf, add }: Chart,
): Promise<boolean> {
  const begun = performance.now()
  for (let end = to; end > from; ) {
    if (performance.now() - begun > SCAN_BUDGET_MS) return false
    const first = Math.max(from, start + (barOf(end - 1) + 1 - BARS_PER_STEP) * barMs)
    const counts = await facts.count(workspace, filter, { from: first, to: end }, { start, barMs })
    for (const { bar, action, count } of counts) add(bar, { [bandOf(action)]: count })
    end = first
    await setImmediate()
  }
  return true
}
