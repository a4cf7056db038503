/** Paths of simulated hands: replayed with noise, in another session, and compared with those of others on the same page. */
import { describe, expect, it } from 'vitest'
import { drawMousePerson, reach } from '../../../research/lab/drivers/person_mouse.ts'
import { createRandom } from '../../../research/lab/drivers/random.ts'
import { POINTER, POINTER_FLAGS } from '../../contract/batch/rows.ts'
import type { StreamEvent } from '../session/fold.ts'
import { foldPath, readPath, writePath } from './path_sketch.ts'
import { samePaths } from './same_path.ts'

const TARGETS = [
  [200, 300],
  [640, 180],
  [310, 620],
  [900, 500],
  [150, 150],
  [700, 660],
  [420, 240],
  [880, 140],
  [260, 480],
] as const

const random = createRandom('mouse path')
const mouse = POINTER.mouse << POINTER_FLAGS.kindShift

/** A visit in which everyone clicks the same targets. Times in tenths of a millisecond. */
function visit(): StreamEvent[] {
  const person = drawMousePerson(random)
  const events: StreamEvent[] = []
  let at = { x: random.whole(100, 900), y: random.whole(100, 600) }
  let t = 0
  for (const [x, y] of TARGETS) {
    const aim = { x: x + random.whole(-20, 20), y: y + random.whole(-10, 10) }
    const steps = reach(at, aim, 40, person, random)
    for (const { atMs, ...place } of steps) {
      events.push({ type: 'move', t: Math.round(t + atMs * 10), ...place, coalesced: 1, flags: mouse })
    }
    at = steps.at(-1) ?? at
    t = (events.at(-1)?.t ?? t) + 5_000
  }
  return events
}

const sketch = (events: readonly StreamEvent[]) => {
  const fold = foldPath()
  for (const event of events) fold.step(event)
  fold.step({ type: 'break', t: events.at(-1)?.t ?? 0 })
  return fold.done() as string
}

/** Noise on every position, and on the time of every event without changing the order. */
function noisy(events: readonly StreamEvent[], px: number, ms: number): StreamEvent[] {
  let last = 0
  return events.map((event) => {
    const t = Math.max(last, Math.round(event.t + 10 * random.between(-ms, ms)))
    last = t
    if (!('x' in event)) return { ...event, t }
    const shake = () => Math.round(random.between(-px, px))
    return { ...event, t, x: event.x + shake(), y: event.y + shake() }
  })
}

describe('a mouse path', () => {
  const others = Array.from({ length: 40 }, () => sketch(visit()))

  it('is found again with noise of 4 px and 20 ms, and with other typing between the strokes', () => {
    const original = visit()
    const slower = original.map((event, i) => ({ ...event, t: event.t + (i > 60 ? 90_000 : 0) }))
    for (const copy of [original, noisy(original, 4, 20), slower]) {
      expect(samePaths([...others, sketch(original), sketch(copy)])).toEqual([[40, 41]])
    }
  })

  it('is not found in visits of others to the same targets, nor with noise of 40 px', () => {
    const original = visit()
    expect(samePaths([...others, sketch(original), sketch(noisy(original, 40, 20))])).toEqual([])
  })

  it('groups every copy of a recording', () => {
    const original = visit()
    const copies = Array.from({ length: 30 }, () => sketch(noisy(original, 4, 20)))
    expect(samePaths([sketch(original), ...copies])[0]).toHaveLength(31)
  })

  it('to and fro between two places says nothing', () => {
    const swing = writePath(
      Array.from({ length: 12 }, (_, i) => ({
        dx: i % 2 ? 300 : -300,
        dy: 0,
        ms: 250,
        bends: [0, 0, 0, 0],
      })),
    ) as string
    expect(samePaths([swing, swing])).toEqual([])
  })

  it('needs six strokes of a mouse, and keeps at most 20', () => {
    const events = visit()
    const shapes = readPath(sketch(events))
    expect(shapes.length).toBeGreaterThanOrEqual(6)
    expect(writePath(shapes.slice(0, 5))).toBeNull()
    expect(readPath(writePath(Array(50).fill(shapes[0])) as string)).toHaveLength(20)
    const touched = events.map((event) => ({ ...event, flags: POINTER.touch << POINTER_FLAGS.kindShift }))
    expect(sketch(touched as StreamEvent[])).toBeNull()
  })
})
