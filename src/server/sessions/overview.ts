/** The first page of the dashboard: sessions of a period by time and by property, and the state of the workspace. */
import { bandOf, noCounts, sumOf } from '../../contract/action_bands.ts'
import { CHECK_BITS, type RecommendedAction } from '../../contract/checks.ts'
import { BREAKDOWNS, type BreakdownName } from '../../contract/dashboard/breakdowns.ts'
import type { Breakdown, Overview, OverviewStatus } from '../../contract/dashboard/overview.ts'
import type { BandCounts, SessionFilters } from '../../contract/dashboard/sessions.ts'
import { effectiveAction } from '../../risk/override.ts'
import type { FactFilter, FactStore } from '../../store/facts.ts'
import type { Store } from '../../store/store.ts'
import type { Period } from '../../store/terms.ts'
import { counterCounts, DAY_MS, splitTerm, termsOf } from '../../store/terms.ts'
import { shownUnconfirmed } from '../collect/challenge/unconfirmed_classes.ts'
import { surveyItem } from '../survey/review/survey_summary.ts'
import { partsOf, periodOf, selectionOf, trendOf } from './session_counts.ts'
import { filterOf } from './session_filters.ts'
import { fullPage } from './session_list.ts'

/** Values shown of each property. */
const TOP = 10
/** Sessions that breakdowns cover when a property is filtered, or when the period is not made of whole hours. */
const NEWEST_COUNTED = 1_000
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
  const [trend, breakdowns] = await Promise.all([
    trendOf(facts, workspace, filter, period, now),
    breakdownsOf(facts, workspace, filter, period),
  ])
  const isCompared = filter.from !== undefined && trend.complete
  const previous = isCompared ? await trendOf(facts, workspace, filter, before, now) : null
  return { trend, previous: previous?.complete ? previous : null, ...breakdowns }
}

async function breakdownsOf(facts: FactStore, workspace: string, filter: FactFilter, period: Period) {
  const selection = selectionOf(filter)
  const { hours, rest } = partsOf(period)
  if (selection?.dimension !== 'all' || rest.length > 0) {
    return newestBreakdowns(facts, workspace, { ...filter, ...period })
  }
  const tally = noTally()
  for (const counter of await facts.counted({ workspace, dimensions: BREAKDOWNS, ...hours, by: 'value' }))
    add(tally, counter.dimension as BreakdownName, String(counter.key), selection.selected(counter))
  return { breakdowns: shown(tally), breakdowns_of: null }
}

/** Counters know one property at a time, so the newest sessions of the filter are counted one by one. */
async function newestBreakdowns(facts: FactStore, workspace: string, filter: FactFilter) {
  const query = { workspace, filter, order: 'newest', scored: true, limit: NEWEST_COUNTED } as const
  const { rows, end } = await fullPage(facts, query)
  const tally = noTally()
  for (const { facts: found, tags, label } of rows) {
    if (found === null) continue
    const band = bandOf(effectiveAction(found.action as RecommendedAction, label?.label ?? null))
    for (const [dimension, value] of termsOf(found, found.score, tags).map(splitTerm)) {
      if (isBreakdown(dimension)) add(tally, dimension, value, { [band]: 1 })
    }
  }
  return { breakdowns: shown(tally), breakdowns_of: end === null ? null : rows.length }
}

const isBreakdown = (dimension: string): dimension is BreakdownName =>
  (BREAKDOWNS as readonly string[]).includes(dimension)

function add(tally: Tally, dimension: BreakdownName, value: string, given: Partial<BandCounts>): void {
  const counts = tally[dimension].get(value) ?? noCounts()
  for (const [band, count] of Object.entries(given)) counts[band as keyof BandCounts] += count
  tally[dimension].set(value, counts)
}

function shown(tally: Tally): Overview['breakdowns'] {
  const entries = BREAKDOWNS.map((name): [BreakdownName, Breakdown] => {
    const rows = [...tally[name]].map(([value, counts]) => ({
      value: name === 'check' ? (CHECK_NAMES.get(value) ?? value) : value,
      counts,
    }))
    // A filter by action or label may leave nothing of a value.
    const found = rows.filter(({ counts }) => sumOf(counts) > 0)
    found.sort((a, b) => sumOf(b.counts) - sumOf(a.counts) || (a.value < b.value ? -1 : 1))
    return [name, { rows: found.slice(0, TOP), values: found.length }]
  })
  return Object.fromEntries(entries) as Overview['breakdowns']
}

export async function overviewStatus(
  store: Pick<Store, 'challenges' | 'facts' | 'surveys' | 'webhooks'>,
  workspace: string,
  now: number,
): Promise<OverviewStatus> {
  const { challenges, facts, surveys, webhooks } = store
  const [counted, newest, recent, hooks, unconfirmed] = await Promise.all([
    facts.counted({ workspace, dimensions: ['all'], from: 0, to: now + DAY_MS, by: 'value' }),
    facts.list({ workspace, filter: {}, order: 'newest', limit: NEWEST }),
    surveys.surveys(workspace, SURVEYS),
    webhooks.list(workspace),
    shownUnconfirmed(challenges, workspace, now),
  ])
  const failing = await Promise.all(
    hooks.map(async ({ id, name, url, enabled, disabledReason }) => {
      if (!enabled) return disabledReason === null ? [] : [{ id, name: name || new URL(url).host }]
      const [last] = await webhooks.deliveries(workspace, id, 1)
      const isFailing = last !== undefined && last.state !== 'delivered' && last.tries.length > 0
      return isFailing ? [{ id, name: name || new URL(url).host }] : []
    }),
  )
  return {
    to_review: counted.find(({ label }) => label === '')?.review ?? 0,
    sessions: counted.reduce((sum, counter) => sum + sumOf(counterCounts(counter)), 0),
    last_batch_at: newest.rows.reduce<number | null>(
      (latest, { lastAt }) => Math.max(latest ?? lastAt, lastAt),
      null,
    ),
    surveys: recent.map(surveyItem),
    webhooks: { enabled: hooks.filter(({ enabled }) => enabled).length, failing: failing.flat() },
    unconfirmed_browsers: unconfirmed,
  }
}
