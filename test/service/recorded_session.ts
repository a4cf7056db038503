/** Sessions for tests: hand-written or random events, split into batches anywhere. */
import fc from 'fast-check'
import { NAME_ROLES, type Name } from '../../src/contract/batch/batch.ts'
import type { RecordedBatch } from '../../src/contract/batch/codec.ts'
import { eventsToRows } from '../../src/contract/batch/events.ts'
import { ROWS, type RowType, type SessionEvent } from '../../src/contract/batch/rows.ts'

/** 25 March 2025, 14:30:00 UTC. */
export const ORIGIN = Date.UTC(2025, 2, 25, 14, 30)

/** An event whose `name` is not yet an index into a batch's table. */
export interface NamedEvent {
  readonly event: SessionEvent
  readonly name?: Name
}

export interface DocumentOptions {
  readonly tab?: string
  readonly page?: number
  readonly origin?: number
  readonly zone?: string
  /** Milliseconds from sending to receipt, including the difference of the clocks. */
  readonly skewMs?: number
  /** Whether the last batch is marked as final. */
  readonly final?: boolean
}

type Fields = Readonly<Record<string, number>>

/** `at` in ms; missing fields are 0. */
export function event(type: RowType, at: number, fields: Fields = {}, name?: Name): NamedEvent {
  const values = Object.fromEntries(
    ROWS[type].fields.map((field) => [absolute(field), fields[absolute(field)] ?? 0]),
  )
  const made = { type, t: Math.round(at * 10), ...values } as unknown as SessionEvent
  return name === undefined ? { event: made } : { event: made, name }
}

const absolute = (field: string) => (field === 'dx' ? 'x' : field === 'dy' ? 'y' : field)

/** One document, with its events split before each index in `cuts`. */
export function record(
  events: readonly NamedEvent[],
  cuts: readonly number[] = [],
  { tab = 'TTTTTTTT', page = 0, origin = ORIGIN, zone, skewMs = 40, final = false }: DocumentOptions = {},
): RecordedBatch[] {
  const borders = [
    0,
    ...[...new Set(cuts)].filter((cut) => cut > 0 && cut < events.length).sort((a, b) => a - b),
    events.length,
  ]
  let at: [number, number] = [0, 0]
  let start = 0
  return borders.slice(1).map((end, seq) => {
    const own = events.slice(borders[seq], end)
    const names: Name[] = []
    const rows = eventsToRows(
      own.map((named) => withIndex(named, names)),
      start,
      at,
    )
    const sentAt = origin + Math.ceil((own.at(-1)?.event.t ?? 0) / 10)
    const batch: RecordedBatch = {
      batch: {
        session_id: 'S'.repeat(22),
        tab,
        page,
        seq,
        sent_at: sentAt,
        time_origin: origin,
        start,
        at,
        ...(zone === undefined ? {} : { zone }),
        ...(final && end === events.length ? { final } : {}),
        names,
        rows,
      },
      receipt: { at: sentAt + skewMs },
    }
    for (const { event } of own) {
      start = event.t
      if (event.type === 'move' || event.type === 'down' || event.type === 'up') at = [event.x, event.y]
    }
    return batch
  })
}

function withIndex({ event, name }: NamedEvent, names: Name[]): SessionEvent {
  if (!('name' in event)) return event
  if (name === undefined) return { ...event, name: -1 }
  const known = names.findIndex(([role, label]) => role === name[0] && label === name[1])
  if (known === -1) names.push(name)
  return { ...event, name: known === -1 ? names.length - 1 : known }
}

/** A few names, so that runs in one field are common. */
const anyName: fc.Arbitrary<Name> = fc.tuple(
  fc.constantFrom(...NAME_ROLES),
  fc.constantFrom('q1', 'q2', 'Send', '/checkout', '__proto__', 'a"b\u202e\n', ''),
)

/** Pauses from none to long enough to end any run. */
const anyPause = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 3_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 400_000 }) },
)

const anyStep = fc.record({
  type: fc.constantFrom(...(Object.keys(ROWS) as RowType[])),
  pause: anyPause,
  fields: fc.array(fc.oneof(fc.integer({ min: -1, max: 40 }), fc.integer({ min: -1, max: 2_000 })), {
    minLength: 13,
    maxLength: 13,
  }),
  name: fc.option(anyName, { nil: undefined }),
})

export const anyEvents: fc.Arbitrary<NamedEvent[]> = fc
  .array(anyStep, { minLength: 1, maxLength: 60 })
  .map((steps) => {
    let t = 0
    return steps.map(({ type, pause, fields, name }) => {
      t += pause
      const given = Object.fromEntries(
        ROWS[type].fields.map((field, index) => [absolute(field), fields[index] as number]),
      )
      return event(type, t / 10, given, name)
    })
  })

export const anyCuts = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 12 })
