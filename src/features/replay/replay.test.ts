/** Lab sessions replayed unchanged, later and with noise, and unrelated sessions. */
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../research/lab/drivers/random.ts'
import { readRecordings, sessionOf } from '../../../research/lab/recordings.ts'
import type { StreamEvent } from '../session/fold.ts'
import { readStream } from '../session/stream.ts'
import { MOST_MARKS, marksOf } from './marks.ts'
import { foldMovement, type Movement } from './movement.ts'
import { repeatOf, repeatWithin } from './repeat.ts'

const random = createRandom('replay')

function movementOf(events: readonly StreamEvent[]): Movement {
  const fold = foldMovement()
  for (const event of events) fold.step(event)
  return fold.done()
}

/** Times in tenths of a millisecond; every event later by `shift`, and by up to `noiseMs` either way. */
function again(
  events: readonly StreamEvent[],
  shift: number,
  noiseMs: number,
  noisePx: number,
): StreamEvent[] {
  const moved = events.map((event): StreamEvent => {
    const t = Math.max(0, Math.round(event.t + shift + random.between(-noiseMs, noiseMs) * 10))
    if (!('x' in event)) return { ...event, t }
    const [dx, dy] = [random.between(-noisePx, noisePx), random.between(-noisePx, noisePx)]
    return { ...event, t, x: event.x + Math.round(dx), y: event.y + Math.round(dy) }
  })
  return moved.sort((a, b) => a.t - b.t)
}

const people = readRecordings()
  .filter(({ stack, name }) => ['plain', 'keyboard-only', 'zoomed'].includes(stack) && !name.endsWith('-3'))
  .map(({ name, batches }) => ({ name, events: readStream(sessionOf({ batches })).events }))
const shared = (a: readonly number[], b: readonly number[]) => a.filter((mark) => b.includes(mark)).length

describe.each(people)('a replay of $name', ({ events }) => {
  const original = movementOf(events)
  const marks = marksOf(original)

  it.each([
    ['unchanged', 0, 0, 0, 0.99],
    ['an hour later', 36_000_000, 0, 0, 0.99],
    ['with noise of 5 ms and 2 px', 0, 5, 2, 0.6],
  ])('is found when it is played %s', (_, shift, noiseMs, noisePx, share) => {
    const replay = movementOf(again(events, shift, noiseMs, noisePx))
    expect(shared(marksOf(replay), marks)).toBeGreaterThanOrEqual(3)
    const { presses, pressesOf } = repeatOf(replay, original)
    expect(presses / pressesOf).toBeGreaterThan(share)
  })

  it('is found within one session', () => {
    const last = events.at(-1)?.t ?? 0
    const twice = movementOf([...events, ...again(events, last + 20_000, 0, 0)])
    expect(repeatWithin(original)).toMatchObject({ presses: 0, strokes: 0 })
    expect(repeatWithin(twice).presses).toBeGreaterThan(24)
  })

  it('is not found in other sessions', () => {
    for (const other of people.filter((one) => one.events !== events)) {
      expect(repeatOf(original, movementOf(other.events)), other.name).toMatchObject({
        presses: 0,
        strokes: 0,
      })
    }
  })
})

describe('marks', () => {
  it('only increase as a session continues, up to a limit', () => {
    const { events } = people[0] as (typeof people)[number]
    const early = marksOf(movementOf(events.slice(0, events.length / 2)))
    const all = marksOf(movementOf(events))
    expect(early.length).toBeGreaterThan(0)
    expect(early.filter((mark) => !all.includes(mark))).toEqual([])
    const endless = Array.from({ length: 30 }, (_, i) => again(events, i * 3_000_000, 30, 9)).flat()
    const most = marksOf(movementOf(endless)).length
    expect(most).toBeGreaterThanOrEqual(all.length)
    expect(most).toBeLessThanOrEqual(MOST_MARKS)
    for (const mark of all) expect(Number.isSafeInteger(mark)).toBe(true)
  })
})

describe('repetition that is no replay', () => {
  const keys = (count: number, everyMs: number, holdMs: number): StreamEvent[] =>
    Array.from({ length: count }, (_, i): StreamEvent[] => [
      { type: 'keydown', t: 10 * i * everyMs, class: 1, flags: 0, slot: 0, name: 0 },
      { type: 'keyup', t: 10 * (i * everyMs + holdMs), class: 1, flags: 0, slot: 0 },
    ]).flat()

  it.each([
    ['a password manager that types by itself', keys(40, 12, 4)],
    ['a macro with even pauses', keys(80, 60, 30)],
  ])('is not found: %s', (_, events) => {
    expect(repeatOf(movementOf(events), movementOf(events)).presses).toBe(0)
    expect(repeatWithin(movementOf(events)).presses).toBe(0)
  })
})
