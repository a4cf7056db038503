/** What a report promises whatever the events: the same for any split, never less for more, never blind to a gap. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runSessionChecks, type SessionOutcomes } from '../checks/session.ts'
import type { DeviceReading, Name } from '../contract/batch.ts'
import { BIOMETRIC_CHECKS, DEVICE_CHECKS, type SessionCheckName } from '../contract/checks.ts'
import type { RecordedBatch } from '../contract/codec.ts'
import { eventsToRows } from '../contract/events.ts'
import type { RecordedSession } from '../contract/recording.ts'
import { INPUT_KIND, KEY_CLASS, KEY_FLAGS, type SessionEvent, UNTRUSTED } from '../contract/rows.ts'
import { foldSession } from '../features/session.ts'
import { assess } from './assess.ts'

const RUNS = 1_000
const PATIENCE_MS = 120_000
const NAMES: Name[] = [
  ['text', 'q1'],
  ['choice', 'yes'],
  ['choice', 'no'],
  ['button', 'Send'],
]
const ALL: readonly SessionCheckName[] = [...BIOMETRIC_CHECKS, ...DEVICE_CHECKS]
/** These speak of the whole session by definition, and may change until it is complete. */
const WHOLE: readonly SessionCheckName[] = ['no_corrections', 'all_pasted']

type Draft = SessionEvent extends infer Event
  ? Event extends SessionEvent
    ? Omit<Event, 't'>
    : never
  : never
/** Ticks since the event before, and the event. */
type Timed = readonly [number, Draft]

const LINUX: DeviceReading = {
  at: 'load',
  signals: {
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36',
    webdriver: false,
  },
}

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

/** Stretches of what drivers do and of what people do, so that checks have something to find and to lose. */
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
/** A driver going from target to target: one move, one press of no length on the very middle. */
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

/** Text typed by a driver: steady, or too fast, or without Shift, at times that follow no clock. */
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

/** A page set to a new place again and again. */
const leapThrough: fc.Arbitrary<Timed[]> = fc
  .array(fc.integer({ min: 500, max: 5_000 }), { minLength: 4, maxLength: 7 })
  .map((ys) =>
    ys.map((y, i): Timed => [30_000, { type: 'scroll', y: y + i, range: 9_000, count: 1, flags: 0 }]),
  )

const story = fc
  .array(fc.oneof({ weight: 4, arbitrary: stretch }, drive, dictate, leapThrough), {
    minLength: 1,
    maxLength: 12,
  })
  .map((stretches) => stretches.flat())

function timed(drafts: readonly Timed[], from: number): SessionEvent[] {
  let t = from
  return drafts.map(([gap, draft]) => {
    t += gap
    return { ...draft, t } as SessionEvent
  })
}

interface Page {
  readonly page: number
  readonly events: readonly SessionEvent[]
  /** Where the stream is cut into batches. */
  readonly cuts: readonly number[]
}

function batchesOf({ page, events, cuts }: Page): RecordedBatch[] {
  const borders = [
    0,
    ...[...new Set(cuts.map((cut) => cut % (events.length + 1)))].sort((a, b) => a - b),
    events.length,
  ]
  let at: [number, number] = [0, 0]
  const parts = borders.slice(1).map((end, i) => events.slice(borders[i], end))
  let start = 0
  return parts.map((part, seq) => {
    const rows = eventsToRows(part, start, at)
    const batch = {
      session_id: 'A'.repeat(22),
      tab: `TAB0000${page}`,
      page,
      seq,
      ...(seq === parts.length - 1 ? { final: true } : {}),
      sent_at: 1_790_000_000_000,
      time_origin: 1_790_000_000_000,
      start,
      at,
      names: NAMES,
      rows,
      ...(seq === 0 && page === 0 ? { device: [LINUX] } : {}),
    }
    for (const event of part) {
      start = event.t
      if (event.type === 'move' || event.type === 'down' || event.type === 'up') at = [event.x, event.y]
    }
    return { batch, receipt: { at: 1_790_000_000_100 } }
  })
}

const sessionOf = (batches: readonly RecordedBatch[]): RecordedSession => ({
  sessionId: 'A'.repeat(22),
  userId: null,
  tags: [],
  batches,
  tampered: 0,
  overflow: 0,
})

