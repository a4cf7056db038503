import { describe, expect, it } from 'vitest'
import {
  admits,
  type CappedGroup,
  capChanges,
  capCounts,
  cappedGroups,
  type HeldCounter,
  MAX_VALUES,
  OTHER,
} from './counter_cap.ts'
import { type CountChange, HOUR_MS } from './terms.ts'

const change = (value: string, by: number, kind = 0): CountChange => ({
  span: 1,
  dimension: 'page',
  at: HOUR_MS,
  value,
  kind,
  change: by,
})
const group = (...changes: CountChange[]): CappedGroup => cappedGroups(changes)[0] as CappedGroup

/** Counters of one hour in memory, by value and kind. */
function hour(random: () => number) {
  const byValue = new Map<string, Map<number, number>>()
  const heldOf = ({ value }: CountChange): HeldCounter[] =>
    [...(byValue.get(value) ?? [])].map(([kind, count]) => ({ value, kind, count }))
  return {
    count: (value: string) => byValue.get(value)?.get(0) ?? 0,
    counters: () =>
      [...byValue].flatMap(([value, kinds]) => [...kinds].map(([kind, count]) => ({ value, kind, count }))),
    apply(...changes: CountChange[]) {
      const held = { values: byValue.size, counters: changes.flatMap(heldOf) }
      for (const { value, kind, change: by } of capChanges(group(...changes), held, random)) {
        const kinds = byValue.get(value) ?? new Map()
        kinds.set(kind, (kinds.get(kind) ?? 0) + by)
        if (kinds.get(kind) === 0) kinds.delete(kind)
        byValue.set(value, kinds)
        if (kinds.size === 0) byValue.delete(value)
      }
    },
  }
}

/** The same sequence in every run. */
function sequence(): () => number {
  let state = 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

describe('capped counters', () => {
  it('cover pages and tags, by period', () => {
    const others: CountChange[] = [
      { ...change('DE', 1), dimension: 'country' },
      { ...change('a', 1), dimension: 'tag' },
      { ...change('/', 1), span: 12 },
    ]
    const found = cappedGroups([change('/', 1), change('/x', 1), ...others])
    expect(found.map(({ span, dimension, changes }) => [span, dimension, changes.length])).toEqual([
      [1, 'page', 2],
      [1, 'tag', 1],
      [12, 'page', 1],
    ])
  })

  it('admit fewer new values the more there are', () => {
    expect(admits(0, 0.99)).toBe(true)
    expect(admits(127, 0.99)).toBe(true)
    expect(admits(128, 0.26)).toBe(false)
    expect(admits(128, 0.24)).toBe(true)
    expect(admits(255, 0.001)).toBe(false)
    expect(admits(256, 0)).toBe(false)
  })

  it('keep frequent values while an attacker sends many rare ones', () => {
    const { counters, count, apply } = hour(sequence())
    for (let number = 0; number < 2_000; number++) {
      const rare = Array.from({ length: 20 }, (_, index) => change(`/${number}/${index}`, 1))
      apply(...rare, change('/frequent', 1))
    }
    expect(counters().length).toBeLessThanOrEqual(MAX_VALUES)
    expect(count('/frequent')).toBe(2_000)
    expect(counters().reduce((sum, counter) => sum + counter.count, 0)).toBe(2_000 * 21)
  })

  it('admit a value that becomes frequent later', () => {
    const { count, apply } = hour(sequence())
    for (let number = 0; number < 10_000; number++) apply(change(`/${number}`, 1))
    expect(count(OTHER)).toBeGreaterThan(9_000)
    for (let number = 0; number < 10_000; number++) apply(change('/frequent', 1))
    expect(count('/frequent')).toBeGreaterThan(5_000)
  })

  it('subtract from where the session was counted, and leave nothing behind', () => {
    const { counters, apply } = hour(sequence())
    const pages = Array.from({ length: 3_000 }, (_, number) => `/${number % 2_000}`)
    for (const page of pages) apply(change(page, 1))
    // A reviewer labels the sessions: each moves to another kind.
    for (const page of pages) apply(change(page, -1), change(page, 1, 1))
    expect(counters().every(({ kind, count }) => kind === 1 && count > 0)).toBe(true)
    for (const page of pages) apply(change(page, -1, 1))
    expect(counters()).toEqual([])
  })

  it('from scratch cover the most frequent values', () => {
    const counts = Array.from({ length: 1_000 }, (_, number) => change(`/${number}`, number + 1))
    const kept = capCounts([...counts, change('/999', 5, 1), change(OTHER, 7)])
    expect(kept).toHaveLength(MAX_VALUES + 1)
    expect(kept.filter(({ value }) => value === '/999').map((one) => one.change)).toEqual([1_000, 5])
    const others = kept.filter(({ value }) => value === OTHER)
    expect(others.map((one) => one.change)).toEqual([(745 * 746) / 2 + 7])
  })
})
