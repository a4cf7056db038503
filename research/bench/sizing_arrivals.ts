/** Simulates a week of independent visitors by minute and site, to find the peak load. */

/** Share of a day's visits in each hour from midnight. An assumption, not a measurement. */
const HOURS = [
  1.6, 1.1, 0.8, 0.7, 0.8, 1.3, 2.2, 3.4, 4.6, 5.3, 5.6, 5.7, 5.7, 5.6, 5.6, 5.5, 5.4, 5.5, 5.7, 6.0, 6.2,
  5.8, 4.2, 2.7,
]
/** Share of each weekday, from Monday. */
const WEEKDAYS = [1.06, 1.08, 1.07, 1.05, 1.0, 0.85, 0.89]

const MINUTES_A_WEEK = 7 * 1_440

export interface Week {
  /** Sessions that begin in a minute: mean, maximum and 99th percentile. */
  readonly mean: number
  readonly most: number
  readonly p99: number
  /** The busiest minute of the largest site. */
  readonly largestSite: number
  /** Sites that exceed the default limit of 600 new sessions per minute at least once in the week. */
  readonly sitesOverDefault: number
}

const DEFAULT_PER_SITE = 600

/** `shares`: share of each site. */
export function aWeek(sessionsADay: number, shares: readonly number[], random: () => number): Week {
  const hours = HOURS.reduce((sum, share) => sum + share, 0)
  const days = WEEKDAYS.reduce((sum, share) => sum + share, 0) / 7
  const expected = (minute: number) =>
    (sessionsADay * ((HOURS[Math.floor((minute % 1_440) / 60)] as number) / hours / 60) * dayShare(minute)) /
    days
  const totals: number[] = []
  const busiest = shares.map(() => 0)
  for (let minute = 0; minute < MINUTES_A_WEEK; minute++) {
    const rate = expected(minute)
    let total = 0
    for (let site = 0; site < shares.length; site++) {
      const came = poisson(rate * (shares[site] as number), random)
      total += came
      if (came > (busiest[site] as number)) busiest[site] = came
    }
    totals.push(total)
  }
  totals.sort((a, b) => a - b)
  return {
    mean: sessionsADay / 1_440,
    most: totals.at(-1) as number,
    p99: totals[Math.floor(totals.length * 0.99)] as number,
    largestSite: Math.max(...busiest),
    sitesOverDefault: busiest.filter((came) => came > DEFAULT_PER_SITE).length,
  }
}

const dayShare = (minute: number): number => WEEKDAYS[Math.floor(minute / 1_440)] as number

/** Exact for small rates; a normal approximation for large ones. */
function poisson(rate: number, random: () => number): number {
  if (rate > 30) {
    const bell = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    return Math.max(0, Math.round(rate + Math.sqrt(rate) * bell))
  }
  const end = Math.exp(-rate)
  let count = 0
  for (let product = random(); product > end; product *= random()) count++
  return count
}
