/** A session's events on one timeline, page by page. */
import type { Name } from '../../contract/batch/batch.ts'
import type { RecordedBatch } from '../../contract/batch/codec.ts'
import { rowsToEvents } from '../../contract/batch/events.ts'
import { NAVIGATION_KIND, type SessionEvent } from '../../contract/batch/rows.ts'
import { documentsOf } from '../../features/session/documents.ts'
import { momentsOf } from '../../features/session/moments.ts'
import { sessionSpan, spanOf } from '../../features/session/span.ts'

export interface TimedEvent {
  readonly event: SessionEvent
  /** Since the session began. */
  readonly atMs: number
  /** Name of the target; empty if there is none. */
  readonly label: string
}

export interface TimelinePage {
  readonly atMs: number
  readonly path: string
  readonly size: readonly [width: number, height: number]
  readonly events: readonly TimedEvent[]
}

export interface Timeline {
  readonly startedAt: number
  readonly durationMs: number
  readonly pages: readonly TimelinePage[]
}

const UNKNOWN_SIZE = [0, 0] as const

export function timelineOf(batches: readonly RecordedBatch[]): Timeline {
  const documents = documentsOf(batches)
  const momentOf = momentsOf(documents)
  const timed = documents.map((document) => {
    const own = document.batches.flatMap(({ batch, receipt }) =>
      rowsToEvents(batch.rows, batch.start, batch.at).map((event) => ({
        event,
        at: momentOf(document, event.t, receipt.at),
        names: batch.names,
      })),
    )
    return { document, own, span: spanOf(document, momentOf) }
  })
  const { from: startedAt, to: endedAt } = sessionSpan(timed.map(({ span }) => span))
  return {
    startedAt,
    durationMs: endedAt - startedAt,
    pages: timed.map(({ document, own, span }) => ({
      atMs: span.from - startedAt,
      path: pathOf(own),
      size: sizeOf(document.batches),
      events: own.map(({ event, at, names }) => ({
        event,
        atMs: Math.max(0, at - startedAt),
        label: 'name' in event ? (names[event.name]?.[1] ?? '') : '',
      })),
    })),
  }
}

function pathOf(
  events: readonly { readonly event: SessionEvent; readonly names: readonly Name[] }[],
): string {
  for (const { event, names } of events) {
    if (event.type !== 'navigation') continue
    if (event.kind === NAVIGATION_KIND.replace || event.kind === NAVIGATION_KIND.hash) continue
    const name = names[event.name]
    if (name !== undefined) return name[1]
  }
  return ''
}

function sizeOf(batches: readonly RecordedBatch[]): readonly [number, number] {
  for (const { batch } of batches) {
    for (const { signals } of batch.device ?? []) {
      const { inner } = signals
      if (Array.isArray(inner) && typeof inner[0] === 'number' && typeof inner[1] === 'number') {
        return [inner[0], inner[1]]
      }
    }
  }
  return UNKNOWN_SIZE
}
