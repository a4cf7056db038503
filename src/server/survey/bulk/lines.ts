/** NDJSON: one API request per line; the output is the same line with `result` added. */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { RowRequest } from './analyzer.ts'
import { BulkFault, type BulkFormat, type BulkOptions } from './bulk.ts'

export interface LineRow {
  readonly request: RowRequest
  readonly number: number
}

export async function openLines({ input, survey, analyze }: BulkOptions): Promise<BulkFormat<LineRow>> {
  async function* rows(): AsyncIterable<LineRow> {
    let number = 0
    for await (const line of linesOf(input)) {
      const given = parseLine(line, ++number, input)
      yield { number, request: survey === undefined ? given : { ...given, survey_id: survey } }
    }
  }
  let total = 0
  for await (const _ of linesOf(input)) total++

  return {
    total,
    rows,
    head: '',
    async *finished(path) {
      const inputRows = rows()[Symbol.asyncIterator]()
      for await (const line of linesOf(path)) {
        const before = parseOrNull(line)
        if (before === null) return
        const { result: _result, refused: _refused, ...request } = before
        const { value, done } = await inputRows.next()
        if (done || JSON.stringify(request) !== JSON.stringify(value.request)) {
          throw new BulkFault(
            `${path} exists and was not created from this input. Remove it or choose another --out.`,
          )
        }
        yield `${line}\n`
      }
    },
    analyze: ({ request }) => analyze(request),
    write: ({ request }, result) => `${JSON.stringify({ ...request, ...result })}\n`,
  }
}

async function* linesOf(path: string): AsyncIterable<string> {
  const lines = createInterface({
    input: createReadStream(path, { encoding: 'utf8' }),
    crlfDelay: Number.POSITIVE_INFINITY,
  })
  for await (const line of lines) {
    const text = line.replace(/^\uFEFF/, '')
    if (text.trim() !== '') yield text
  }
}

function parseLine(line: string, number: number, path: string): RowRequest {
  const value = parseOrNull(line)
  if (value === null) throw new BulkFault(`Line ${number} of ${path} is not a JSON object.`)
  return value
}

function parseOrNull(line: string): RowRequest | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as RowRequest) : null
  } catch {
    return null
  }
}
