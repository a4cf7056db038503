/** The service's counters of received, accepted and rejected batches. */
import { METRICS_KEY } from './service_process.ts'

export interface Counters {
  readonly received: number
  readonly accepted: number
  readonly rejected: number
  /** Rejected batches by error code. */
  readonly reasons: Readonly<Record<string, number>>
  readonly rowsAccepted: number
  /** Rows that browsers report as dropped. */
  readonly rowsDropped: number
}

export async function readCounters(address: string): Promise<Counters> {
  const answer = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${METRICS_KEY}` } })
  const text = await answer.text()
  const lines = (name: string) => [
    ...text.matchAll(new RegExp(`^${name}(?:\\{(?:\\w+="([^"]*)")?[^}]*\\})? (\\d+)$`, 'gm')),
  ]
  const sum = (name: string) => lines(name).reduce((total, [, , value]) => total + Number(value), 0)
  return {
    received: sum('byhand_batches_received_total'),
    accepted: sum('byhand_batches_accepted_total'),
    rejected: sum('byhand_batches_rejected_total'),
    reasons: Object.fromEntries(
      lines('byhand_batches_rejected_total').map(([, reason, value]) => [reason, Number(value)]),
    ),
    rowsAccepted: sum('byhand_rows_accepted_total'),
    rowsDropped: sum('byhand_rows_dropped_total'),
  }
}
