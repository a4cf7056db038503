/**
 * Simulated typists: the known ways in which automation times its keys, for a text that a person typed.
 * Only the times differ from the person's, so that a model cannot learn the text or the recorder.
 */
import { type EventOf, KEY_CLASS } from '../../src/contract/batch/rows.ts'
import { isDirectPress } from '../../src/features/keyboard/keys.ts'
import type { StreamEvent } from '../../src/features/session/fold.ts'
import type { SeededRandom } from '../seeded_random.ts'

type Press = EventOf<'keydown'>

export interface Typist {
  readonly name: string
  /** Draws the parameters of one typist and returns a function that draws interval and hold of each key, in ms. */
  start(random: SeededRandom, person: PersonTimes): DrawKey
  /** The typist keeps the person's order of presses and releases, so no other schedule is drawn. */
  readonly replays?: true
  /** Uses people's own rhythm. It is evaluated only, because a fit against it would flag people. */
  readonly unfitted?: true
  /** Share of the keys that are mistyped and corrected. */
  slips?(random: SeededRandom): number
}

type DrawKey = (press: Press, before: Press | undefined, index: number) => readonly [number, number]

/** How the person typed the text. */
export interface PersonTimes {
  readonly intervalsMs: readonly number[]
  readonly holdsMs: readonly number[]
  /** For each press: the original interval and hold. */
  readonly inOrder: readonly (readonly [number, number])[]
  /** Intervals by the classes of a key and of the previous key. */
  readonly byContext: ReadonlyMap<number, readonly number[]>
}

export const TYPISTS: readonly Typist[] = [
  {
    name: 'constant',
    start(random) {
      const delay = random.between(20, 220)
      const jitter = random.between(0, 0.12)
      const hold = random.between(1, 0.7 * delay)
      return () => [delay * (1 + jitter * random.normal()), hold * (1 + jitter * random.normal())]
    },
  },
  {
    name: 'uniform',
    start(random) {
      const low = random.between(20, 140)
      const high = low + random.between(20, 260)
      const holdLow = random.between(1, 80)
      const holdHigh = holdLow + random.between(5, 80)
      return () => [random.between(low, high), random.between(holdLow, holdHigh)]
    },
  },
  {
    name: 'normal',
    start(random) {
      const middle = random.between(60, 260)
      const spread = middle * random.between(0.1, 0.4)
      const hold = random.between(20, 120)
      const holdSpread = hold * random.between(0.05, 0.4)
      return () => [middle + spread * random.normal(), hold + holdSpread * random.normal()]
    },
  },
  {
    name: 'lognormal',
    start(random) {
      const interval = lognormal(random, random.between(70, 260), random.between(0.2, 0.7))
      const hold = drawHold(random)
      return () => [interval(), hold()]
    },
  },
  {
    name: 'gamma',
    start(random) {
      const interval = gamma(random, random.between(80, 280), 2 + Math.floor(random.between(0, 14)))
      const hold = gamma(random, random.between(50, 130), 4 + Math.floor(random.between(0, 30)))
      const least = random.between(10, 60)
      return () => [least + interval(), hold()]
    },
  },
  {
    name: 'heavy tail',
    start(random) {
      const middle = random.between(60, 200)
      const spread = middle * random.between(0.1, 0.3)
      const tail = middle * random.between(0.2, 1)
      const hold = drawHold(random)
      return () => [middle + spread * random.normal() + tail * -Math.log(1 - random.next()), hold()]
    },
  },
  {
    name: 'pausing',
    start(random) {
      const interval = lognormal(random, random.between(70, 240), random.between(0.2, 0.5))
      const pause = drawPauses(random)
      const hold = drawHold(random)
      return (_, before) => [pause(before) * interval(), hold()]
    },
  },
  {
    name: 'slipping',
    slips: (random) => random.between(0.005, 0.05),
    start(random) {
      const interval = lognormal(random, random.between(70, 220), random.between(0.2, 0.5))
      const pause = drawPauses(random)
      const thinks = random.between(0.005, 0.04)
      const hold = drawHold(random)
      return (_, before) => {
        const thought = random.chance(thinks) ? random.between(400, 1_900) : 0
        return [pause(before) * interval() + thought, hold()]
      }
    },
  },
  {
    name: 'bursts',
    start(random) {
      const interval = lognormal(random, random.between(70, 200), random.between(0.15, 0.4))
      const pause = drawPauses(random)
      const hold = drawHold(random)
      const [memory, swing] = [random.between(0.7, 0.97), random.between(0.1, 0.4)]
      let tempo = 0
      return (_, before) => {
        tempo = memory * tempo + Math.sqrt(1 - memory ** 2) * swing * random.normal()
        return [pause(before) * interval() * Math.exp(tempo), hold()]
      }
    },
  },
  {
    name: 'letter pairs',
    start(random) {
      const interval = lognormal(random, random.between(80, 220), random.between(0.1, 0.35))
      const pause = drawPauses(random)
      const hold = drawHold(random)
      const pairs = new Map<string, number>()
      const holds = new Map<string, number>()
      const [spread, holdSpread] = [random.between(0.15, 0.4), random.between(0.05, 0.2)]
      let last = ' '
      return (press, before) => {
        // Rows contain no letters, so letters are drawn with their frequencies in English.
        const letter = press.class === KEY_CLASS.space ? ' ' : random.pick(LETTERS)
        const pair = remember(pairs, last + letter, () => Math.exp(spread * random.normal()))
        const key = remember(holds, letter, () => Math.exp(holdSpread * random.normal()))
        last = letter
        return [pause(before) * interval() * pair, hold() * key]
      }
    },
  },
  {
    name: 'hurried',
    start(random) {
      const delay = random.between(0.3, 25)
      const load = random.between(0.2, 1.2)
      const hold = delay * random.between(0.2, 0.8)
      return () => [delay * Math.exp(load * random.normal()), hold * Math.exp(load * random.normal())]
    },
  },
  {
    name: 'shuffled',
    start(random, { intervalsMs, holdsMs }) {
      return () => [random.pick(intervalsMs), random.pick(holdsMs)]
    },
  },
  {
    name: 'shuffled within contexts',
    start(random, { intervalsMs, holdsMs, byContext }) {
      return (press, before) => [
        random.pick(byContext.get(contextOf(press, before)) ?? intervalsMs),
        random.pick(holdsMs),
      ]
    },
  },
  {
    name: 'replayed, 20 ms noise',
    replays: true,
    unfitted: true,
    start(random, { inOrder }) {
      const noise = random.between(10, 20)
      return (_press, _before, index) => {
        const [interval, hold] = inOrder[index] as readonly [number, number]
        return [interval + noise * random.normal(), hold + noise * random.normal()]
      }
    },
  },
]

