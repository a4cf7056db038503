/** Which counters answer a filter over a period, and their sums. */
import { isCapped, OTHER } from '../../store/counter_cap.ts'
import type { FactFilter, FactStore, Period } from '../../store/facts.ts'
import {
  actionOfKind,
  type Dimension,
  filterTerms,
  HOUR_MS,
  labelOfKind,
  pageName,
  SCORE_STEP,
  SPANS,
  type Span,
} from '../../store/terms.ts'

/** The counters that a filter selects. */
export interface Selection {
  readonly counters: readonly { readonly dimension: Dimension; readonly values?: readonly string[] }[]
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
  const hasScores = scoreMin !== undefined || scoreMax !== undefined
  if (terms.length + (hasScores ? 1 : 0) > 1) return null
  if (hasScores) return { counters: scoreCounters(scoreMin, scoreMax), includes }
  const [term] = terms
  if (term === undefined) return { counters: [{ dimension: 'all' }], includes }
  const space = term.indexOf(' ')
  const dimension = term.slice(0, space) as Dimension
  return { counters: [{ dimension, values: [term.slice(space + 1)] }], includes }
}

/** Whole steps of a range of scores, and the single points at its ends. */
function scoreCounters(least = 0, most = 100): Selection['counters'] {
  const end = most === 100 ? 100 + SCORE_STEP : most + 1
  const steps = {
    from: Math.ceil(least / SCORE_STEP) * SCORE_STEP,
    to: Math.floor(end / SCORE_STEP) * SCORE_STEP,
  }
  const hasSteps = steps.from < steps.to
  const points = hasSteps ? [...numbers(least, steps.from), ...numbers(steps.to, end)] : numbers(least, end)
  return [
    { dimension: 'score_step' as const, values: hasSteps ? numbers(steps.from, steps.to, SCORE_STEP) : [] },
    { dimension: 'score' as const, values: points },
  ].filter(({ values }) => values.length > 0)
}

const numbers = (from: number, to: number, step = 1): string[] =>
  Array.from({ length: Math.max(0, Math.ceil((to - from) / step)) }, (_, index) =>
    String(from + index * step),
  )

/** Periods whose counters are added (1) or subtracted (-1). */
interface CountedPart extends Period {
  readonly span: Span
  readonly sign: 1 | -1
}

interface Parts {
  readonly counted: readonly CountedPart[]
  /** Parts of an hour, which only a scan can count. */
  readonly scanned: readonly Period[]
}

/**
 * Splits a period into as few counted periods as possible, and parts of an hour. `barMs`: every counted period lies within
 * one bar. Hours after `now` are empty.
 */
export function partsOf({ from, to }: Period, now: number, barMs = Infinity): Parts {
  const hours = { from: Math.ceil(from / HOUR_MS) * HOUR_MS, to: Math.floor(to / HOUR_MS) * HOUR_MS }
  if (hours.from > hours.to) return { counted: [], scanned: [{ from, to }] }
  const spans = SPANS.filter((span) => barMs === Infinity || barMs % (span * HOUR_MS) === 0)
  return {
    counted: countedParts(hours, spans, now).filter(isNotEmpty),
    scanned: [
      { from, to: hours.from },
      { from: hours.to, to },
    ].filter(isNotEmpty),
  }
}

export const isNotEmpty = (period: Period): boolean => period.from < period.to

/**
 * Counts the middle with longer spans, and both ends with the first one. If most of a longer period belongs to the end, it is
 * counted as a whole and the rest of it subtracted.
 */
function countedParts(period: Period, [span = 1, ...longer]: readonly Span[], now: number): CountedPart[] {
  const next = longer[0]
  const whole: CountedPart[] = [{ span, sign: 1, ...period }]
  if (next === undefined) return whole
  const nextMs = next * HOUR_MS
  const from = Math.ceil(period.from / nextMs) * nextMs
  const to = Math.floor(period.to / nextMs) * nextMs
  if (from > to) return whole
  const first = endOf({ from: period.from, to: from }, { from: from - nextMs, to: period.from }, span, now)
  const last = endOf({ from: to, to: period.to }, { from: period.to, to: to + nextMs }, span, now)
  const middle = {
    from: first.sign === -1 ? from - nextMs : from,
    to: last.sign === -1 ? to + nextMs : to,
  }
  return [first, ...countedParts(middle, longer, now), last]
}

function endOf(inside: Period, outside: Period, span: Span, now: number): CountedPart {
  const filled = ({ from, to }: Period) => Math.max(0, Math.min(to, now) - from)
  const isSubtracted = isNotEmpty(inside) && filled(outside) < filled(inside)
  return isSubtracted ? { span, sign: -1, ...outside } : { span, sign: 1, ...inside }
}

/** Whether periods with too many values count some of the sessions under `OTHER`; the value is then rare. */
export async function isUncounted(
  facts: FactStore,
  workspace: string,
  { counters }: Selection,
  parts: readonly CountedPart[],
): Promise<boolean> {
  const found = counters
    .filter(({ dimension }) => isCapped(dimension))
    .flatMap(({ dimension }) =>
      parts.map(({ sign: _, ...part }) =>
        facts.counted({ workspace, dimension, values: [OTHER], ...part, by: 'value' }),
      ),
    )
  return (await Promise.all(found)).some((rows) => rows.length > 0)
}

/** Reads the selected counters of these parts. */
export async function readCounters(
  facts: FactStore,
  workspace: string,
  { counters, includes }: Selection,
  parts: readonly CountedPart[],
  use: (at: number, kind: number, count: number) => void,
): Promise<void> {
  await Promise.all(
    parts.flatMap(({ sign, ...part }) =>
      counters.map(async (one) => {
        for (const { key, kind, count } of await facts.counted({ workspace, ...one, ...part, by: 'at' })) {
          if (includes(kind)) use(Number(key), kind, sign * count)
        }
      }),
    ),
  )
}
