/** The first page of the dashboard: sessions of a period by time and by property, and the state of the workspace. */
import { CHECK_BITS } from '../../contract/checks.ts'
import { BREAKDOWNS, type BreakdownName } from '../../contract/dashboard/breakdowns.ts'
import type { Breakdown, Overview, OverviewQuery, OverviewStatus } from '../../contract/dashboard/overview.ts'
import type { BandCounts } from '../../contract/dashboard/sessions.ts'
import { isSelective } from '../../store/fact_query.ts'
import type { FactFilter, FactStore } from '../../store/facts.ts'
import type { Store } from '../../store/store.ts'
import { actionOfKind, DAY_MS, labelOfKind, termsOf } from '../../store/terms.ts'
import { bandOf, noCounts } from '../manage/action_bands.ts'
import { type Period, partsOf, periodOf, selectionOf, trendOf } from '../manage/session_counts.ts'
import { filterOf, STEP } from '../manage/session_list.ts'
import { surveyItem } from '../manage/survey_summary.ts'

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
  query: OverviewQuery,
  now: number,
): Promise<Overview> {
  const filter = filterOf(query)
  const period = await periodOf(facts, workspace, filter, now)
  const length = period.to - period.from
  const [trend, previous, labeled, breakdowns] = await Promise.all([
    trendOf(facts, workspace, filter, period),
    filter.from === undefined
      ? null
      : trendOf(facts, workspace, filter, { from: Math.max(0, period.from - length), to: period.from }),
    labeledIn(facts, workspace, filter, period),
    breakdownsOf(facts, workspace, filter, period),
  ])
  return { trend, previous: previous?.totals ?? null, labeled, ...breakdowns }
}

async function labeledIn(
  facts: FactStore,
  workspace: string,
  filter: FactFilter,
  period: Period,
): Promise<number> {
  const selection = selectionOf(filter)
  if (selection === null) return 0
  const { dimension, values, includes } = selection
  const parts = partsOf(period, true).counted.map((part) =>
    facts.counted({ workspace, dimension, ...(values && { values }), ...part, by: 'at' }),
  )
  return (await Promise.all(parts))
    .flat()
    .filter(({ kind }) => labelOfKind(kind) !== null && includes(kind))
    .reduce((sum, { count }) => sum + count, 0)
}

async function breakdownsOf(facts: FactStore, workspace: string, filter: FactFilter, period: Period) {
  const selection = selectionOf(filter)
  const { counted, scanned } = partsOf(period, true)
  if (selection?.dimension !== 'all' || scanned.length > 0) {
    return sampledBreakdowns(facts, workspace, { ...filter, ...period })
  }
  const tally = noTally()
  await Promise.all(
    BREAKDOWNS.flatMap((dimension) =>
      counted.map(async (part) => {
        for (const { key, kind, count } of await facts.counted({
          workspace,
          dimension,
          ...part,
          by: 'value',
        })) {
          if (selection.includes(kind)) add(tally, dimension, String(key), bandOf(actionOfKind(kind)), count)
        }
      }),
    ),
  )
  return { breakdowns: shown(tally), breakdowns_of: null }
}

/** Counters know one property at a time, so the newest sessions of the filter stand for the rest. */
async function sampledBreakdowns(facts: FactStore, workspace: string, filter: FactFilter) {
  const query = { workspace, filter, order: 'newest', scanLimit: SAMPLE, limit: SAMPLE } as const
  const { rows, end } = await facts.list(isSelective(query) ? { ...query, scanLimit: STEP } : query)
  const tally = noTally()
  for (const { facts: found, tags } of rows) {
    if (found === null) continue
    for (const term of termsOf(found, found.score, tags)) {
      const space = term.indexOf(' ')
      const dimension = term.slice(0, space) as BreakdownName
      if (BREAKDOWNS.includes(dimension))
        add(tally, dimension, term.slice(space + 1), bandOf(found.action), 1)
    }
  }
  return { breakdowns: shown(tally), breakdowns_of: end === null ? null : rows.length }
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

const sumOf = (counts: BandCounts): number => Object.values(counts).reduce((sum, count) => sum + count, 0)

function shown(tally: Tally): Overview['breakdowns'] {
  const entries = BREAKDOWNS.map((name): [BreakdownName, Breakdown] => {
    const rows = [...tally[name]].map(([value, counts]) => ({
      value: name === 'check' ? (CHECK_NAMES.get(value) ?? value) : value,
      counts,
    }))
    rows.sort((a, b) => sumOf(b.counts) - sumOf(a.counts) || (a.value < b.value ? -1 : 1))
    return [name, { rows: rows.slice(0, TOP), values: rows.length }]
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
    facts.counted({ workspace, dimension: 'all', span: 24, from: 0, to: now + DAY_MS, by: 'value' }),
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