const LETTERS = [
  ...'eeeeeeeeeeeetttttttttaaaaaaaaooooooooiiiiiiinnnnnnnsssssshhhhhhrrrrrrddddllllccuuummwwffggyyppbbvk',
]

const lognormal = (random: SeededRandom, middle: number, spread: number) => () =>
  middle * Math.exp(spread * random.normal())

/** Gamma distribution with an integer shape: a sum of exponential times. */
const gamma = (random: SeededRandom, mean: number, shape: number) => () => {
  let sum = 0
  for (let i = 0; i < shape; i++) sum -= Math.log(1 - random.next())
  return (mean * sum) / shape
}

const drawHold = (random: SeededRandom) =>
  lognormal(random, random.between(40, 130), random.between(0.1, 0.5))

/** Factor on the interval at the start of a word or sentence. */
function drawPauses(random: SeededRandom): (before: Press | undefined) => number {
  const atWords = random.between(1.1, 2.5)
  const atSentences = random.between(2, 6)
  return (before) => {
    if (before?.class === KEY_CLASS.punctuation) return atSentences
    return before?.class === KEY_CLASS.space ? atWords : 1
  }
}

function remember(known: Map<string, number>, key: string, draw: () => number): number {
  const value = known.get(key) ?? draw()
  known.set(key, value)
  return value
}

const contextOf = (press: Press, before: Press | undefined): number =>
  press.class * 32 + (before?.class ?? 31)

/** The share of the interval between a release and the next press. */
const GAP_SHARE = 0.55
/** The shortest time between two events of a driver that awaits each event. */
const FASTEST_MS = 0.3
const SLOTS = 8
const BACKSPACE_SLOT = 9

