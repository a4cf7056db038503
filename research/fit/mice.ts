/**
 * Simulated mice: the known ways in which automation draws paths, between the positions of a real person.
 * Start, end and times of a stroke are the person's own, so that a model cannot learn the page or the recorder.
 */
import type { Point } from '../../src/features/mouse/strokes.ts'
import type { SeededRandom } from '../seeded_random.ts'

export interface Mouse {
  readonly name: string
  /** Draws the parameters of one mouse and returns a function that draws a stroke. */
  start(random: SeededRandom): (stroke: readonly Point[]) => Point[]
  /** Uses people's own movement. It is evaluated only, because a fit against it would flag people. */
  readonly unfitted?: true
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
  {
    name: 'minimum jerk',
    start(random) {
      const most = random.between(0, 0.25)
      const noise = random.chance(0.5) ? random.between(0, 1.5) : 0
      const clock = drawClock(random)
      return (stroke) => {
        const bow = random.between(-most, most)
        return drawAt(
          stroke,
          clock(stroke),
          random,
          smoothest,
          noise,
          (share) => bow * 4 * share * (1 - share),
        )
      }
    },
  },
  {
    name: 'tremor',
    start(random) {
      const most = random.between(0.05, 0.4)
      const pace = random.pick(PACES)
      const clock = drawClock(random)
      const tremorPx = random.between(0.5, 3)
      const noisePx = random.between(0, 1)
      return (stroke) => {
        const first = random.between(-most, most)
        const second = random.between(-most, most)
        const tremble = drawTremor(random, tremorPx)
        const path = drawAt(stroke, clock(stroke), random, pace, noisePx, (share) => {
          const rest = 1 - share
          return 3 * rest * rest * share * first + 3 * rest * share * share * second
        })
        return path.map(({ t, x, y }) => ({ t, x: x + tremble.x(t), y: y + tremble.y(t) }))
      }
    },
  },
  {
    name: 'sigma-lognormal',
    start(random) {
      const clock = drawClock(random)
      const parts = random.between(1.5, 4.5)
      const angle = random.between(0.05, 0.5)
      const noisePx = random.chance(0.5) ? random.between(0, 1) : 0
      return (stroke) => moveBySigmaLognormal(stroke, clock(stroke), random, { parts, angle, noisePx })
    },
  },
  {
    name: 'corrections',
    start(random) {
      const clock = drawClock(random)
      const most = random.between(0.02, 0.15)
      const missBy = random.between(0.03, 0.15)
      const noisePx = random.between(0, 1)
      return (stroke) => moveWithCorrections(stroke, clock(stroke), random, { most, missBy, noisePx })
    },
  },
  {
    name: 'replayed, noise',
    start(random) {
      const noiseTicks = 10 * random.between(5, 20)
      const noisePx = random.between(1, 2)
      return (stroke) =>
        stroke
          .map(({ t, x, y }) => ({
            t: Math.round(t + noiseTicks * random.normal()),
            x: Math.round(x + noisePx * random.normal()),
            y: Math.round(y + noisePx * random.normal()),
          }))
          .sort((a, b) => a.t - b.t)
    },
  },
  {
    name: 'replayed, turned and scaled',
    unfitted: true,
    start(random) {
      return (stroke) => {
        const first = stroke[0] as Point
        const angle = random.between(0, 2 * Math.PI)
        const [size, slow] = [random.between(0.7, 1.5), random.between(0.8, 1.25)]
        const [cos, sin] = [size * Math.cos(angle), size * Math.sin(angle)]
        return stroke.map(({ t, x, y }) => ({
          t: Math.round(first.t + slow * (t - first.t)),
          x: Math.round(first.x + cos * (x - first.x) - sin * (y - first.y)),
          y: Math.round(first.y + sin * (x - first.x) + cos * (y - first.y)),
        }))
      }
    },
  },
]

/** When a generator places its points: at the person's times, or at its own times with its own duration. */
function drawClock(random: SeededRandom): (stroke: readonly Point[]) => readonly number[] {
  if (random.chance(0.3)) return (stroke) => momentsOf(stroke, random)
  const everyTicks = 10 * random.pick([7, 8, 10, 12, 16, 16.7, 20])
  const jitter = random.chance(0.5) ? random.between(0, 0.3) : 0
  const [base, perBit] = [random.between(80, 400), random.between(60, 180)]
  const spread = random.between(0, 0.25)
  return (stroke) => {
    const first = stroke[0] as Point
    const last = stroke.at(-1) as Point
    // Fitts's law for a target of 40 px.
    const bits = Math.log2(1 + Math.hypot(last.x - first.x, last.y - first.y) / 40)
    const ticks = 10 * (base + perBit * bits) * Math.exp(spread * random.normal())
    const count = Math.max(8, Math.round(ticks / everyTicks))
    return Array.from({ length: count + 1 }, (_, i) =>
      Math.round(first.t + (i === 0 ? 0 : i + jitter * random.between(-0.5, 0.5)) * everyTicks),
    )
  }
}

/** A tremor of 8 to 12 Hz, like that of a human hand. */
function drawTremor(random: SeededRandom, px: number): { x(t: number): number; y(t: number): number } {
  const sway = () => {
    const [turns, phase] = [random.between(8, 12) / 10_000, random.between(0, 1)]
    return (t: number): number => Math.round(px * Math.sin(2 * Math.PI * (turns * t + phase)))
  }
  return { x: sway(), y: sway() }
}

