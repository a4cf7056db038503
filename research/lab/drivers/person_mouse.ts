/**
 * How people move a mouse: one quick stroke that nearly arrives, then shorter corrections. Strokes curve, tremble,
 * start faster than they stop and are reported every few milliseconds.
 */

import type { Point } from './imitation.ts'
import type { Random } from './random.ts'

export interface MousePerson {
  /** Milliseconds between reports of the mouse. */
  readonly reportMs: number
  /** Factor on the duration; below 1 is faster than usual. */
  readonly haste: number
  /** Curvature as a share of the stroke length. */
  readonly bow: number
  /** Tremor in pixels. */
  readonly tremblePx: number
  /** Slower deviations from the curve in pixels. Most programs have none; the median stroke of people deviates by 5 pixels. */
  readonly swayPx?: number
  /** Steps to a pixel: more than one stops between pixels, as a mouse on Wayland does. */
  readonly stepsPerPx?: number
}

export interface Step extends Point {
  readonly atMs: number
}

export function drawMousePerson(random: Random): MousePerson {
  return {
    reportMs: random.of([7, 8, 8, 8, 10, 16]),
    haste: random.about(1, 0.2),
    bow: random.about(0.05, 0.4),
    tremblePx: random.between(0.3, 1),
  }
}

/** Fitts's law, in pixels. */
const BASE_MS = 110
const PER_BIT_MS = 105
/** Strokes overlap: the next one begins before the last one ends. */
const PAUSE_MS = 45

/** Timed positions, until the pointer is on the target. */
export function reach(from: Point, to: Point, targetPx: number, person: MousePerson, random: Random): Step[] {
  const steps: Step[] = []
  let at = from
  let nowMs = 0
  for (let stroke = 0; stroke < 5; stroke++) {
    const distance = Math.hypot(to.x - at.x, to.y - at.y)
    if (distance < Math.max(2, targetPx * 0.18) && stroke > 0) break
    const end = stroke < 4 ? miss(at, to, distance, stroke, random) : to
    const length = Math.hypot(end.x - at.x, end.y - at.y)
    const bits = Math.log2(length / Math.max(8, targetPx) + 1)
    const lastsMs = (BASE_MS + PER_BIT_MS * bits) * person.haste * random.about(1, 0.15)
    steps.push(...strokeSteps(at, end, length, nowMs, lastsMs, person, random))
    const last = steps.at(-1)
    nowMs = (last?.atMs ?? nowMs) + random.about(PAUSE_MS, 0.6)
    at = last ?? end
  }
  return steps
}

/** First strokes fall short more often than they overshoot; later ones are nearly exact. */
function miss(at: Point, to: Point, distance: number, stroke: number, random: Random): Point {
  const along = stroke === 0 ? random.normal(-0.04, 0.05) : random.normal(0, 0.12)
  const across = stroke === 0 ? random.normal(0, 0.025) : random.normal(0, 0.08)
  const [ux, uy] = [(to.x - at.x) / (distance || 1), (to.y - at.y) / (distance || 1)]
  return {
    x: to.x + (ux * along - uy * across) * distance,
    y: to.y + (uy * along + ux * across) * distance,
  }
}

function strokeSteps(
  from: Point,
  to: Point,
  length: number,
  startMs: number,
  lastsMs: number,
  person: MousePerson,
  random: Random,
): Step[] {
  const [ux, uy] = [(to.x - from.x) / (length || 1), (to.y - from.y) / (length || 1)]
  const bow = random.normal(0, person.bow) * length
  const wave = random.normal(0, person.bow * 0.4) * length
  const early = random.between(0.72, 0.95)
  const steps: Step[] = []
  const { stepsPerPx = 1 } = person
  const onStep = (px: number): number => Math.round(px * stepsPerPx) / stepsPerPx
  let tremble = 0
  let sway = 0
  let [lastX, lastY] = [onStep(from.x), onStep(from.y)]
  for (let ms = person.reportMs; ; ms += person.reportMs * random.about(1, 0.06)) {
    const time = Math.min(1, ms / lastsMs)
    const s = minimumJerk(time ** early)
    tremble = 0.8 * tremble + random.normal(0, person.tremblePx * 0.6) * (0.3 + speedOf(time))
    if (person.swayPx !== undefined) sway = 0.9 * sway + random.normal(0, 0.45 * person.swayPx)
    const aside = (bow + sway) * Math.sin(Math.PI * s) + wave * Math.sin(2 * Math.PI * s) + tremble
    const x = onStep(from.x + (to.x - from.x) * s - uy * aside)
    const y = onStep(from.y + (to.y - from.y) * s + ux * aside)
    // A mouse reports nothing while it does not move.
    if (x !== lastX || y !== lastY) steps.push({ x, y, atMs: startMs + ms })
    ;[lastX, lastY] = [x, y]
    if (time === 1) return steps
  }
}

const minimumJerk = (t: number): number => t ** 3 * (10 - 15 * t + 6 * t ** 2)
const speedOf = (t: number): number => 16 * t ** 2 * (1 - t) ** 2
