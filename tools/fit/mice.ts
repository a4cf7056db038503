/**
 * Simulated mice: the known ways in which automation draws paths, between the positions of a real person.
 * Start, end and times of a stroke are the person's own, so that a model cannot learn the page or the recorder.
 */
import type { Point } from '../../src/features/mouse/strokes.ts'
import type { Random } from './random.ts'

export interface Mouse {
  readonly name: string
  /** Draws the parameters of one mouse and returns a function that draws a stroke. */
  start(random: Random): (stroke: readonly Point[]) => Point[]
}

type Shape = (share: number) => number

const steady: Shape = (share) => share
const eased: Shape = (share) => (1 - Math.cos(Math.PI * share)) / 2
/** The minimum-jerk profile. */
const smoothest: Shape = (share) => share ** 3 * (10 - 15 * share + 6 * share ** 2)
const slowingDown: Shape = (share) => 1 - (1 - share) ** 3
const PACES: readonly Shape[] = [steady, eased, smoothest, slowingDown]

export const MICE: readonly Mouse[] = [
  {
    name: 'line',
    start(random) {
      const pace = random.pick(PACES)
      const noise = random.chance(0.5) ? random.between(0, 1.5) : 0
      return (stroke) => draw(stroke, random, pace, noise, () => 0)
    },
  },
  {
    name: 'arc',
    start(random) {
      const pace = random.pick(PACES)
      const noise = random.chance(0.5) ? random.between(0, 1.5) : 0
      const most = random.between(0.02, 0.35)
      return (stroke) => {
        const bow = random.between(-most, most)
        return draw(stroke, random, pace, noise, (share) => bow * 4 * share * (1 - share))
      }
    },
  },
  {
    name: 'bezier',
    start(random) {
      const pace = random.pick(PACES)
      const noise = random.chance(0.5) ? random.between(0, 2) : 0
      const most = random.between(0.05, 0.5)
      return (stroke) => {
        const first = random.between(-most, most)
        const second = random.between(-most, most)
        return draw(stroke, random, pace, noise, (share) => {
          const rest = 1 - share
          return 3 * rest * rest * share * first + 3 * rest * share * share * second
        })
      }
    },
  },
  {
    name: 'wind',
    start(random) {
      const gravity = random.between(6, 12)
      const wind = random.between(1, 5)
      const fastest = random.between(8, 20)
      return (stroke) => blow(stroke, random, gravity, wind, fastest)
    },
  },
  {
    name: 'overshoot',
    start(random) {
      const pace = random.pick(PACES)
      const most = random.between(0.02, 0.2)
      const beyond = random.between(1.02, 1.15)
      return (stroke) => {
        const bow = random.between(-most, most)
        const back: Shape = (share) =>
          share < 0.8 ? beyond * pace(share / 0.8) : beyond - (beyond - 1) * ((share - 0.8) / 0.2)
        return draw(stroke, random, back, 0, (share) => bow * 4 * share * (1 - share))
      }
    },
  },
]

/** `along` and `aside` are shares of the distance from start to end. */
function draw(
  stroke: readonly Point[],
  random: Random,
  along: Shape,
  noisePx: number,
  aside: Shape,
): Point[] {
  const first = stroke[0] as Point
  const last = stroke.at(-1) as Point
  const dx = last.x - first.x
  const dy = last.y - first.y
  const duration = last.t - first.t
  return momentsOf(stroke, random).map((t) => {
    const share = along((t - first.t) / duration)
    const off = aside((t - first.t) / duration)
    return {
      t,
      x: Math.round(first.x + dx * share - dy * off + noisePx * random.normal()),
      y: Math.round(first.y + dy * share + dx * off + noisePx * random.normal()),
    }
  })
}

/** The person's own times, or a driver's regular ones. */
function momentsOf(stroke: readonly Point[], random: Random): number[] {
  if (random.chance(0.5)) return stroke.map(({ t }) => t)
  const first = stroke[0] as Point
  const last = stroke.at(-1) as Point
  const count = stroke.length
  return stroke.map((_, index) => Math.round(first.t + ((last.t - first.t) * index) / (count - 1)))
}

/** WindMouse: gravity towards the target and random wind. */
function blow(
  stroke: readonly Point[],
  random: Random,
  gravity: number,
  wind: number,
  fastest: number,
): Point[] {
  const first = stroke[0] as Point
  const last = stroke.at(-1) as Point
  const places: { x: number; y: number }[] = []
  let { x, y } = first
  let windX = 0
  let windY = 0
  let speedX = 0
  let speedY = 0
  let limit = fastest
  for (let step = 0; step < 400; step++) {
    const distance = Math.hypot(last.x - x, last.y - y)
    if (distance < 1) break
    if (distance >= 12) {
      windX = windX / Math.sqrt(3) + (random.between(-1, 1) * Math.min(wind, distance)) / Math.sqrt(5)
      windY = windY / Math.sqrt(3) + (random.between(-1, 1) * Math.min(wind, distance)) / Math.sqrt(5)
    } else {
      windX /= Math.sqrt(3)
      windY /= Math.sqrt(3)
      limit = limit < 3 ? random.between(3, 6) : limit / Math.sqrt(5)
    }
    speedX += windX + (gravity * (last.x - x)) / distance
    speedY += windY + (gravity * (last.y - y)) / distance
    const speed = Math.hypot(speedX, speedY)
    if (speed > limit) {
      const clipped = limit / 2 + random.between(0, limit / 2)
      speedX *= clipped / speed
      speedY *= clipped / speed
    }
    x += speedX
    y += speedY
    places.push({ x: Math.round(x), y: Math.round(y) })
  }
  places.push({ x: last.x, y: last.y })
  const gap = random.between(155, 200)
  return places.map((place, index) => ({ ...place, t: Math.round(first.t + gap * index) }))
}
