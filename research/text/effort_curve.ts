/** Fits a monotone, piecewise linear curve from information to rating by least squares, lightly smoothed. */
import { curveAt } from '../../src/models/text/effort.ts'

const KNOTS = [0, 1, 2, 3, 4.5, 6, 8, 11, 14, 18, 23, 30, 38, 50, 70]
const STEPS = 4_000
const RATE = 0.01
const SMOOTHING = 0.8

export type Rated = readonly [information: number, rating: number]

export function fitCurve(rated: readonly Rated[]): [number, number][] {
  const curve = KNOTS.map((knot, at): [number, number] => [knot, 2 + at * 0.55])
  for (let step = 0; step < STEPS; step++) {
    const slope = new Float64Array(KNOTS.length)
    for (const [information, rating] of rated) {
      const error = rating - curveAt(information, curve)
      for (const [at, share] of sharesAt(information)) slope[at] = (slope[at] as number) + share * error
    }
    for (let at = 1; at + 1 < KNOTS.length; at++) {
      const [before, here, after] = curve.slice(at - 1, at + 2).map((knot) => knot[1] as number) as [
        number,
        number,
        number,
      ]
      const bend = before + after - 2 * here
      slope[at] = (slope[at] as number) + SMOOTHING * bend
    }
    for (const [at, knot] of curve.entries()) {
      knot[1] += RATE * (slope[at] as number)
      if (at > 0) knot[1] = Math.max(knot[1], (curve[at - 1] as [number, number])[1])
    }
  }
  return curve.map(([knot, rating]) => [knot, Number(rating.toFixed(3))])
}

/** The knots around a point, with their weights. */
function sharesAt(information: number): [number, number][] {
  const next = KNOTS.findIndex((knot) => information < knot)
  if (next === -1) return [[KNOTS.length - 1, 1]]
  const [from, to] = [KNOTS[next - 1] as number, KNOTS[next] as number]
  const share = (information - from) / (to - from)
  return [
    [next - 1, 1 - share],
    [next, share],
  ]
}