/** The person's key events at the typist's times, without other events. */
export function typeAgain(
  events: readonly StreamEvent[],
  typist: Typist,
  random: SeededRandom,
): StreamEvent[] {
  const presses = events.filter((event): event is Press => event.type === 'keydown' && isDirectPress(event))
  const draw = typist.start(random, timesOf(events))
  // Drivers release a key before they press the next; behavior simulated without a browser schedules both freely.
  const waits = typist.replays !== true && random.chance(0.5)
  // Most drivers pause after the release, so that every hold is part of the interval.
  const fromRelease = waits && random.chance(0.7)
  const lag = random.between(0, 6)
  const stall = waits ? drawStalls(random) : () => 0
  const slips = typist.slips?.(random) ?? 0
  const typed: (EventOf<'keydown'> | EventOf<'keyup'>)[] = []
  let t = 1_000
  let free = 0
  function put(press: Press, interval: number, hold: number, slot: number): void {
    const stalled = stall()
    const held = Math.max(FASTEST_MS, hold) + stalled
    const late = typist.replays === true ? 0 : lag * Math.log(1 - random.next()) - stalled
    if (fromRelease) t = free + Math.max(FASTEST_MS, GAP_SHARE * interval) - late
    else t = Math.max(t + Math.max(FASTEST_MS, interval) - late, waits ? free : 0)
    free = t + held + FASTEST_MS
    typed.push({ ...press, t: ticks(t), slot })
    typed.push({ type: 'keyup', t: ticks(t + held), class: press.class, flags: 0, slot })
  }
  for (const [index, press] of presses.entries()) {
    const [interval, hold] = draw(press, presses[index - 1], index)
    put(press, interval, hold, waits ? 0 : index % SLOTS)
    if (random.chance(slips)) {
      const back = { ...press, class: KEY_CLASS.backspace, flags: 0 }
      put(press, interval, hold, (index + 1) % SLOTS)
      put(back, interval * random.between(1.5, 4), hold, BACKSPACE_SLOT)
    }
  }
  return typed.sort((a, b) => a.t - b.t)
}

/** A busy machine delays several of a driver's events in a row: presses and releases alike. */
function drawStalls(random: SeededRandom): () => number {
  const [share, longest] = [random.chance(0.5) ? random.between(0.005, 0.05) : 0, random.between(5, 80)]
  let left = 0
  return () => {
    if (left > 0) left--
    else if (random.chance(share)) left = 1 + Math.floor(random.between(0, 6))
    return left > 0 ? random.between(0, longest) : 0
  }
}

const ticks = (ms: number): number => Math.round(ms * 10)

/** Longer pauses are not copied; the next press then follows at once. */
const LONGEST_MS = 2_000
const USUAL: readonly [number, number] = [150, 90]

function timesOf(events: readonly StreamEvent[]): PersonTimes {
  const intervalsMs: number[] = []
  const holdsMs: number[] = []
  const inOrder: [number, number][] = []
  const byContext = new Map<number, number[]>()
  const down = new Map<number, { t: number; index: number }>()
  let last: Press | undefined
  for (const event of events) {
    if (event.type === 'keydown' && isDirectPress(event)) {
      const gap = last === undefined ? -1 : (event.t - last.t) / 10
      const isRhythm = gap > 0 && gap < LONGEST_MS
      if (isRhythm) {
        intervalsMs.push(gap)
        const context = contextOf(event, last)
        const own = byContext.get(context)
        if (own === undefined) byContext.set(context, [gap])
        else own.push(gap)
      }
      down.set(event.slot, { t: event.t, index: inOrder.length })
      inOrder.push([isRhythm ? gap : LONGEST_MS, USUAL[1]])
      last = event
    } else if (event.type === 'keyup') {
      const from = down.get(event.slot)
      if (from !== undefined && event.t > from.t && event.t - from.t < 5_000) {
        const hold = (event.t - from.t) / 10
        holdsMs.push(hold)
        const own = inOrder[from.index]
        if (own !== undefined) own[1] = hold
      }
      down.delete(event.slot)
    }
  }
  return {
    intervalsMs: intervalsMs.length > 0 ? intervalsMs : [USUAL[0]],
    holdsMs: holdsMs.length > 0 ? holdsMs : [USUAL[1]],
    inOrder,
    byContext,
  }
}
