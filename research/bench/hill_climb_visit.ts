/**
 * Changes the behavior of a recorded visit: pauses, paths, aim, corrections and scrolling, each by a habit from 0 to 1.
 */
import { hash } from 'node:crypto'
import type { Name } from '../../src/contract/batch/batch.ts'
import type { RecordedBatch } from '../../src/contract/batch/codec.ts'
import { eventsToRows, rowsToEvents } from '../../src/contract/batch/events.ts'
import {
  INPUT_KIND,
  KEY_CLASS,
  POINTER,
  POINTER_FLAGS,
  type SessionEvent,
} from '../../src/contract/batch/rows.ts'

export interface Behavior {
  /** Spread of the time between any two events. */
  readonly jitter: number
  /** How long keys are held, and how irregularly. */
  readonly dwell: number
  /** Time between keys. */
  readonly gap: number
  /** Frequency and length of pauses before words and clicks. */
  readonly pauseOften: number
  readonly pauseLong: number
  /** Moves before each press, their curvature and their tremor. */
  readonly path: number
  readonly bow: number
  readonly tremor: number
  /** Distance of presses from the middle of a target. */
  readonly aim: number
  readonly corrections: number
  /** Number of steps in a scroll. */
  readonly scroll: number
}

export const UNCHANGED: Behavior = {
  ...{ jitter: 0, dwell: 0, gap: 0, pauseOften: 0, pauseLong: 0, path: 0, bow: 0, tremor: 0, aim: 0 },
  ...{ corrections: 0, scroll: 0 },
}

interface Named {
  readonly event: SessionEvent
  readonly name: Name | undefined
}

const MOUSE = POINTER.mouse << POINTER_FLAGS.kindShift
const TENTHS = 10

/** A sequence of numbers from 0 to 1, seeded by the name. */
export function drawn(name: string): () => number {
  let count = 0
  return () => hash('sha256', `${name}/${count++}`, 'buffer').readUInt32LE(0) / 2 ** 32
}

/** Keeps the number of batches and the device signals. */
export function changed(
  batches: readonly RecordedBatch[],
  behavior: Behavior,
  random: () => number,
): RecordedBatch['batch'][] {
  const events = acted(batches.flatMap(eventsOf), behavior, random)
  const size = Math.ceil(events.length / batches.length)
  let at = batches[0]?.batch.at ?? ([0, 0] as const)
  let start = batches[0]?.batch.start ?? 0
  // The recorded answer histories are left out, because they contain the original times.
  return batches.map(({ batch: { edits, ...batch } }, index) => {
    const own = events.slice(index * size, (index + 1) * size)
    const names: Name[] = []
    const rows = eventsToRows(
      own.map((one) => withIndex(one, names)),
      start,
      at,
    )
    const lastMs = Math.ceil((own.at(-1)?.event.t ?? start) / TENTHS)
    const made = {
      ...batch,
      start,
      at: [...at] as [number, number],
      names,
      rows,
      sent_at: batch.time_origin + lastMs,
    }
    for (const { event } of own) {
      start = event.t
      if (event.type === 'move' || event.type === 'down' || event.type === 'up') at = [event.x, event.y]
    }
    return made
  })
}

function eventsOf({ batch }: RecordedBatch): Named[] {
  return rowsToEvents(batch.rows, batch.start, batch.at).map((event) => ({
    event,
    name: 'name' in event ? batch.names?.[event.name] : undefined,
  }))
}

function withIndex({ event, name }: Named, names: Name[]): SessionEvent {
  if (!('name' in event)) return event
  if (name === undefined) return { ...event, name: -1 }
  const known = names.findIndex(([role, label]) => role === name[0] && label === name[1])
  if (known === -1) names.push(name)
  return { ...event, name: known === -1 ? names.length - 1 : known }
}