function judge(batches: readonly RecordedBatch[]) {
  const features = foldSession(sessionOf(batches))
  const outcomes = runSessionChecks(features, (check, error) => {
    throw new Error(check, { cause: error })
  })
  return { outcomes, assessment: assess(outcomes, features.coverage, {}) }
}

const withoutWhole = (outcomes: SessionOutcomes): SessionOutcomes => ({
  ...outcomes,
  ...Object.fromEntries(WHOLE.map((check) => [check, { result: 'Unknown', evidence: '' }])),
})
const scoreOf = (outcomes: SessionOutcomes): number =>
  assess(withoutWhole(outcomes), { events: 1, gaps: 0, tampered: 0, ended: true }, {}).risk_score

const cuts = fc.array(fc.nat(500), { maxLength: 12 })

describe('evidence', () => {
  it(
    'is the same for any split, order of arrival and repetition of the batches',
    () => {
      fc.assert(
        fc.property(
          story,
          story,
          cuts,
          cuts,
          fc.infiniteStream(fc.nat()),
          (first, second, cutsA, cutsB, chance) => {
            const pages = [timed(first, 1_000), timed(second, 500)]
            const whole = pages.flatMap((events, page) => batchesOf({ page, events, cuts: [] }))
            const split = pages.flatMap((events, page) =>
              batchesOf({ page, events, cuts: page === 0 ? cutsA : cutsB }),
            )
            const repeated = [...split, ...split.filter((_, i) => i % 2 === 0)]
            const shuffled = repeated.map((batch) => [chance.next().value as number, batch] as const)
            shuffled.sort(([a], [b]) => a - b)
            expect(judge(shuffled.map(([, batch]) => batch))).toEqual({
              ...judge(whole),
            })
          },
        ),
        { numRuns: RUNS },
      )
    },
    PATIENCE_MS,
  )

  it(
    'is never washed out by what follows',
    () => {
      let found = 0
      fc.assert(
        fc.property(story, story, fc.boolean(), (guilty, later, onAnotherPage) => {
          const before = timed(guilty, 1_000)
          const after = timed(later, onAnotherPage ? 500 : (before.at(-1)?.t ?? 0))
          const base = judge(batchesOf({ page: 0, events: before, cuts: [] }))
          const more = judge(
            onAnotherPage
              ? [
                  ...batchesOf({ page: 0, events: before, cuts: [] }),
                  ...batchesOf({ page: 1, events: after, cuts: [] }),
                ]
              : batchesOf({ page: 0, events: [...before, ...after], cuts: [] }),
          )
          for (const check of ALL) {
            if (WHOLE.includes(check) || base.outcomes[check].result !== 'Detected') continue
            found++
            expect([check, more.outcomes[check].result]).toEqual([check, 'Detected'])
          }
          expect(scoreOf(more.outcomes)).toBeGreaterThanOrEqual(scoreOf(base.outcomes))
        }),
        { numRuns: 2 * RUNS },
      )
      // The stories do contain something to wash out, or the above would prove nothing.
      expect(found).toBeGreaterThan(RUNS / 2)
    },
    PATIENCE_MS,
  )

  it(
    'never accepts a session of which something was withheld',
    () => {
      let accepted = 0
      fc.assert(
        fc.property(
          story,
          story,
          cuts,
          fc.infiniteStream(fc.boolean()),
          fc.nat(3),
          (first, second, cutsA, keep, lost) => {
            const all = [
              ...batchesOf({ page: 0, events: timed(first, 1_000), cuts: cutsA }),
              ...batchesOf({ page: 1, events: timed(second, 500), cuts: cutsA }),
            ]
            const last = all.filter(({ batch }) => batch.page === 1)
            const certain = last[last.length - 1 - (lost % last.length)]
            // A page that never reached the server leaves no trace; of the last one, something must have arrived.
            const kept = all.filter((batch) => keep.next().value || batch === certain)
            const { assessment } = judge(kept)
            if (kept.length < all.length) expect(assessment.recommended_action).not.toBe('Auto-accept')
            if (judge(all).assessment.recommended_action === 'Auto-accept') accepted++
          },
        ),
        { numRuns: RUNS },
      )
      // Whole sessions are accepted at times, so it is the gap that forbids it.
      expect(accepted).toBeGreaterThan(0)
    },
    PATIENCE_MS,
  )
})
