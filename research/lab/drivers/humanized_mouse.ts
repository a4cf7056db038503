/** Mouse paths in the style of public humanizing layers: Bezier curves, and wind with gravity. */
import { curve, type Point } from './imitation.ts'
import type { Step } from './person_mouse.ts'
import type { Random } from './random.ts'

/** A Bezier curve with overshoot for long ways, rounded to pixels, at an even rate. */
export const bezierPath =
  (stepMs: number) =>
  (from: Point, to: Point, _targetPx: number, random: Random): Step[] => {
    const distance = Math.hypot(to.x - from.x, to.y - from.y)
    const over = random.between(0.03, 0.08)
    const beyond = { x: to.x + (to.x - from.x) * over, y: to.y + (to.y - from.y) * over }
    const points =
      distance > 300
        ? [...curve(from, beyond, random), ...curve(beyond, to, random)]
        : curve(from, to, random)
    return points.map(({ x, y }, index) => ({
      x: Math.round(x),
      y: Math.round(y),
      atMs: (index + 1) * stepMs * random.about(1, 0.08),
    }))
  }

/** Gravity pulls to the target, wind changes the direction at random and dies down near the target. */
export const windPath =
  (stepMs: number) =>
  (from: Point, to: Point, _targetPx: number, random: Random): Step[] => {
    const steps: Step[] = []
    let { x, y } = from
    let [speedX, speedY, windX, windY] = [0, 0, 0, 0]
    let mostPx = 14
    let atMs = 0
    for (let tries = 0; tries < 600; tries++) {
      const left = Math.hypot(to.x - x, to.y - y)
      if (left < 1) break
      const blow = Math.min(3, left)
      const calm = left < 12
      windX = windX / Math.sqrt(3) + (calm ? 0 : ((2 * random.next() - 1) * blow) / Math.sqrt(5))
      windY = windY / Math.sqrt(3) + (calm ? 0 : ((2 * random.next() - 1) * blow) / Math.sqrt(5))
      if (calm) mostPx = Math.max(3, mostPx / Math.sqrt(5))
      speedX += windX + (9 * (to.x - x)) / left
      speedY += windY + (9 * (to.y - y)) / left
      const speed = Math.hypot(speedX, speedY)
      if (speed > mostPx) {
        const limit = mostPx / 2 + (random.next() * mostPx) / 2
        speedX *= limit / speed
        speedY *= limit / speed
      }
      x += speedX
      y += speedY
      atMs += stepMs * random.about(1, 0.1)
      const step = { x: Math.round(x), y: Math.round(y), atMs }
      const last = steps.at(-1)
      if (last?.x !== step.x || last.y !== step.y) steps.push(step)
    }
    return [...steps, { x: Math.round(to.x), y: Math.round(to.y), atMs: atMs + stepMs }]
  }