function acted(events: readonly Named[], habits: Behavior, random: () => number): Named[] {
  const made: Named[] = []
  const normal = () => random() + random() + random() + random() - 2
  let t = events[0]?.event.t ?? 0
  let before = t
  let pointer = { x: 300, y: 300 }
  let aimed: { from: string; x: number; y: number } | null = null
  const wait = (ms: number) => {
    t += Math.max(0, Math.round(ms * TENTHS))
  }
  const put = (event: SessionEvent, name?: Name) => made.push({ event: { ...event, t }, name })
  for (const { event, name } of events) {
    const gapMs = (event.t - before) / TENTHS
    before = event.t
    wait(gapMs * Math.exp(habits.jitter * normal()))
    if (event.type === 'keydown') {
      wait(habits.gap * 250 * random() * Math.exp(normal()))
      if (random() < habits.pauseOften * 0.25) wait(habits.pauseLong * 3_000 * random())
    }
    if (event.type === 'keyup') wait(habits.dwell * 140 * (0.5 + 0.5 * random()))
    if (event.type === 'move') {
      if (habits.path > 0.1) continue
      pointer = { x: event.x, y: event.y }
    }
    if (event.type === 'down') {
      if (random() < habits.pauseOften) wait(habits.pauseLong * 2_000 * random())
      const { rx, ry, rw, rh } = event
      const goal = {
        x: Math.round(event.x + normal() * habits.aim * rw * 0.25),
        y: Math.round(event.y + normal() * habits.aim * rh * 0.25),
      }
      aimed = {
        from: `${event.x} ${event.y}`,
        x: Math.min(rx + rw - 1, Math.max(rx + 1, goal.x)),
        y: Math.min(ry + rh - 1, Math.max(ry + 1, goal.y)),
      }
      if (habits.path > 0.1) walk(pointer, aimed, habits, random, wait, (move) => put(move))
      pointer = { x: aimed.x, y: aimed.y }
      wait(habits.dwell * 100 * random())
    }
    if (event.type === 'up') wait(habits.dwell * 120 * (0.5 + random()))
    if ((event.type === 'down' || event.type === 'up' || event.type === 'click') && aimed) {
      if (`${event.x} ${event.y}` === aimed.from) {
        put({ ...event, x: aimed.x, y: aimed.y }, name)
        continue
      }
    }
    if (event.type === 'scroll' && habits.scroll > 0.1) {
      scrollTo(event, made, Math.ceil(habits.scroll * 20), () => wait(8 + 16 * random()), put)
      continue
    }
    put(event, name)
    const isTyped = event.type === 'input' && event.kind === INPUT_KIND.insertText
    if (isTyped && random() < habits.corrections * 0.15) correct(event, name, random, wait, put)
  }
  return made
}

function walk(
  from: { x: number; y: number },
  to: { x: number; y: number },
  { path, bow, tremor }: Behavior,
  random: () => number,
  wait: (ms: number) => void,
  put: (move: SessionEvent) => void,
): void {
  const steps = Math.ceil(path * 50)
  const side = (random() - 0.5) * bow * 300
  for (let step = 1; step <= steps; step++) {
    const share = step / steps
    const eased = share * share * (3 - 2 * share)
    const shake = () => (random() - 0.5) * tremor * 6
    wait(8 + 10 * random())
    put({
      ...{ type: 'move', t: 0, coalesced: 1, flags: MOUSE },
      x: Math.round(from.x + (to.x - from.x) * eased + shake()),
      y: Math.round(from.y + (to.y - from.y) * eased + Math.sin(share * Math.PI) * side + shake()),
    } as SessionEvent)
  }
}

type Put = (event: SessionEvent, name?: Name) => void

function scrollTo(
  event: SessionEvent & { type: 'scroll' },
  made: readonly Named[],
  steps: number,
  pause: () => void,
  put: Put,
): void {
  const last = made.findLast(({ event: { type } }) => type === 'scroll')?.event
  const from = last?.type === 'scroll' ? last.y : 0
  for (let step = 1; step <= steps; step++) {
    pause()
    put({ ...event, y: Math.round(from + ((event.y - from) * step) / steps), count: 1 })
  }
}

/** Types one letter too many and deletes it. */
function correct(
  typed: SessionEvent & { type: 'input' },
  name: Name | undefined,
  random: () => number,
  wait: (ms: number) => void,
  put: Put,
): void {
  const press = (key: number, kind: number, value: number) => {
    const flags = 0
    wait(80 + 200 * random())
    put({ type: 'keydown', t: 0, class: key, flags, slot: 2, name: 0 }, name)
    wait(1)
    put({ ...typed, kind, length: kind === INPUT_KIND.insertText ? 1 : -1, value, caret: value }, name)
    wait(50 + 60 * random())
    put({ type: 'keyup', t: 0, class: key, flags, slot: 2 })
  }
  press(KEY_CLASS.lower, INPUT_KIND.insertText, typed.value + 1)
  press(KEY_CLASS.backspace, INPUT_KIND.deleteContentBackward, typed.value)
}
