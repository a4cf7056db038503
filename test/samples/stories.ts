/** Sessions for property tests: parts by drivers and by people, in any order. */
import fc from 'fast-check'
import type { Name } from '../../src/contract/batch/batch.ts'
import {
  INPUT_KIND,
  KEY_CLASS,
  KEY_FLAGS,
  type SessionEvent,
  UNTRUSTED,
} from '../../src/contract/batch/rows.ts'
import type { NamedEvent } from '../service/recorded_session.ts'

const NAMES: Name[] = [
  ['text', 'q1'],
  ['choice', 'yes'],
  ['choice', 'no'],
  ['button', 'Send'],
]
type Draft = SessionEvent extends infer Event
  ? Event extends SessionEvent
    ? Omit<Event, 't'>
    : never
  : never
/** Ticks since the event before, and the event. */
type Timed = readonly [number, Draft]

const MOUSE = 2
const place = fc.integer({ min: 0, max: 1_200 })
const pause = fc.oneof(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 30_000 }))
const name = fc.integer({ min: -1, max: 3 })

const press = (x: number, y: number, target: readonly number[], pressure: number, flags: number): Draft => {
  const [rx = 0, ry = 0, rw = 0, rh = 0] = target
  return {
    type: 'down',
    x,
    y,
    pressure,
    width: 1,
    height: 1,
    flags,
    button: 0,
    pointer: 1,
    rx,
    ry,
    rw,
    rh,
    name: -1,
  }
}
const release = (x: number, y: number): Draft => ({
  type: 'up',
  x,
  y,
  pressure: 0,
  width: 1,
  height: 1,
  flags: MOUSE,
  button: 0,
  pointer: 1,
})
const keydown = (kind: number, flags: number, field: number): Draft => ({
  type: 'keydown',
  class: kind,
  flags,
  slot: 0,
  name: field,
})
const keyup = (kind: number): Draft => ({ type: 'keyup', class: kind, flags: 0, slot: 0 })

/** Parts by drivers and by people, so that checks can detect them and could lose a detection. */
const stretch: fc.Arbitrary<Timed[]> = fc.oneof(
  fc
    .tuple(place, place, pause, fc.constantFrom(0, 50), fc.integer({ min: 0, max: 1_500 }))
    .map(([x, y, wait, pressure, hold]): Timed[] => [
      [wait, { type: 'move', x, y, coalesced: 1, flags: MOUSE }],
      [20, press(x, y, [x - 200, y - 40, 400, 80], pressure, MOUSE)],
      [hold, release(x, y)],
    ]),
  fc
    .tuple(place, place, pause)
    .map(([x, y, wait]): Timed[] => [
      ...Array.from(
        { length: 8 },
        (_, i): Timed => [
          i === 0 ? wait : 170,
          { type: 'move', x: x + i * 15, y: y + i * i, coalesced: 1, flags: MOUSE },
        ],
      ),
      [900, press(x + 120, y + 64, [x, y, 160, 90], 50, MOUSE)],
      [800, release(x + 120, y + 64)],
    ]),
  fc
    .tuple(fc.integer({ min: 5, max: 2_500 }), fc.integer({ min: 2, max: 45 }), fc.boolean())
    .map(([gap, count, upper]): Timed[] =>
      Array.from({ length: count }, (_, i): Timed[] => {
        const kind = i % 5 === 4 ? KEY_CLASS.space : upper ? KEY_CLASS.upper : KEY_CLASS.lower
        return [
          [gap, keydown(kind, upper ? KEY_FLAGS.needsShift : 0, 0)],
          [
            1,
            { type: 'input', kind: INPUT_KIND.insertText, length: 1, value: i, caret: i, flags: 0, name: 0 },
          ],
          [Math.ceil(gap / 2), keyup(kind)],
        ]
      }).flat(),
    ),
  fc
    .array(fc.tuple(fc.integer({ min: 600, max: 4_000 }), fc.constantFrom(1, 4, 5, 6)), {
      minLength: 5,
      maxLength: 60,
    })
    .map((keys): Timed[] =>
      keys.flatMap(([gap, kind]): Timed[] => [
        [gap, keydown(kind, 0, 0)],
        [700, keyup(kind)],
      ]),
    ),
  fc
    .tuple(pause, name)
    .map(([wait, target]): Timed[] => [
      [
        wait,
        { type: 'click', x: 0, y: 0, detail: 0, flags: UNTRUSTED, rx: 0, ry: 0, rw: 9, rh: 9, name: target },
      ],
    ]),
  fc
    .tuple(pause, fc.integer({ min: 0, max: 200 }))
    .map(([wait, length]): Timed[] => [
      [
        wait,
        { type: 'input', kind: INPUT_KIND.insertText, length, value: length, caret: -1, flags: 0, name: 0 },
      ],
    ]),
  fc
    .tuple(pause, fc.integer({ min: 0, max: 5_000 }))
    .map(([wait, y]): Timed[] => [[wait, { type: 'scroll', y, range: 9_000, count: 1, flags: 0 }]]),
  fc
    .tuple(pause, fc.integer({ min: 0, max: 300 }), fc.integer({ min: -1, max: 60_000 }))
    .map(([wait, length, sinceReturn]): Timed[] => [
      [wait, { type: 'clipboard', kind: 1, length, sinceReturn, flags: 0, name: 0 }],
    ]),
  fc
    .tuple(pause, fc.integer({ min: 1, max: 4 }))
    .map(([wait, kind]): Timed[] => [[wait, { type: 'attention', kind }]]),
  fc
    .tuple(pause, fc.integer({ min: 1, max: 2 }))
    .map(([wait, kind]): Timed[] => [[wait, { type: 'border', kind }]]),
)
/** A driver that clicks targets: one move and one press without duration on the exact center. */
const drive: fc.Arbitrary<Timed[]> = fc
  .tuple(
    fc.array(fc.tuple(place, place), { minLength: 4, maxLength: 7 }),
    fc.constantFrom(0, 50, 50),
    fc.constantFrom(12, 900),
    fc.constantFrom(0, 16),
  )
  .map(([places, pressure, hold, focused]) =>
    places.flatMap(([x, y]): Timed[] => [
      [7_013, { type: 'move', x, y, coalesced: 1, flags: MOUSE }],
      [23, press(x, y, [x - 200, y - 40, 400, 80], pressure, MOUSE)],
      [hold, release(x, y)],
      [0, { type: 'click', x, y, detail: 1, flags: MOUSE | focused, rx: 0, ry: 0, rw: 9, rh: 9, name: 1 }],
    ]),
  )

