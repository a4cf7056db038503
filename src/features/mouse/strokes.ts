/**
 * Mouse movement in windows of strokes, as numbers that do not depend on the recorder: shares of a stroke's own
 * length and duration. Input of `models/agent_behavior`.
 */
import { type EventOf, POINTER, POINTER_FLAGS, TICKS_PER_MS, UNTRUSTED } from '../../contract/batch/rows.ts'
import type { Fold, StreamEvent } from '../session/fold.ts'
import { deviation, mean, median } from '../statistics.ts'
import { pointerKind } from './pointer_kind.ts'
import { evenlyTimed } from './stroke_dynamics.ts'
import { type Point, type Step, stepsOf } from './stroke_steps.ts'

export type { Point } from './stroke_steps.ts'

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
  'turnCorrelation',
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

export function foldStrokes(): Fold<readonly (readonly number[])[]> {
  const windows: number[][] = []
  let strokes: number[][] = []

  const cutter = createStrokeCutter((points) => {
    const measures = measureStroke(points)
    if (measures === undefined) return
    strokes.push(measures)
    if (strokes.length < STROKE_WINDOW) return
    windows.push(summarize(strokes))
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

export function summarize(strokes: readonly (readonly number[])[]): number[] {
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

export function farthestFromLine(points: readonly Point[], from: Point, to: Point, chord: number): number {
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
