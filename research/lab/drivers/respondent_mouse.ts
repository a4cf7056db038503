/**
 * The mouse of the respondent: strokes whose speed follows a lognormal curve (the kinematic theory of rapid movements),
 * the second of which begins before the first ends. A third of the first strokes overshoot.
 */
import type { Point } from './imitation.ts'
import type { Step } from './person_mouse.ts'
import type { Random } from './random.ts'

interface Stroke {
  readonly startMs: number
  readonly lengthPx: number
  /** Directions at the start and the end, which differ: strokes are arcs. */
  readonly from: number
  readonly to: number
  /** Median and spread of the lognormal time course. */
  readonly medianMs: number
  readonly spread: number
}

const OVERSHOOTS = 0.35

/** Timed positions from one point to another. */
export function glide(from: Point, to: Point, targetPx: number, random: Random): Step[] {
  const strokes = strokesOf(from, to, targetPx, random)
  const endMs = Math.max(
    ...strokes.map(({ startMs, medianMs, spread }) => startMs + medianMs * Math.exp(2.2 * spread)),
  )
  // The strokes end beside the target; the difference is spread over the whole path.
  const free = positionAt(strokes, from, endMs)
  const steps: Step[] = []
  let last = { x: Math.round(from.x), y: Math.round(from.y) }
  const phase = random.between(0, 2 * Math.PI)
  for (let atMs = 0; atMs < endMs; atMs += random.about(8.3, 0.08)) {
    const share = atMs / endMs
    const at = positionAt(strokes, from, atMs)
    // Tremor of about 9 Hz, which fades with the speed.
    const tremor = 0.5 * Math.sin((2 * Math.PI * 9 * atMs) / 1000 + phase) * Math.sin(Math.PI * share)
    const next = {
      x: Math.round(at.x + (to.x - free.x) * share + tremor + random.normal(0, 0.2)),
      y: Math.round(at.y + (to.y - free.y) * share - tremor + random.normal(0, 0.2)),
    }
    if (next.x !== last.x || next.y !== last.y) steps.push({ ...next, atMs })
    last = next
  }
  return steps
}

function strokesOf(from: Point, to: Point, targetPx: number, random: Random): Stroke[] {
  const lengthPx = Math.hypot(to.x - from.x, to.y - from.y)
  const angle = Math.atan2(to.y - from.y, to.x - from.x)
  const bits = Math.log2(lengthPx / Math.max(10, targetPx) + 1)
  const medianMs = random.about(150 + 55 * bits, 0.15)
  const overshoots = random.next() < OVERSHOOTS && lengthPx > 80
  const reached = overshoots ? random.between(1.04, 1.1) : random.between(0.86, 0.97)
  const bend = random.normal(0, 0.18)
  const first = {
    startMs: 0,
    lengthPx: lengthPx * reached,
    from: angle - bend,
    to: angle + bend,
    medianMs,
    spread: random.between(0.28, 0.4),
  }
  const end = positionAt([first], from, 10_000)
  return [
    first,
    {
      // An overshoot is noticed before it is corrected.
      startMs: medianMs * (overshoots ? random.between(1.7, 2.3) : random.between(0.9, 1.3)),
      lengthPx: Math.hypot(to.x - end.x, to.y - end.y),
      from: Math.atan2(to.y - end.y, to.x - end.x) + random.normal(0, 0.2),
      to: Math.atan2(to.y - end.y, to.x - end.x),
      medianMs: random.about(130, 0.2),
      spread: random.between(0.3, 0.45),
    },
  ]
}

function positionAt(strokes: readonly Stroke[], from: Point, atMs: number): Point {
  let { x, y } = from
  for (const { startMs, lengthPx, from: begin, to: end, medianMs, spread } of strokes) {
    if (atMs <= startMs) continue
    const share = normalShare(Math.log((atMs - startMs) / medianMs) / spread)
    const turn = end - begin
    if (Math.abs(turn) < 1e-4) {
      x += lengthPx * share * Math.cos(begin)
      y += lengthPx * share * Math.sin(begin)
    } else {
      x += (lengthPx / turn) * (Math.sin(begin + turn * share) - Math.sin(begin))
      y -= (lengthPx / turn) * (Math.cos(begin + turn * share) - Math.cos(begin))
    }
  }
  return { x, y }
}

/** The normal distribution function, by the logistic approximation. */
const normalShare = (z: number): number => 1 / (1 + Math.exp(-1.702 * z))