/** Text typed by a driver: too regular, too fast, or without Shift, at times that follow no tick. */
const dictate: fc.Arbitrary<Timed[]> = fc
  .record({
    gap: fc.integer({ min: 30, max: 900 }),
    isUneven: fc.boolean(),
    count: fc.integer({ min: 45, max: 70 }),
    kind: fc.constantFrom(KEY_CLASS.lower, KEY_CLASS.upper),
    withShift: fc.boolean(),
  })
  .map(({ gap, isUneven, count, kind, withShift }) =>
    Array.from({ length: count }, (_, i): Timed[] => {
      const flags = kind === KEY_CLASS.upper ? KEY_FLAGS.needsShift | (withShift ? KEY_FLAGS.shift : 0) : 0
      const wait = (isUneven && i % 3 === 0 ? 5 * gap : gap) + ((i * 7) % 10)
      return [
        [wait, keydown(i % 6 === 5 ? KEY_CLASS.space : kind, flags, 0)],
        [11, keyup(kind)],
      ]
    }).flat(),
  )

/** A page that a script scrolls repeatedly. */
const leapThrough: fc.Arbitrary<Timed[]> = fc
  .array(fc.integer({ min: 500, max: 5_000 }), { minLength: 4, maxLength: 7 })
  .map((ys) =>
    ys.map((y, i): Timed => [30_000, { type: 'scroll', y: y + i, range: 9_000, count: 1, flags: 0 }]),
  )

const START_TICKS = 1_000

/** One document's events. */
export const anyStory: fc.Arbitrary<NamedEvent[]> = fc
  .array(fc.oneof({ weight: 4, arbitrary: stretch }, drive, dictate, leapThrough), {
    minLength: 1,
    maxLength: 12,
  })
  .map((stretches) => {
    let t = START_TICKS
    return stretches.flat().map(([gap, draft]) => {
      t += gap
      const event = { ...draft, t } as SessionEvent
      const name = 'name' in event ? NAMES[event.name] : undefined
      return name === undefined ? { event } : { event, name }
    })
  })
