/**
 * Simulated typists: the known ways in which automation times its keys, for a text that a person typed.
 * Only the times differ from the person's, so that a model cannot learn the text or the recorder.
 */
import { type EventOf, KEY_CLASS } from '../../src/contract/rows.ts'
import { isDirectPress } from '../../src/features/keyboard/keys.ts'
import type { StreamEvent } from '../../src/features/session/fold.ts'
import type { Random } from './random.ts'

type Press = EventOf<'keydown'>

export interface Typist {
  readonly name: string
  /** Draws the parameters of one typist and returns a function that draws interval and hold of each key, in ms. */
  start(
    random: Random,
    person: PersonTimes,
  ): (press: Press, before: Press | undefined) => readonly [number, number]
}

/** How the person typed the text. */
export interface PersonTimes {
  readonly intervalsMs: readonly number[]
  readonly holdsMs: readonly number[]
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
      const middle = random.between(70, 260)
      const spread = random.between(0.2, 0.6)
      const hold = random.between(40, 130)
      const holdSpread = random.between(0.1, 0.6)
      return () => [
        middle * Math.exp(spread * random.normal()),
        hold * Math.exp(holdSpread * random.normal()),
      ]
    },
  },
  {
    name: 'pausing',
    start(random) {
      const middle = random.between(70, 240)
      const spread = random.between(0.2, 0.5)
      const atWords = random.between(1.1, 2.5)
      const atSentences = random.between(2, 6)
      const hold = random.between(40, 130)
      const holdSpread = random.between(0.1, 0.5)
      return (_, before) => {
        const slow =
          before?.class === KEY_CLASS.punctuation
            ? atSentences
            : before?.class === KEY_CLASS.space
              ? atWords
              : 1
        return [
          slow * middle * Math.exp(spread * random.normal()),
          hold * Math.exp(holdSpread * random.normal()),
        ]
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
]

/** The share of the interval between a release and the next press. */
const GAP_SHARE = 0.55
/** The shortest time between two events of a driver that awaits each. */
const FASTEST_MS = 0.3

/** The person's key events at the typist's times, without other events. */
export function typeAgain(events: readonly StreamEvent[], typist: Typist, random: Random): StreamEvent[] {
  const presses = events.filter((event): event is Press => event.type === 'keydown' && isDirectPress(event))
  const draw = typist.start(random, timesOf(events))
  // Most drivers release a key before they press the next; a few schedule both freely.
  const waits = random.chance(0.75)
  // Most of these pause after the release, so that every hold is part of the interval.
  const fromRelease = waits && random.chance(0.7)
  const lag = random.between(0, 6)
  const typed: (EventOf<'keydown'> | EventOf<'keyup'>)[] = []
  let t = 1_000
  let free = 0
  for (const [index, press] of presses.entries()) {
    const [interval, hold] = draw(press, presses[index - 1])
    const held = Math.max(FASTEST_MS, hold)
    const late = lag * Math.log(1 - random.next())
    if (fromRelease) t = free + Math.max(FASTEST_MS, GAP_SHARE * interval) - late
    else t = Math.max(t + Math.max(FASTEST_MS, interval) - late, waits ? free : 0)
    free = t + held + FASTEST_MS
    const slot = waits ? 0 : index % 8
    typed.push({ ...press, t: ticks(t), slot })
    typed.push({ type: 'keyup', t: ticks(t + held), class: press.class, flags: 0, slot })
  }
  return typed.sort((a, b) => a.t - b.t)
}

const ticks = (ms: number): number => Math.round(ms * 10)

function timesOf(events: readonly StreamEvent[]): PersonTimes {
  const intervalsMs: number[] = []
  const holdsMs: number[] = []
  const down = new Map<number, number>()
  let last: number | undefined
  for (const event of events) {
    if (event.type === 'keydown' && isDirectPress(event)) {
      const gap = last === undefined ? -1 : (event.t - last) / 10
      if (gap > 0 && gap < 2_000) intervalsMs.push(gap)
      last = event.t
      down.set(event.slot, event.t)
    } else if (event.type === 'keyup') {
      const from = down.get(event.slot)
      if (from !== undefined && event.t > from && event.t - from < 5_000) holdsMs.push((event.t - from) / 10)
      down.delete(event.slot)
    }
  }
  return {
    intervalsMs: intervalsMs.length > 0 ? intervalsMs : [150],
    holdsMs: holdsMs.length > 0 ? holdsMs : [90],
  }
}
