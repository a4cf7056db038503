/** Marks of a time axis: at most eight, at round local times. */
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MOST = 8

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric' })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const month = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric' })

export interface Tick {
  readonly bar: number
  readonly name: string
}

/** `starts`: of the bars, in ascending order. */
export function ticksOf(starts: readonly number[], barMs: number): Tick[] {
  const span = starts.length * barMs
  const inDay = span <= 2 * DAY_MS
  const format = inDay ? clock : span <= 10 * DAY_MS ? weekday : span <= 400 * DAY_MS ? day : month
  const named = starts.map((at, bar) => ({ bar, name: format.format(at) }))
  // The first bar of each day, month or clock time.
  const first = inDay ? named : named.filter(({ name }, i) => name !== named[i - 1]?.name)
  // The first day may be shorter than the others, without room for its name.
  const [a, b, c] = first
  if (a && b && c && b.bar - a.bar < (c.bar - b.bar) / 2) first.shift()
  const step = Math.ceil(first.length / MOST)
  return first.filter((_, i) => i % step === 0)
}