/** Each part moves by a log-normal speed profile in its own direction (Plamondon); together they reach the target. */
function moveBySigmaLognormal(
  stroke: readonly Point[],
  moments: readonly number[],
  random: SeededRandom,
  { parts, angle, noisePx }: { parts: number; angle: number; noisePx: number },
): Point[] {
  const first = stroke[0] as Point
  const last = stroke.at(-1) as Point
  const duration = (moments.at(-1) as number) - (moments[0] as number)
  const count = Math.max(1, Math.round(parts + random.between(-1, 1)))
  const drawn = Array.from({ length: count }, (_, i) => ({
    length: i === 0 ? 1 : random.between(0.05, 0.35),
    turn: angle * random.normal(),
    begin: i === 0 ? 0 : random.between(0.1, 0.6),
    middle: random.between(0.15, 0.35),
    spread: random.between(0.2, 0.45),
  }))
  const at = (share: number): { along: number; aside: number } => {
    let along = 0
    let aside = 0
    for (const { length, turn, begin, middle, spread } of drawn) {
      const done = share <= begin ? 0 : normalShare(Math.log((share - begin) / middle) / spread)
      along += length * Math.cos(turn) * done
      aside += length * Math.sin(turn) * done
    }
    return { along, aside }
  }
  const end = at(1)
  const size = end.along ** 2 + end.aside ** 2
  const [dx, dy] = [last.x - first.x, last.y - first.y]
  return moments.map((t) => {
    const { along, aside } = at((t - (moments[0] as number)) / duration)
    // Rotated and scaled so that the last point is the target.
    const u = (along * end.along + aside * end.aside) / size
    const v = (aside * end.along - along * end.aside) / size
    return {
      t,
      x: Math.round(first.x + dx * u - dy * v + noisePx * random.normal()),
      y: Math.round(first.y + dy * u + dx * v + noisePx * random.normal()),
    }
  })
}

/** The share of a standard normal distribution below `z`; a logistic approximation. */
const normalShare = (z: number): number => 1 / (1 + Math.exp(-1.702 * z))

/** A first movement that misses the target, and one or two short ones that correct it. */
function moveWithCorrections(
  stroke: readonly Point[],
  moments: readonly number[],
  random: SeededRandom,
  { most, missBy, noisePx }: { most: number; missBy: number; noisePx: number },
): Point[] {
  const first = stroke[0] as Point
  const last = stroke.at(-1) as Point
  const [dx, dy] = [last.x - first.x, last.y - first.y]
  const bow = random.between(-most, most)
  const goals = [{ along: 1 + missBy * random.normal(), aside: 0.5 * missBy * random.normal(), until: 0 }]
  if (random.chance(0.4)) {
    goals.push({ along: 1 + 0.3 * missBy * random.normal(), aside: 0.2 * missBy * random.normal(), until: 0 })
  }
  goals.push({ along: 1, aside: 0, until: 1 })
  const firstPart = random.between(0.55, 0.8)
  for (const [i, goal] of goals.entries()) {
    goal.until = firstPart + ((1 - firstPart) * i) / (goals.length - 1)
  }
  const duration = (moments.at(-1) as number) - (moments[0] as number)
  return moments.map((t) => {
    const share = Math.min(1, (t - (moments[0] as number)) / duration)
    let index = goals.findIndex(({ until }) => share <= until)
    if (index < 0) index = goals.length - 1
    const from = index === 0 ? { along: 0, aside: 0, until: 0 } : (goals[index - 1] as (typeof goals)[number])
    const to = goals[index] as (typeof goals)[number]
    const part = smoothest((share - from.until) / (to.until - from.until))
    const arc = index === 0 ? bow * 4 * part * (1 - part) : 0
    const u = from.along + (to.along - from.along) * part
    const v = from.aside + (to.aside - from.aside) * part + arc
    return {
      t,
      x: Math.round(first.x + dx * u - dy * v + noisePx * random.normal()),
      y: Math.round(first.y + dy * u + dx * v + noisePx * random.normal()),
    }
  })
}

/** `along` and `aside` are shares of the distance from start to end. */
function draw(
  stroke: readonly Point[],
  random: SeededRandom,
  along: Shape,
  noisePx: number,
  aside: Shape,
): Point[] {
  return drawAt(stroke, momentsOf(stroke, random), random, along, noisePx, aside)
}

function drawAt(
  stroke: readonly Point[],
  moments: readonly number[],
  random: SeededRandom,
  along: Shape,
  noisePx: number,
  aside: Shape,
): Point[] {
  const first = stroke[0] as Point
  const last = stroke.at(-1) as Point
  const dx = last.x - first.x
  const dy = last.y - first.y
  const begin = moments[0] as number
  const duration = (moments.at(-1) as number) - begin
  return moments.map((t) => {
    const share = along((t - begin) / duration)
    const off = aside((t - begin) / duration)
    return {
      t,
      x: Math.round(first.x + dx * share - dy * off + noisePx * random.normal()),
      y: Math.round(first.y + dy * share + dx * off + noisePx * random.normal()),
    }
  })
}

/** The person's own times, or a driver's regular ones. */
function momentsOf(stroke: readonly Point[], random: SeededRandom): number[] {
  if (random.chance(0.5)) return stroke.map(({ t }) => t)
  const first = stroke[0] as Point
  const last = stroke.at(-1) as Point
  const count = stroke.length
  return stroke.map((_, index) => Math.round(first.t + ((last.t - first.t) * index) / (count - 1)))
}

/** WindMouse: gravity toward the target and random wind. */
function blow(
  stroke: readonly Point[],
  random: SeededRandom,
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
