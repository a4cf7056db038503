/** Writes events of other recorders as the browser script would: thinned, ordered, batched and encoded. */
import type { DeviceReading, Name, NameRole } from '../../../src/contract/batch/batch.ts'
import { decodeBatch, encodeBatch, type RecordedBatch } from '../../../src/contract/batch/codec.ts'
import { eventsToRows, findRowFault } from '../../../src/contract/batch/events.ts'
import { flatten } from '../../../src/contract/batch/flat_rows.ts'
import type { RecordedSession } from '../../../src/contract/batch/recording.ts'
import { type EventOf, NAVIGATION_KIND, type SessionEvent } from '../../../src/contract/batch/rows.ts'
import { BATCH } from '../../../src/contract/limits.ts'
import type { Receipt } from '../../../src/contract/network.ts'

/** The browser script sends every five seconds. */
const BATCH_TICKS = 50_000
/** The browser script keeps one move per frame at 60 Hz, and the last move of a stroke. */
const MOVE_GAP_TICKS = 155
const STROKE_PAUSE_TICKS = 1_000

export interface Tape {
  push(event: SessionEvent): void
  name(role: NameRole, label: string): number
  read(reading: DeviceReading): void
  finish(id: string, receipt?: Omit<Receipt, 'at'>): RecordedSession
}

/** An arbitrary time, because converted recordings carry no date. */
const EPOCH_MS = 1_700_000_000_000

export function createTape(): Tape {
  const names: Name[] = []
  const indexes = new Map<string, number>()
  const events: SessionEvent[] = []
  const readings: DeviceReading[] = []

  function name(role: NameRole, label: string): number {
    const key = `${role} ${label}`
    let index = indexes.get(key)
    if (index === undefined) {
      index = names.push([role, label.slice(0, BATCH.nameChars)]) - 1
      indexes.set(key, index)
    }
    return index
  }

  return {
    push: (event) => events.push(event),
    name,
    read: (reading) => readings.push(reading),
    finish(id, receipt = {}) {
      const path = name('path', '/')
      const inOrder = thinned(events.toSorted((a, b) => a.t - b.t))
      const start = Math.max(0, inOrder[0]?.t ?? 0)
      inOrder.unshift({ type: 'navigation', t: start, kind: NAVIGATION_KIND.load, name: path })
      const batches = toBatches(inOrder, names, readings, id, receipt)
      return {
        sessionId: id.padEnd(22, 'A').slice(0, 22),
        userId: null,
        tags: [],
        batches,
        tampered: 0,
        overflow: 0,
      }
    },
  }
}

/** Keeps one move per frame, and the last one before a pause or a press. */
export function thinned(events: readonly SessionEvent[]): SessionEvent[] {
  const kept: SessionEvent[] = []
  let keptT = Number.NEGATIVE_INFINITY
  let held: { event: EventOf<'move'>; count: number } | undefined

  function flush(): void {
    if (held === undefined) return
    kept.push({ ...held.event, coalesced: Math.min(255, held.count) })
    keptT = held.event.t
    held = undefined
  }

  for (const event of events) {
    if (event.type !== 'move') {
      if (event.type === 'down' || event.type === 'up' || event.type === 'click' || event.type === 'border')
        flush()
      kept.push(event)
      continue
    }
    if (held !== undefined && event.t - held.event.t > STROKE_PAUSE_TICKS) flush()
    if (event.t - keptT < MOVE_GAP_TICKS) held = { event, count: (held?.count ?? 0) + 1 }
    else {
      kept.push({ ...event, coalesced: Math.min(255, event.coalesced + (held?.count ?? 0)) })
      held = undefined
      keptT = event.t
    }
  }
  flush()
  return kept.sort((a, b) => a.t - b.t)
}

function toBatches(
  events: readonly SessionEvent[],
  names: readonly Name[],
  readings: readonly DeviceReading[],
  id: string,
  receipt: Omit<Receipt, 'at'>,
): RecordedBatch[] {
  const parts: SessionEvent[][] = [[]]
  let until = (events[0]?.t ?? 0) + BATCH_TICKS
  for (const event of events) {
    const part = parts.at(-1) as SessionEvent[]
    if ((event.t > until && part.length > 0) || part.length >= BATCH.rows) {
      parts.push([event])
      until = event.t + BATCH_TICKS
    } else part.push(event)
  }
  let at: [number, number] = [0, 0]
  return parts.map((part, seq) => {
    const start = Math.max(0, part[0]?.t ?? 0)
    const own = tableOf(part, names)
    const rows = eventsToRows(own.events, start, at)
    for (const event of part) {
      if (event.type === 'move' || event.type === 'down' || event.type === 'up') at = [event.x, event.y]
    }
    const isLast = seq === parts.length - 1
    const device = readings.filter((reading) => (reading.at === 'load' ? seq === 0 : isLast))
    const end = Math.round((part.at(-1)?.t ?? start) / 10)
    const batch = {
      session_id: 'A'.repeat(22),
      tab: 'T'.repeat(8),
      page: 0,
      seq,
      ...(isLast ? { final: true } : {}),
      sent_at: EPOCH_MS + end,
      time_origin: EPOCH_MS,
      start,
      at: positionBefore(parts, seq),
      names: own.names,
      rows,
      ...(device.length > 0 ? { device } : {}),
    }
    const fault = findRowFault(flatten(rows), own.names.length)
    if (fault !== undefined) throw new Error(`${id}: batch ${seq}${fault.pointer}: ${fault.detail}`)
    const first = seq === 0 ? receipt : {}
    return decodeBatch(encodeBatch({ batch, receipt: { ...first, at: EPOCH_MS + end } }))
  })
}

/** The pointer position before the first row of a batch. */
function positionBefore(parts: readonly SessionEvent[][], seq: number): [number, number] {
  for (let part = seq - 1; part >= 0; part--) {
    const placed = parts[part]?.findLast(
      (event) => event.type === 'move' || event.type === 'down' || event.type === 'up',
    ) as EventOf<'move'> | undefined
    if (placed !== undefined) return [placed.x, placed.y]
  }
  return [0, 0]
}

/** The names that these events use, renumbered. */
function tableOf(
  events: readonly SessionEvent[],
  all: readonly Name[],
): { events: SessionEvent[]; names: Name[] } {
  const names: Name[] = []
  const moved = new Map<number, number>()
  const renamed = events.map((event) => {
    if (!('name' in event) || event.name < 0) return event
    let index = moved.get(event.name)
    if (index === undefined) {
      index = names.push(all[event.name] as Name) - 1
      moved.set(event.name, index)
    }
    return { ...event, name: index }
  })
  return { events: renamed, names }
}
