/** The first page of the dashboard: sessions of a period by time and by property, and the state of the workspace. */
import { CHECK_BITS } from '../../contract/checks.ts'
import { BREAKDOWNS, type BreakdownName } from '../../contract/dashboard/breakdowns.ts'
import type { Breakdown, Overview, OverviewStatus } from '../../contract/dashboard/overview.ts'
import type { BandCounts, SessionFilters } from '../../contract/dashboard/sessions.ts'
import { OTHER } from '../../store/counter_cap.ts'
import { isSelective } from '../../store/fact_query.ts'
import type { FactFilter, FactStore, Period } from '../../store/facts.ts'
import type { Store } from '../../store/store.ts'
import { actionOfKind, labelOfKind, WEEK_MS } from '../../store/terms.ts'
import { bandOf, noCounts, sumOf } from '../scoring/action_bands.ts'
import { surveyItem } from '../survey/results/survey_summary.ts'
import { partsOf, selectionOf } from './session_counters.ts'
import { periodOf, totalsOf, trendOf } from './session_counts.ts'
import { filterOf } from './session_filters.ts'
import { STEP } from './session_list.ts'

/** Values shown of each property. */
const TOP = 10
/** Sessions that a breakdown covers when a filter is set. */
const SAMPLE = 500
const SURVEYS = 5
/** Sessions whose newest batch may be the newest of all. */
const NEWEST = 50

const CHECK_NAMES = new Map(Object.entries(CHECK_BITS).map(([name, bit]) => [String(bit), name]))

type Tally = Record<BreakdownName, Map<string, BandCounts>>
const noTally = (): Tally =>
  Object.fromEntries(BREAKDOWNS.map((name) => [name, new Map()])) as unknown as Tally

export async function overviewOf(
  facts: FactStore,
  workspace: string,
  query: SessionFilters,
  now: number,
): Promise<Overview> {
  const filter = filterOf(query)
  const period = await periodOf(facts, workspace, filter, now)
  const before = { from: Math.max(0, 2 * period.from - period.to), to: period.from }
  const [{ histogram: trend, labeled }, breakdowns] = await Promise.all([
    trendOf(facts, workspace, filter, period, now),
    breakdownsOf(facts, workspace, filter, period, now),
  ])
  const isCompared = filter.from !== undefined && trend.complete
  const previous = isCompared ? await totalsOf(facts, workspace, filter, before, now) : null
  return { trend, previous, labeled, ...breakdowns }
}

async function breakdownsOf(
  facts: FactStore,
  workspace: string,
  filter: FactFilter,
  period: Period,
  now: number,
) {
  const selection = selectionOf(filter)
  const { counted, scanned } = partsOf(period, now)
  const isOfAll = selection?.counters.some(({ dimension }) => dimension === 'all')
  if (!selection || !isOfAll || scanned.length > 0) {
    return sampledBreakdowns(facts, workspace, { ...filter, ...period })
  }
  const tally = noTally()
  await Promise.all(
    BREAKDOWNS.flatMap((dimension) =>
      counted.map(async ({ sign, ...part }) => {
        const rows = await facts.counted({ workspace, dimension, ...part, by: 'value' })
        for (const { key, kind, count } of rows) {
          if (!selection.includes(kind) || key === OTHER) continue
          add(tally, dimension, String(key), bandOf(actionOfKind(kind)), sign * count)
        }
      }),
    ),
  )
  return { breakdowns: shown(tally), breakdowns_of: null }
}

/** Counters know one property at a time, so the newest sessions of the filter stand for the rest. */
async function sampledBreakdowns(facts: FactStore, workspace: string, filter: FactFilter) {
  const query = {
    workspace,
    filter,
    order: 'newest',
    scored: true,
    scanLimit: SAMPLE,
    limit: SAMPLE,
  } as const
  const { rows, isCut } = await facts.terms(isSelective(query) ? { ...query, scanLimit: STEP } : query)
  const tally = noTally()
  for (const { action, terms } of rows) {
    for (const term of terms) {
      const space = term.indexOf(' ')
      const dimension = term.slice(0, space) as BreakdownName
      if (BREAKDOWNS.includes(dimension)) add(tally, dimension, term.slice(space + 1), bandOf(action), 1)
    }
  }
  return { breakdowns: shown(tally), breakdowns_of: isCut ? rows.length : null }
}

function add(
  tally: Tally,
  dimension: BreakdownName,
  value: string,
  band: keyof BandCounts,
  count: number,
): void {
  const counts = tally[dimension].get(value) ?? noCounts()
  counts[band] += count
  tally[dimension].set(value, counts)
}

function shown(tally: Tally): Overview['breakdowns'] {
  const entries = BREAKDOWNS.map((name): [BreakdownName, Breakdown] => {
    const rows = [...tally[name]].map(([value, counts]) => ({
      value: name === 'check' ? (CHECK_NAMES.get(value) ?? value) : value,
      counts,
    }))
    // Subtracted hours may leave nothing of a value.
    const found = rows.filter(({ counts }) => sumOf(counts) > 0)
    found.sort((a, b) => sumOf(b.counts) - sumOf(a.counts) || (a.value < b.value ? -1 : 1))
    return [name, { rows: found.slice(0, TOP), values: found.length }]
  })
  return Object.fromEntries(entries) as Overview['breakdowns']
}

export async function overviewStatus(
  store: Pick<Store, 'facts' | 'surveys' | 'webhooks'>,
  workspace: string,
  now: number,
): Promise<OverviewStatus> {
  const { facts, surveys, webhooks } = store
  const [counted, newest, recent, hooks] = await Promise.all([
    facts.counted({ workspace, dimension: 'all', span: 168, from: 0, to: now + WEEK_MS, by: 'value' }),
    facts.list({ workspace, filter: {}, order: 'newest', scanLimit: NEWEST, limit: NEWEST }),
    surveys.surveys(workspace, SURVEYS),
    webhooks.list(workspace),
  ])
  const sum = (rows: typeof counted) => rows.reduce((total, { count }) => total + count, 0)
  const failing = await Promise.all(
    hooks.map(async ({ id, name, url, enabled, disabledReason }) => {
      if (!enabled) return disabledReason === null ? [] : [{ id, name: name || new URL(url).host }]
      const [last] = await webhooks.deliveries(workspace, id, 1)
      const isFailing = last !== undefined && last.state !== 'delivered' && last.tries.length > 0
      return isFailing ? [{ id, name: name || new URL(url).host }] : []
    }),
  )
  return {
    to_review: sum(
      counted.filter(({ kind }) => labelOfKind(kind) === null && bandOf(actionOfKind(kind)) === 'review'),
    ),
    sessions: sum(counted),
    last_batch_at: newest.rows.reduce<number | null>(
      (latest, { lastAt }) => Math.max(latest ?? lastAt, lastAt),
      null,
    ),
    surveys: recent.map(surveyItem),
    webhooks: { enabled: hooks.filter(({ enabled }) => enabled).length, failing: failing.flat() },
  }
}
