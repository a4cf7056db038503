/**
 * Mouse strokes that follow a smooth curve to within the rounding of pixels, as programs draw them to imitate people.
 * The median stroke of people deviates from its curve by 5 pixels.
 */
import type { Fold } from '../session/fold.ts'
import { mean } from '../statistics.ts'
import { createStrokeCutter, farthestFromLine, measureStroke, type Point } from './strokes.ts'

export interface FormulaFeatures {
  /** Strokes that are long enough to measure. */
  readonly strokes: number
  /** The smallest geometric mean of the distance from a curve, of three and of four of them in a row, in pixels. */
  readonly closest3Px: number
  readonly closest4Px: number
  /** Most strokes in a row that follow their chord to the pixel. */
  readonly longestStraightRun: number
}

/** Shorter strokes are always straight. */
const MIN_STRAIGHT_PX = 60
/** Rounding to pixels moves a point of a straight line by up to 0.7 px. */
const STRAIGHT_WITHIN_PX = 1
/** Of 312 simulated people, none draws four in a row. */
export const STRAIGHT_RUN = 4

/** Shorter strokes are always smooth. */
const MIN_CHORD_PX = 200
const MIN_POINTS = 10
/** A polynomial of this degree fits most cubic Bezier curves between two points. */
const DEGREE = 5
/** Rounding to whole pixels alone causes 0.3 px; smaller values add no information. */
const LEAST_PX = 0.2

/** The closest of 289 people's 18,500 long strokes to their curves: 0.40 px for three in a row, 0.44 px for four. */
export const FORMULA_3_PX = 0.34
export const FORMULA_4_PX = 0.42

/** A program that imitates people draws every stroke along a curve. */
export const isByFormula = ({ closest3Px, closest4Px, longestStraightRun }: FormulaFeatures): boolean =>
  closest3Px < FORMULA_3_PX || closest4Px < FORMULA_4_PX || longestStraightRun >= STRAIGHT_RUN

export function foldFormulaStrokes(): Fold<FormulaFeatures> {
  const logs: number[] = []
  let strokes = 0
  let closest3Px = Number.POSITIVE_INFINITY
  let closest4Px = Number.POSITIVE_INFINITY
  const lastMean = (count: number): number =>
    logs.length < count ? Number.POSITIVE_INFINITY : Math.exp(mean(logs.slice(-count)))
  let straightRun = 0
  let longestStraightRun = 0
  const cutter = createStrokeCutter((points) => {
    if (isLongEnough(points, MIN_STRAIGHT_PX)) {
      straightRun = isStraight(points) ? straightRun + 1 : 0
      longestStraightRun = Math.max(longestStraightRun, straightRun)
    }
    if (!isTelling(points)) return
    strokes++
    logs.push(Math.log(Math.max(LEAST_PX, distanceFromCurve(points))))
    if (logs.length > 4) logs.shift()
    closest3Px = Math.min(closest3Px, lastMean(3))
    closest4Px = Math.min(closest4Px, lastMean(4))
  })
  return { step: cutter.step, done: () => ({ strokes, closest3Px, closest4Px, longestStraightRun }) }
}

const isTelling = (points: readonly Point[]): boolean =>
  points.length >= MIN_POINTS && isLongEnough(points, MIN_CHORD_PX)

function isLongEnough(points: readonly Point[], leastPx: number): boolean {
  return chordOf(points) >= leastPx && !isByKeypad(points) && measureStroke(points) !== undefined
}

function chordOf(points: readonly Point[]): number {
  const first = points[0] as Point
  const last = points.at(-1) as Point
  return Math.hypot(last.x - first.x, last.y - first.y)
}

function isStraight(points: readonly Point[]): boolean {
  const first = points[0] as Point
  const last = points.at(-1) as Point
  return farthestFromLine(points, first, last, chordOf(points)) <= STRAIGHT_WITHIN_PX
}

/** Mouse keys move the pointer up, down, sideways or diagonally only. */
const isByKeypad = (points: readonly Point[]): boolean =>
  points.every((point, i) => {
    const before = points[i - 1] ?? point
    const [dx, dy] = [Math.abs(point.x - before.x), Math.abs(point.y - before.y)]
    return dx === 0 || dy === 0 || dx === dy
  })

/** Root mean square distance from the best fitting polynomial, in pixels. */
export function distanceFromCurve(points: readonly Point[]): number {
  const first = points[0] as Point
  const last = points.at(-1) as Point
  const [dx, dy] = [last.x - first.x, last.y - first.y]
  const chord = Math.hypot(dx, dy)
  const along = points.map(({ x, y }) => (2 * ((x - first.x) * dx + (y - first.y) * dy)) / chord ** 2 - 1)
  const across = points.map(({ x, y }) => ((y - first.y) * dx - (x - first.x) * dy) / chord)
  const curve = fitPolynomial(along, across)
  let squares = 0
  for (const [index, u] of along.entries()) {
    squares += (valueAt(curve, u) - (across[index] as number)) ** 2
  }
  return Math.sqrt(squares / Math.max(1, points.length - DEGREE - 1))
}

const valueAt = (curve: readonly number[], u: number): number =>
  curve.reduceRight((sum, coefficient) => sum * u + coefficient, 0)

/** Least squares by the normal equations, which are well conditioned because the abscissa is about -1..1. */
function fitPolynomial(us: readonly number[], vs: readonly number[]): number[] {
  const size = DEGREE + 1
  const rows = Array.from({ length: size }, () => new Array<number>(size + 1).fill(0))
  for (const [index, u] of us.entries()) {
    const powers = Array.from({ length: size }, (_, power) => u ** power)
    for (const [i, row] of rows.entries()) {
      for (let j = 0; j < size; j++)
        row[j] = (row[j] as number) + (powers[i] as number) * (powers[j] as number)
      row[size] = (row[size] as number) + (powers[i] as number) * (vs[index] as number)
    }
  }
  return solve(rows)
}

/** Gauss-Jordan elimination with partial pivoting. A column without a pivot gives the coefficient 0. */
function solve(rows: number[][]): number[] {
  const size = rows.length
  for (let i = 0; i < size; i++) {
    let best = i
    for (let k = i + 1; k < size; k++) {
      if (Math.abs(rows[k]?.[i] as number) > Math.abs(rows[best]?.[i] as number)) best = k
    }
    ;[rows[i], rows[best]] = [rows[best] as number[], rows[i] as number[]]
    const pivot = rows[i] as number[]
    if (Math.abs(pivot[i] as number) < NOTHING) continue
    for (const row of rows) {
      if (row === pivot) continue
      const factor = (row[i] as number) / (pivot[i] as number)
      for (let j = i; j <= size; j++) row[j] = (row[j] as number) - factor * (pivot[j] as number)
    }
  }
  return rows.map((row, i) => {
    const pivot = row[i] as number
    return Math.abs(pivot) < NOTHING ? 0 : (row[size] as number) / pivot
  })
}

const NOTHING = 1e-9
