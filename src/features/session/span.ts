/** The time from the first to the last event of a session, by the clock of the event log and the replay. */
import type { RecordedBatch } from '../../contract/batch/codec.ts'
import { documentsOf, type RecordedDocument } from './documents.ts'
import { type MomentOf, momentsOf } from './moments.ts'

export interface Span {
  readonly from: number
  readonly to: number
}

/** A document without events takes no time. */
export function spanOf(document: RecordedDocument, momentOf: MomentOf): Span {
  const { batches } = document
  const first = batches.find(({ batch }) => batch.rows.length > 0) ?? batches[0]
  const from = momentOf(document, first.batch.start + (first.batch.rows[0]?.[1] ?? 0), first.receipt.at)
  const last = batches.findLast(({ batch }) => batch.rows.length > 0)
  if (last === undefined) return { from, to: from }
  const end = last.batch.rows.reduce((t, row) => t + (row[1] as number), last.batch.start)
  return { from, to: momentOf(document, end, last.receipt.at) }
}

/** Zero without documents. */
export function sessionSpan(spans: readonly Span[]): Span {
  if (spans.length === 0) return { from: 0, to: 0 }
  const from = spans.reduce((least, span) => Math.min(least, span.from), Number.POSITIVE_INFINITY)
  return { from, to: spans.reduce((most, span) => Math.max(most, span.to), from) }
}

export function durationOf(batches: readonly RecordedBatch[]): number {
  const documents = documentsOf(batches)
  const momentOf = momentsOf(documents)
  const { from, to } = sessionSpan(documents.map((document) => spanOf(document, momentOf)))
  return to - from
}
