/** When the service received the events of one field. */
import { rowsToEvents } from '../../contract/batch/events.ts'
import type { RecordedSession } from '../../contract/batch/recording.ts'
import { TICKS_PER_MS } from '../../contract/batch/rows.ts'

export interface Arrival {
  /** From the first event of the field to its last event in this batch, by the browser's clock. */
  readonly spanMs: number
  /** By the service's clock. */
  readonly receivedAt: number
}

/** One for each batch with events of the field. */
export function foldArrivals({ batches }: RecordedSession, label: string): Arrival[] {
  const received = batches.flatMap(({ batch, receipt }) => {
    const name = batch.names.findIndex(([role, own]) => role === 'text' && own === label)
    if (name === -1) return []
    const times = rowsToEvents(batch.rows, batch.start, batch.at).flatMap((event) =>
      'name' in event && event.name === name ? event.t : [],
    )
    if (times.length === 0) return []
    return { first: times[0] as number, last: times.at(-1) as number, receivedAt: receipt.at }
  })
  const first = Math.min(...received.map((one) => one.first))
  return received.map(({ last, receivedAt }) => ({ spanMs: (last - first) / TICKS_PER_MS, receivedAt }))
}
