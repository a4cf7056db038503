/** How a mouse stroke is steered: turns, speed in curves, corrections, aim. */
import { TICKS_PER_MS } from '../../contract/batch/rows.ts'
import { correlation, deviation, mean } from '../statistics.ts'
import { type Point, type Step, stepsOf } from './stroke_steps.ts'

/** Recorders sample at 30 to 1000 Hz. These measures depend on the rate, so the stroke is resampled to one of 50 Hz. */
const GRID_TICKS = 20 * TICKS_PER_MS
/** Rounding to pixels turns the direction of shorter steps. */
const MIN_STEP_PX = 2
const MIN_TURNS = 5
const AIM_SHARE = 0.3
/** Smaller turns and distances are errors of arithmetic. */
const STRAIGHT = 1e-9

/** The measures from `turnCorrelation` on. */
export function evenlyTimed(points: readonly Point[], first: Point, last: Point, chord: number): number[] {
  const even = resample(points)
  const steps = stepsOf(even)
  const path = steps.reduce((sum, { length }) => sum + length, 0)
  if (path === 0) return [0, 0, 0, 0, Math.log(0.02), 0]
  const [ux, uy] = [(last.x - first.x) / chord, (last.y - first.y) / chord]
  const turns = steps.slice(1).map((step, i) => turnOf(steps[i] as Step, step))
  const backwards = steps.filter(({ dx, dy }) => dx * ux + dy * uy < 0)
  return [
    turnEchoOf(turns),
    powerLawOf(steps, turns),
    correctionsOf(steps.map(({ length }) => length)),
    bowPlaceOf(even, steps, first, { ux, uy }) / path,
    Math.log(0.02 + Math.abs(aimOf(even, steps, AIM_SHARE * path, { ux, uy }))),
    backwards.reduce((sum, { length }) => sum + length, 0) / path,
  ]
}

/** By linear interpolation, at multiples of the grid after the first point. */
function resample(points: readonly Point[]): Point[] {
  const even: Point[] = []
  const end = (points.at(-1) as Point).t
  let at = 0
  for (let t = (points[0] as Point).t; t <= end; t += GRID_TICKS) {
    while (at < points.length - 2 && (points[at + 1] as Point).t < t) at++
    const from = points[at] as Point
    const to = points[at + 1] as Point
    const share = (t - from.t) / (to.t - from.t)
    even.push({ t, x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share })
  }
  return even
}

/** Radians, undefined for steps too short to have a direction. */
function turnOf(a: Step, b: Step): number | undefined {
  if (a.length < MIN_STEP_PX || b.length < MIN_STEP_PX) return undefined
  return Math.atan2(a.dx * b.dy - a.dy * b.dx, a.dx * b.dx + a.dy * b.dy)
}

/** Correlation of successive turns: people keep turning the same way, added noise turns back. */
function turnEchoOf(turns: readonly (number | undefined)[]): number {
  let both = 0
  let squares = 0
  for (let i = 1; i < turns.length; i++) {
    const [a, b] = [turns[i - 1], turns[i]]
    if (a === undefined || b === undefined) continue
    both += a * b
    squares += (a * a + b * b) / 2
  }
  return squares < STRAIGHT ? 0 : both / squares
}

/** Correlation of speed and curvature: people slow down in curves (two-thirds power law). */
function powerLawOf(steps: readonly Step[], turns: readonly (number | undefined)[]): number {
  const [speeds, curvatures]: [number[], number[]] = [[], []]
  for (const [i, turn] of turns.entries()) {
    if (turn === undefined) continue
    const speed = ((steps[i] as Step).length + (steps[i + 1] as Step).length) / 2
    speeds.push(Math.log(speed))
    curvatures.push(Math.log(0.002 + Math.abs(turn) / speed))
  }
  const isCurved = speeds.length >= MIN_TURNS && deviation(curvatures) > STRAIGHT
  return isCurved ? correlation(speeds, curvatures) : 0
}

/** How often the speed rises again after its peak, by 30%: submovements towards the target. */
function correctionsOf(speeds: readonly number[]): number {
  const smooth = speeds.map((speed, i) => mean([speeds[i - 1] ?? speed, speed, speeds[i + 1] ?? speed]))
  const fastest = Math.max(...smooth)
  let lowest = fastest
  let corrections = 0
  for (const speed of smooth.slice(smooth.indexOf(fastest) + 1)) {
    if (speed < lowest) lowest = speed
    else if (speed > 1.3 * lowest && speed > 0.03 * fastest) {
      corrections++
      lowest = speed
    }
  }
  return corrections
}

interface Direction {
  readonly ux: number
  readonly uy: number
}

/** The length of the path until the point farthest from the straight line. */
function bowPlaceOf(
  points: readonly Point[],
  steps: readonly Step[],
  first: Point,
  { ux, uy }: Direction,
): number {
  let [farthest, place, done] = [0, 0, 0]
  for (const [i, { x, y }] of points.entries()) {
    if (i > 0) done += (steps[i - 1] as Step).length
    const off = Math.abs((y - first.y) * ux - (x - first.x) * uy)
    if (off <= farthest + STRAIGHT) continue
    farthest = off
    place = done
  }
  return place
}

/** The angle between the first part of the path and the straight line. */
function aimOf(
  points: readonly Point[],
  steps: readonly Step[],
  partPx: number,
  { ux, uy }: Direction,
): number {
  let done = 0
  let until = 0
  while (until < steps.length && done < partPx) done += (steps[until++] as Step).length
  const from = points[0] as Point
  const to = points[until] as Point
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  return Math.atan2(dy * ux - dx * uy, dx * ux + dy * uy)
}
