/** NDJSON: one JSON object per line. The keys of all lines are the columns. */
import { BulkFault } from './bulk_fault.ts'
import { InvalidBytes } from './encoding.ts'
import type { FileRecord, JsonLine } from './file_record.ts'
import { checkTableSize } from './table_size.ts'

/** Reads the file once for its keys. The first record has the keys, each other record has the values of one line. */
export async function openJsonLines(
  name: string,
  text: () => AsyncIterable<string>,
): Promise<() => AsyncIterable<FileRecord>> {
  const keys = new Set<string>()
  let [rows, cells] = [0, 0]
  for await (const { json } of objects(name, text())) {
    const own = Object.keys(json.value)
    for (const key of own) keys.add(key)
    rows++
    cells += own.length
    checkTableSize(name, { columns: keys.size, rows, cells })
  }
  if (keys.size === 0) throw new BulkFault(`${name} is empty.`)
  const header = [...keys]
  return async function* records() {
    yield { row: 0, cells: header }
    for await (const { row, json } of objects(name, text())) {
      yield { row, json, cells: header.map((key) => cellOf(json.value, key)) }
    }
  }
}

async function* objects(
  name: string,
  text: AsyncIterable<string>,
): AsyncIterable<{ row: number; json: JsonLine }> {
  let row = 0
  try {
    for await (const line of linesOf(text)) {
      row++
      if (line.trim() === '') continue
      const value = parseObject(line)
      if (value === null) throw new BulkFault(`Line ${row} of ${name} is not a JSON object.`)
      yield { row, json: { text: line.trim(), value } }
    }
  } catch (error) {
    if (error instanceof InvalidBytes)
      throw new BulkFault(`Line ${row + 1} of ${name} or a later one has invalid bytes.`)
    throw error
  }
}

async function* linesOf(text: AsyncIterable<string>): AsyncIterable<string> {
  let rest = ''
  for await (const piece of text) {
    if (!piece.includes('\n')) {
      rest += piece
      continue
    }
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

/** Node 24 has these; the types of the language version that we compile for do not. */
const Json = JSON as unknown as {
  parse(text: string, revive: (key: string, item: unknown, context: { source?: string }) => unknown): unknown
  rawJSON(text: string): object
}

/** Numbers keep their text: `1.50` and integers of more than 15 digits are not rounded. */
export function parseObject(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value = Json.parse(line, (_, item, { source }) =>
      typeof item === 'number' && source !== undefined ? Json.rawJSON(source) : item,
    )
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

function cellOf(value: Readonly<Record<string, unknown>>, key: string): string {
  const cell = Object.hasOwn(value, key) ? value[key] : undefined
  if (cell === undefined || cell === null) return ''
  return typeof cell === 'string' ? cell : JSON.stringify(cell)
}
