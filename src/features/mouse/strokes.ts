/**
 * Mouse movement in windows of strokes, as numbers that do not depend on the recorder: shares of a stroke's own
 * length and duration. Input of `models/agent_behavior`.
 */
import { type EventOf, POINTER, POINTER_FLAGS, UNTRUSTED } from '../../contract/rows.ts'
import { type Fold, type StreamEvent, TICKS_PER_MS } from '../session/fold.ts'
import { correlation, deviation, mean, median } from '../statistics.ts'
import { pointerKind } from './pointer_kind.ts'

export const STROKE_WINDOW = 24
/** The next window begins so many strokes later. */
export const STROKE_STEP = 8

/** A window contains the mean and the spread of each of these. */
const STROKE_MEASURES = [
  'bend',
  'bow',
  'unevenness',
  'peak',
  'start',
  'end',
  'turnEcho',
  'powerLaw',
  'corrections',
  'bowPlace',
  'aim',
  'backwards',
] as const
export const STROKE_NUMBERS: readonly string[] = STROKE_MEASURES.flatMap((name) => [name, `${name}Spread`])

/** A longer pause ends a stroke. */
const REST_MS = 100
/** Shorter movements are corrections without a shape. */
const MIN_PATH_PX = 80
const MIN_POINTS = 7
/** Circling and scribbling are no movements from one place to another. */
const MIN_CHORD_SHARE = 0.5
/** Remote desktops and virtual machines send too few points for a shape. */
const SPARSE_MS = 45

export interface Point {
  readonly t: number
  readonly x: number
  readonly y: number
}

export function foldStrokes(): Fold<readonly (readonly number[])[]> {
  const windows: number[][] = []
  let strokes: number[][] = []

  const cutter = createStrokeCutter((points) => {
    const measures = measureStroke(points)
    if (measures === undefined) return
    strokes.push(measures)
    if (strokes.length < STROKE_WINDOW) return
    windows.push(summarise(strokes))
    strokes = strokes.slice(STROKE_STEP)
  })

  // An unfinished stroke does not count yet.
  return { step: cutter.step, done: () => windows }
}

/** Splits free mouse movement at pauses, presses and exits. */
export function createStrokeCutter(onStroke: (points: readonly Point[]) => void): {
  step(event: StreamEvent): void
} {
  let points: Point[] = []

  function close(): void {
    if (points.length >= MIN_POINTS) onStroke(points)
    points = []
  }

  function move(event: EventOf<'move'>): void {
    const isFree = (event.flags & (UNTRUSTED | POINTER_FLAGS.pressed)) === 0
    if (!isFree || pointerKind(event.flags) !== POINTER.mouse) {
      close()
      return
    }
    const last = points.at(-1)
    if (last !== undefined && event.t - last.t > REST_MS * TICKS_PER_MS) close()
    points.push({ t: event.t, x: event.x, y: event.y })
  }

  return {
    step(event) {
      if (event.type === 'move') move(event)
      else if (ENDS.has(event.type)) close()
    },
  }
}

const ENDS: ReadonlySet<string> = new Set(['break', 'down', 'up', 'border', 'attention', 'wheel', 'resize'])

/** The number of strokes in so many windows, which overlap. */
export const strokesIn = (windows: number): number =>
  windows === 0 ? 0 : STROKE_WINDOW + (windows - 1) * STROKE_STEP

export function summarise(strokes: readonly (readonly number[])[]): number[] {
  return STROKE_MEASURES.flatMap((_, index) => {
    const values = strokes.map((stroke) => stroke[index] as number)
    return [mean(values), deviation(values)]
  })
}

/** Undefined if the stroke is too short, too sparse or too round to have a shape. Times in ticks. */
export function measureStroke(all: readonly Point[]): number[] | undefined {
  const points = all.filter((point, i) => i === 0 || point.t > (all[i - 1] as Point).t)
  if (points.length < MIN_POINTS) return undefined
  const first = points[0] as Point
  const last = points.at(-1) as Point
  const steps = stepsOf(points)
  const path = steps.reduce((sum, { length }) => sum + length, 0)
  const chord = Math.hypot(last.x - first.x, last.y - first.y)
  if (path < MIN_PATH_PX || chord < MIN_CHORD_SHARE * path) return undefined
  if (median(steps.map(({ ms }) => ms)) > SPARSE_MS) return undefined

  const duration = (last.t - first.t) / TICKS_PER_MS
  const speeds = steps.map(({ length, ms }) => length / ms)
  const middleSpeed = mean(speeds)
  const peakAt = speeds.indexOf(Math.max(...speeds))
  return [
    Math.log(1.0005 - chord / path),
    Math.log(0.002 + farthestFromLine(points, first, last, chord) / chord),
    deviation(speeds) / middleSpeed,
    timeUntil(steps, peakAt) / duration,
    timeOfShare(steps, path, 0, 0.25) / duration,
    timeOfShare(steps, path, 0.75, 1) / duration,
    ...evenlyTimed(points, first, last, chord),
  ]
}

/** Recorders sample at 30 to 1000 Hz. These measures depend on the rate, so the stroke is resampled to one of 50 Hz. */
const GRID_TICKS = 20 * TICKS_PER_MS
/** Rounding to pixels turns the direction of shorter steps. */
const MIN_STEP_PX = 2
const MIN_TURNS = 5
const AIM_SHARE = 0.3
/** Smaller turns and distances are errors of arithmetic. */
const STRAIGHT = 1e-9

function evenlyTimed(points: readonly Point[], first: Point, last: Point, chord: number): number[] {
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

/** Correlation of successive turns: hands keep turning the same way, added noise turns back. */
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

/** Correlation of speed and curvature: hands slow down in curves (two-thirds power law). */
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

/** How often the speed rises again after its peak, by 30 %: submovements towards the target. */
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

interface Step {
  readonly dx: number
  readonly dy: number
  readonly length: number
  readonly ms: number
}

function stepsOf(points: readonly Point[]): Step[] {
  const steps: Step[] = []
  for (let i = 1; i < points.length; i++) {
    const from = points[i - 1] as Point
    const to = points[i] as Point
    const dx = to.x - from.x
    const dy = to.y - from.y
    steps.push({ dx, dy, length: Math.hypot(dx, dy), ms: (to.t - from.t) / TICKS_PER_MS })
  }
  return steps
}

function farthestFromLine(points: readonly Point[], from: Point, to: Point, chord: number): number {
  let farthest = 0
  for (const { x, y } of points) {
    const off = Math.abs((to.x - from.x) * (from.y - y) - (from.x - x) * (to.y - from.y)) / chord
    if (off > farthest) farthest = off
  }
  return farthest
}

function timeUntil(steps: readonly Step[], index: number): number {
  let ms = 0
  for (let i = 0; i < index; i++) ms += (steps[i] as Step).ms
  return ms + (steps[index] as Step).ms / 2
}

/** Milliseconds spent between two shares of the path. */
function timeOfShare(steps: readonly Step[], path: number, from: number, to: number): number {
  let ms = 0
  let done = 0
  for (const step of steps) {
    const begin = done / path
    done += step.length
    const end = done / path
    if (step.length === 0) {
      if (begin >= from && begin <= to) ms += step.ms
      continue
    }
    const inside = Math.max(0, Math.min(end, to) - Math.max(begin, from))
    ms += step.ms * (inside / (end - begin))
  }
  return ms
}
