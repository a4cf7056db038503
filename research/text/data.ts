/** Reads data for fitting and evaluation: NDJSON, gzipped or not, and published tables. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { openCsvParser } from '../../src/server/files/csv.ts'

export type Row = Readonly<Record<string, unknown>>

/** All rows of all NDJSON files in a folder; none if the folder does not exist. */
export function rowsIn(folder: string): Row[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => /\.ndjson(\.gz)?$/.test(name))
    .sort()
    .flatMap((name) => rowsOf(join(folder, name)).map((row) => ({ ...row, file: name })))
}

export function rowsOf(path: string): Row[] {
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Row)
}

export const textOf = (row: Row, key: string): string => {
  const value = row[key]
  return typeof value === 'string' ? value : ''
}

export interface Table {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export function tableIn(path: string, separator: ',' | ';' = ','): Table {
  const parser = openCsvParser(separator)
  const [head = [], ...rows] = [...parser.push(readFileSync(path, 'utf8')), ...parser.end()]
  return { head, rows }
}
