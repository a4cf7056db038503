/** How well a score separates two groups, independent of a threshold. */

/** The score that only this share of a group exceeds. */
export function exceededBy(share: number, scores: readonly number[]): number {
  if (scores.length === 0) return Number.POSITIVE_INFINITY
  const sorted = [...scores].sort((a, b) => b - a)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] as number
}

/** Share of the other group above the score that a share `alarms` of the real group exceeds. */
export function recallAt(alarms: number, honest: readonly number[], others: readonly number[]): number {
  const limit = exceededBy(alarms, honest)
  return others.length === 0 ? 0 : others.filter((score) => score > limit).length / others.length
}

/** Area under the ROC curve: 0.5 means no separation. */
export function auroc(honest: readonly number[], others: readonly number[]): number {
  if (honest.length === 0 || others.length === 0) return Number.NaN
  const ranked = rank([...honest, ...others])
  const sum = ranked.slice(honest.length).reduce((total, place) => total + place, 0)
  return (sum - (others.length * (others.length + 1)) / 2) / (honest.length * others.length)
}

export function rankCorrelation(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [rank(a), rank(b)]
  const middle = (a.length + 1) / 2
  let both = 0
  let left = 0
  let right = 0
  for (const [at, place] of x.entries()) {
    const [dx, dy] = [place - middle, (y[at] as number) - middle]
    both += dx * dy
    left += dx * dx
    right += dy * dy
  }
  return both / Math.sqrt(left * right)
}

/** Ranks from 1; equal values get their mean rank. */
export function rank(values: readonly number[]): number[] {
  const order = values.map((_, at) => at).sort((i, j) => (values[i] as number) - (values[j] as number))
  const places = new Array<number>(values.length)
  for (let from = 0; from < order.length; ) {
    let to = from
    while (to + 1 < order.length && values[order[to + 1] as number] === values[order[from] as number]) to++
    for (let at = from; at <= to; at++) places[order[at] as number] = (from + to) / 2 + 1
    from = to + 1
  }
  return places
}
