/** Turns stored batches into one stream of events: sorted, without duplicates, with shared names and marked gaps. */
import type { Batch, DeviceReading, Name } from '../../contract/batch/batch.ts'
import type { RecordedBatch } from '../../contract/batch/codec.ts'
import { rowsToEvents } from '../../contract/batch/events.ts'
import type { RecordedSession } from '../../contract/batch/recording.ts'
import { type SessionEvent, TICKS_PER_MS } from '../../contract/batch/rows.ts'
import type { Receipt } from '../../contract/network.ts'
import { isStepUpField } from '../../contract/step_up_field.ts'
import { withoutAccessibilityPresses } from '../mouse/accessibility_presses.ts'
import { documentsOf } from './documents.ts'
import type { StreamEvent } from './fold.ts'

/** Moves arrive a frame late, so a batch may begin slightly before the previous one ended. */
const LATE_TICKS = 2_000 * TICKS_PER_MS

export interface SessionStream {
  readonly batches: readonly RecordedBatch[]
  readonly names: readonly Name[]
  readonly events: readonly StreamEvent[]
  readonly readings: readonly DeviceReading[]
  readonly receipts: readonly Receipt[]
}

/**
 * Leaves out what was entered into the task of step-up verification, because the score must not depend on it. `withTasks` keeps
 * it. Presses by accessibility action are clicks without a pointer.
 */
export function readStream(session: RecordedSession, withTasks = false): SessionStream {
  const batches = documentsOf(session.batches).flatMap((document) => document.batches)
  const names: Name[] = []
  const indexes = new Map<string, number>()
  const events: StreamEvent[] = []
  const readings: DeviceReading[] = []
  const isOfTask = openTaskFilter(names)
  let before: { tab: string; seq: number; t: number } | undefined

  for (const { batch } of batches) {
    const follows = before?.tab === batch.tab && before.seq + 1 === batch.seq ? before : undefined
    // A batch of device data alone has no time of its own.
    const start = batch.rows.length === 0 && follows !== undefined ? follows.t : batch.start
    const goesOn = follows !== undefined && follows.t - LATE_TICKS <= start
    if (!goesOn || (batch.dropped ?? 0) > 0) events.push({ type: 'break', t: start })
    const shared = batch.names.map((name) => intern(name, names, indexes))
    let t = start
    for (const event of rowsToEvents(batch.rows, batch.start, batch.at)) {
      const named = withSharedName(event, shared)
      if (withTasks || !isOfTask(named)) events.push(named)
      t = event.t
    }
    readings.push(...(batch.device ?? []))
    before = { tab: batch.tab, seq: batch.seq, t }
  }
  return {
    batches,
    names,
    events: withoutAccessibilityPresses(events),
    readings,
    receipts: batches.map(({ receipt }) => receipt),
  }
}

/** Whether an event belongs to the field of a task. A released key has no field; its slot tells which press it ends. */
function openTaskFilter(names: readonly Name[]): (event: SessionEvent) => boolean {
  const held = new Set<number>()
  return (event) => {
    if (event.type === 'keyup') return held.delete(event.slot)
    const name = 'name' in event ? names[event.name] : undefined
    const isOwn = name?.[0] === 'text' && isStepUpField(name[1])
    if (isOwn && event.type === 'keydown') held.add(event.slot)
    return isOwn
  }
}

function intern(name: Batch['names'][number], names: Name[], indexes: Map<string, number>): number {
  const key = `${name[0]} ${name[1]}`
  let index = indexes.get(key)
  if (index === undefined) {
    index = names.push(name) - 1
    indexes.set(key, index)
  }
  return index
}

/** `rowsToEvents` created these objects for this call, so the index is changed in place. */
function withSharedName(event: SessionEvent, shared: readonly number[]): SessionEvent {
  if (!('name' in event)) return event
  const named = event as { name: number }
  named.name = shared[named.name] ?? -1
  return event
}
