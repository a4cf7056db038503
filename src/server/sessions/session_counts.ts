/**
 * Numbers of sessions over time and by property. Counters answer filters by at most one property exactly, whatever the
 * number of sessions. Filters by several properties are estimated from a sample of each bar. Filters without a counter
 * count the newest sessions within a time budget.
 */
import { setImmediate } from 'node:timers/promises'
import type { BandCounts, SessionFilters, SessionHistogram } from '../../contract/dashboard/sessions.ts'
import { indexedFilter } from '../../store/fact_query.ts'
import type { FactCursor, FactFilter, FactStore, Period } from '../../store/facts.ts'
import { actionOfKind, DAY_MS, HOUR_MS, labelOfKind } from '../../store/terms.ts'
import { bandOf, noCounts, sumOf } from '../scoring/action_bands.ts'
import { isNotEmpty, isUncounted, partsOf, readCounters, selectionOf } from './session_counters.ts'
import { filterOf } from './session_filters.ts'
import { SCAN_BUDGET_MS, STEP } from './session_list.ts'

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
  query: SessionFilters,
  now: number,
): Promise<SessionHistogram> {
  const filter = filterOf(query)
  const period = await periodOf(facts, workspace, filter, now)
  return (await trendOf(facts, workspace, filter, period, now)).histogram
}

export interface Trend {
  readonly histogram: SessionHistogram
  /** Sessions with a label; 0 if counters cannot answer the filter. */
  readonly labeled: number
}

export async function trendOf(
  facts: FactStore,
  workspace: string,
  filter: FactFilter,
  period: Period,
  now: number,
): Promise<Trend> {
  const barMs = barMsOf(period.to - period.from)
  const chart = newChart(period, barMs)
  const selection = barMs < HOUR_MS ? null : selectionOf(filter)
  const scanAll = async (): Promise<Trend> => {
    const complete = await scan(facts, workspace, { ...filter, ...period }, chart)
    return { histogram: { ...chart.histogram, complete }, labeled: 0 }
  }
  if (selection === null) {
    const base = indexedFilter(filter)
    if (barMs >= HOUR_MS && selectionOf(base) !== null) {
      const { histogram } = await trendOf(facts, workspace, base, period, now)
      return { histogram: await estimated(facts, workspace, filter, period, histogram), labeled: 0 }
    }
    return scanAll()
  }
  const { counted, scanned } = partsOf(period, now, barMs)
  if (await isUncounted(facts, workspace, selection, counted)) return scanAll()
  let labeled = 0
  await readCounters(facts, workspace, selection, counted, (at, kind, count) => {
    chart.add(chart.barOf(at), bandOf(actionOfKind(kind)), count)
    if (labelOfKind(kind) !== null) labeled += count
  })
  let complete = true
  for (const part of scanned) {
    complete = (await scan(facts, workspace, { ...filter, ...part }, chart)) && complete
  }
  return { histogram: { ...chart.histogram, complete }, labeled }
}

/** The number of sessions by action; null if it is not exactly known. */
export async function totalsOf(
  facts: FactStore,
  workspace: string,
  filter: FactFilter,
  period: Period,
  now: number,
): Promise<BandCounts | null> {
  const selection = selectionOf(filter)
  const { counted, scanned } = partsOf(period, now)
  if (selection === null || scanned.length > 0 || (await isUncounted(facts, workspace, selection, counted))) {
    const { totals, complete } = (await trendOf(facts, workspace, filter, period, now)).histogram
    return complete ? totals : null
  }
  const totals = noCounts()
  await readCounters(facts, workspace, selection, counted, (_at, kind, count) => {
    totals[bandOf(actionOfKind(kind))] += count
  })
  return totals
}

/** Bars that are filled step by step. */
interface Chart {
  readonly histogram: Omit<SessionHistogram, 'complete'>
  barOf(at: number): number
  add(bar: number, band: keyof BandCounts, count: number): void
}

function newChart({ from, to }: Period, barMs: number): Chart {
  const start = Math.floor(from / barMs) * barMs
  const buckets = Array.from({ length: Math.ceil((to - start) / barMs) }, (_, index) => ({
    at: start + index * barMs,
    counts: noCounts(),
  }))
  const totals = noCounts()
  return {
    histogram: { from: start, to, bucket_ms: barMs, buckets, totals, sampled: null },
    barOf: (at) => Math.floor((at - start) / barMs),
    add(bar, band, count) {
      const counts = buckets[bar]?.counts
      if (counts !== undefined) counts[band] += count
      totals[band] += count
    },
  }
}

/** Samples of a bar come from so many parts of it, because sessions differ by the time of day. */
const PARTS_OF_BAR = 4

/**
 * `base` has the exact numbers of the sessions that pass the indexed part of the filter. A sample of each bar says which
 * share of them passes the whole filter. A bar with few sessions is counted exactly.
 */
async function estimated(
  facts: FactStore,
  workspace: string,
  filter: FactFilter,
  period: Period,
  base: SessionHistogram,
): Promise<SessionHistogram> {
  const { buckets, bucket_ms: barMs } = base
  const partMs = barMs / PARTS_OF_BAR
  const parts = buckets.flatMap(({ at }, bar) =>
    Array.from({ length: PARTS_OF_BAR }, (_, index) => ({
      bar,
      from: Math.max(period.from, at + index * partMs),
      to: Math.min(period.to, at + (index + 1) * partMs),
    })).filter(isNotEmpty),
  )
  const scanLimit = Math.ceil(STEP / parts.length)
  const counts = await facts.sample({ workspace, filter, scanLimit }, parts)
  const chart = newChart(period, barMs)
  const byBar = Map.groupBy(counts, (count) => parts[count.period]?.bar)
  let sampled: number | null = null
  for (const [bar, found] of byBar) {
    if (bar === undefined) continue
    const byPart = Map.groupBy(found, (count) => count.period)
    const isWhole = [...byPart.values()].every((part) => sum(part, ({ scanned }) => scanned) < scanLimit)
    const scored = found.filter(({ action }) => action !== null)
    const scanned = sum(scored, (count) => count.scanned)
    if (!isWhole) sampled = (sampled ?? 0) + scanned
    const all = sumOf(buckets[bar]?.counts ?? noCounts())
    const factor = isWhole || scanned === 0 ? 1 : Math.max(1, all / scanned)
    for (const { action, matched } of scored) {
      chart.add(bar, bandOf(action as string), Math.round(matched * factor))
    }
  }
  return { ...chart.histogram, sampled, complete: sampled === null }
}

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0)

/** Counts the newest sessions of the filter first, until the time budget is spent. Returns whether it counted all. */
async function scan(
  facts: FactStore,
  workspace: string,
  filter: FactFilter,
  { histogram: { from, bucket_ms }, add }: Chart,
): Promise<boolean> {
  const begun = performance.now()
  let after: FactCursor | undefined
  do {
    const { counts, end } = await facts.count(
      { workspace, filter, order: 'newest', scored: true, scanLimit: STEP, ...(after && { after }) },
      from,
      bucket_ms,
    )
    // A label or a tag may belong to a session that has not been scored yet.
    for (const { bucket, action, count } of counts) if (action !== null) add(bucket, bandOf(action), count)
    if (end === null) return true
    after = end
    await setImmediate()
  } while (performance.now() - begun < SCAN_BUDGET_MS)
  return false
}
