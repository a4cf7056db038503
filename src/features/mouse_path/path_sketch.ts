/**
 * The mouse path of a session in a few bytes: direction, length, duration and bends of its first strokes. Two sketches
 * tell whether two sessions follow the same path, even with noise on every position and time. Keys have no effect.
 */
import { TICKS_PER_MS } from '../../contract/batch/rows.ts'
import { createStrokeCutter, type Point } from '../mouse/strokes.ts'
import type { Fold } from '../session/fold.ts'

/** A stroke: where it ends, how long it takes, and how far it is from the straight line in each part of its length. */
export interface StrokeShape {
  readonly dx: number
  readonly dy: number
  readonly ms: number
  readonly bends: readonly number[]
}

const MOST_STROKES = 20
/** Fewer strokes agree by chance. */
export const LEAST_STROKES = 6
/** Shorter strokes are corrections, which are alike. */
const LEAST_PX = 100
const PARTS = 4
/** Two numbers of 16 bits, one of 8 in cells of 10 ms, and one signed byte for each part. */
const BYTES = 5 + PARTS
const CELL_MS = 10
const FARTHEST_PX = 32_767
const FARTHEST_BEND_PX = 127

export function foldPath(): Fold<string | null> {
  const shapes: StrokeShape[] = []
  const cutter = createStrokeCutter((points) => {
    const shape = shapes.length < MOST_STROKES ? shapeOf(points) : null
    if (shape !== null) shapes.push(shape)
  })
  return { step: cutter.step, done: () => writePath(shapes) }
}

/** Null if the stroke is too short. */
export function shapeOf(points: readonly Point[]): StrokeShape | null {
  const first = points[0] as Point
  const last = points.at(-1) as Point
  const [dx, dy] = [last.x - first.x, last.y - first.y]
  const chord = Math.hypot(dx, dy)
  if (chord < LEAST_PX) return null
  return { dx, dy, ms: (last.t - first.t) / TICKS_PER_MS, bends: bendsOf(points, chord) }
}

/** Means over parts of the line do not depend on times, and noise of single points cancels out in them. */
function bendsOf(points: readonly Point[], chord: number): number[] {
  const first = points[0] as Point
  const last = points.at(-1) as Point
  const [ux, uy] = [(last.x - first.x) / chord, (last.y - first.y) / chord]
  const places = points.map(({ x, y }) => ({
    along: (x - first.x) * ux + (y - first.y) * uy,
    aside: (y - first.y) * ux - (x - first.x) * uy,
  }))
  const sums = Array.from({ length: PARTS }, () => ({ weight: 0, aside: 0 }))
  for (let i = 1; i < places.length; i++) {
    const [from, to] = [places[i - 1] as (typeof places)[0], places[i] as (typeof places)[0]]
    for (let piece = 0; piece < PIECES; piece++) {
      const share = (piece + 0.5) / PIECES
      const along = from.along + (to.along - from.along) * share
      const part = Math.min(PARTS - 1, Math.max(0, Math.floor((PARTS * along) / chord)))
      const sum = sums[part] as (typeof sums)[0]
      const weight = Math.abs(to.along - from.along)
      sum.weight += weight
      sum.aside += weight * (from.aside + (to.aside - from.aside) * share)
    }
  }
  return sums.map(({ weight, aside }) => (weight === 0 ? 0 : aside / weight))
}

/** Pieces of a step between two points, which may cross parts. */
const PIECES = 8

export function writePath(shapes: readonly StrokeShape[]): string | null {
  if (shapes.length < LEAST_STROKES) return null
  const kept = shapes.slice(0, MOST_STROKES)
  const bytes = Buffer.alloc(kept.length * BYTES)
  for (const [i, { dx, dy, ms, bends }] of kept.entries()) {
    bytes.writeInt16LE(clip(dx, FARTHEST_PX), i * BYTES)
    bytes.writeInt16LE(clip(dy, FARTHEST_PX), i * BYTES + 2)
    bytes.writeUInt8(Math.min(255, Math.max(0, Math.round(ms / CELL_MS))), i * BYTES + 4)
    for (const [part, bend] of bends.entries()) {
      bytes.writeInt8(clip(bend, FARTHEST_BEND_PX), i * BYTES + 5 + part)
    }
  }
  return bytes.toString('base64')
}

const clip = (value: number, most: number): number => Math.max(-most, Math.min(most, Math.round(value)))

export function readPath(text: string): StrokeShape[] {
  const bytes = Buffer.from(text, 'base64')
  return Array.from({ length: Math.floor(bytes.length / BYTES) }, (_, i) => ({
    dx: bytes.readInt16LE(i * BYTES),
    dy: bytes.readInt16LE(i * BYTES + 2),
    ms: bytes.readUInt8(i * BYTES + 4) * CELL_MS,
    bends: Array.from({ length: PARTS }, (_, part) => bytes.readInt8(i * BYTES + 5 + part)),
  }))
}
