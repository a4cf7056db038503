/**
 * Visitors choose paths and tags, so the number of their different values has no limit. A period counts at most
 * `MAX_VALUES` of them by name and the rest together under `OTHER`. Values are admitted as in "sample and hold": the fuller
 * a period is, the more often a new value has to occur before it gets a counter. Frequent values therefore keep theirs, however
 * many rare ones arrive.
 */
import type { CountChange, Dimension } from './terms.ts'

const CAPPED: ReadonlySet<Dimension> = new Set<Dimension>(['page', 'tag'])
export const isCapped = (dimension: Dimension): boolean => CAPPED.has(dimension)

/** Names of values contain no line breaks. */
export const OTHER = '\n'

export const MAX_VALUES = 256
/** Every new value gets a counter while there are fewer. */
const FREE_VALUES = 128
/** The odds of a new value fall to a quarter with each step. */
const VALUES_PER_STEP = 16

/** Whether a value without a counter gets one. `random`: from 0 to 1. */
export function admits(values: number, random: number): boolean {
  if (values < FREE_VALUES) return true
  if (values >= MAX_VALUES) return false
  return random < 4 ** -Math.floor((values - FREE_VALUES) / VALUES_PER_STEP + 1)
}

/** The counters of one dimension in one period. */
export type CounterGroup = Pick<CountChange, 'span' | 'dimension' | 'at'>

export interface HeldCounter {
  readonly value: string
  readonly kind: number
  readonly count: number
}

export interface HeldCounters {
  /** Number of different values, up to `MAX_VALUES`. */
  readonly values: number
  /** Counters of the changed values. */
  readonly counters: readonly HeldCounter[]
}

export interface CappedGroup extends CounterGroup {
  readonly changes: readonly CountChange[]
}

/** The groups among the changes that need a lookup. */
export function cappedGroups(changes: readonly CountChange[]): CappedGroup[] {
  const capped = changes.filter(({ dimension }) => isCapped(dimension))
  const groups = Map.groupBy(capped, ({ span, dimension, at }) => `${span} ${dimension} ${at}`)
  return [...groups.values()].map((ofGroup) => {
    const [{ span, dimension, at }] = ofGroup as [CountChange]
    return { span, dimension, at, changes: ofGroup }
  })
}

/** Changes of one group, with values that have no counter and get none as `OTHER`. */
export function capChanges(
  { changes, span, dimension, at }: CappedGroup,
  { values, counters }: HeldCounters,
  random: () => number = Math.random,
): CountChange[] {
  const held = new Set(counters.map(({ value }) => value))
  const counts = new Map(counters.map(({ value, kind, count }) => [`${kind} ${value}`, count]))
  let known = values
  const sums = new Map<string, CountChange>()
  const add = (value: string, kind: number, change: number) => {
    const key = `${kind} ${value}`
    const before = sums.get(key)?.change ?? 0
    sums.set(key, { span, dimension, at, value, kind, change: before + change })
  }
  // A value whose action changes keeps its counter: rising counters come first.
  for (const { value, kind, change } of changes.filter((one) => one.change > 0)) {
    if (!held.has(value) && admits(known, random())) {
      held.add(value)
      known++
    }
    add(held.has(value) ? value : OTHER, kind, change)
  }
  for (const { value, kind, change } of changes.filter((one) => one.change < 0)) {
    const ofValue = Math.min(-change, counts.get(`${kind} ${value}`) ?? 0)
    if (ofValue > 0) add(value, kind, -ofValue)
    if (ofValue < -change) add(OTHER, kind, change + ofValue)
  }
  return [...sums.values()].filter(({ change }) => change !== 0)
}

/** Counters from scratch: those of the most frequent values, and the rest together. */
export function capCounts(counts: readonly CountChange[]): CountChange[] {
  const uncapped = counts.filter(({ dimension }) => !isCapped(dimension))
  return [...uncapped, ...cappedGroups(counts).flatMap(mostFrequent)]
}

function mostFrequent({ changes }: CappedGroup): CountChange[] {
  const byValue = [...Map.groupBy(changes, ({ value }) => value)].filter(([value]) => value !== OTHER)
  const sumOf = (ofValue: readonly CountChange[]) => ofValue.reduce((sum, { change }) => sum + change, 0)
  byValue.sort(([, a], [, b]) => sumOf(b) - sumOf(a))
  const kept = new Set(byValue.slice(0, MAX_VALUES - 1).map(([value]) => value))
  const rest = changes.filter(({ value }) => !kept.has(value))
  const others = [...Map.groupBy(rest, ({ kind }) => kind).values()].map((ofKind) => ({
    ...(ofKind[0] as CountChange),
    value: OTHER,
    change: sumOf(ofKind),
  }))
  return [...changes.filter(({ value }) => kept.has(value)), ...others]
}
