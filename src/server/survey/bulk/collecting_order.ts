/**
 * The order in which the rows of a file are collected. It does not depend on their order in the file: which of two copies
 * is first, and which answers represent a large survey, depends on the participant IDs, or else on the answers.
 */
import { createHash } from 'node:crypto'
import type { RowRequest } from './analyzer.ts'
import type { SurveyTable, TableRow } from './survey_table.ts'

/** Rows in memory at a time. The file is read again for more. */
const WINDOW = 5_000

interface Place {
  readonly number: number
  readonly participant: string
  readonly content: string
}

export interface OrderOptions {
  /** Rows at the beginning that are left out, without header rows. */
  readonly skip?: number
  readonly window?: number
}

export async function* collectingOrder(
  table: Pick<SurveyTable, 'rows'>,
  { skip = 0, window = WINDOW }: OrderOptions = {},
): AsyncIterable<RowRequest> {
  const ranks = await ranksOf(table, skip)
  for (let from = 0; from < ranks.size; from += window) {
    const requests: RowRequest[] = []
    let number = 0
    for await (const { request } of table.rows()) {
      const rank = ranks.get(number++)
      if (request !== null && rank !== undefined && rank >= from && rank < from + window)
        requests[rank - from] = request
    }
    yield* requests
  }
}

/** By row number, without rows that have no request. */
async function ranksOf(table: Pick<SurveyTable, 'rows'>, skip: number): Promise<ReadonlyMap<number, number>> {
  const places: Place[] = []
  let number = 0
  let left = skip
  for await (const row of table.rows()) {
    const isSkipped = !row.isHeader && left-- > 0
    if (row.request !== null && !isSkipped)
      places.push({ number, participant: row.participant, content: contentOf(row) })
    number++
  }
  const { compare } = new Intl.Collator('en', { numeric: true })
  const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  places.sort(
    (a, b) =>
      compare(a.participant, b.participant) ||
      byText(a.participant, b.participant) ||
      byText(a.content, b.content),
  )
  return new Map(places.map(({ number }, rank) => [number, rank]))
}

/** Without the IDs of the request: one may contain the number of the row, the other that of an upload. */
const contentOf = ({ request }: TableRow): string =>
  createHash('sha256')
    .update(JSON.stringify({ ...request, participant_id: null, survey_id: null }))
    .digest('base64url')
