/** Parses the files of a source into data that can be sent from one thread to another without copying the tables. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { zstdDecompressSync } from 'node:zlib'
import { readCountries } from './country.ts'
import { type ListName, MAX_COVERAGE } from './data_folder.ts'
import { parseList } from './list.ts'
import { type OperatorTables, parseOperatorTables, readOperators } from './operators.ts'
import type { RangeMap } from './ranges.ts'

export interface List {
  readonly ranges: RangeMap
  readonly version: string
}

/** Included files are compressed. */
function readPlain(path: string): Buffer {
  const bytes = readFileSync(path)
  return path.endsWith('.zst') ? zstdDecompressSync(bytes) : bytes
}

const list =
  (name: ListName) =>
  ([path]: readonly string[]): List => {
    const bytes = readFileSync(path as string)
    return { ranges: parseList(bytes.toString('utf8'), MAX_COVERAGE[name]).ranges, version: digest(bytes) }
  }

/** The result is the file itself: lookups read it in place. The copy has a buffer of its own, so that it can be moved. */
const verified =
  (read: (bytes: Buffer) => unknown) =>
  ([path]: readonly string[]): Uint8Array => {
    const bytes = readPlain(path as string)
    read(bytes)
    return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
  }

const PARSERS = {
  country: verified(readCountries),
  asn: verified(readOperators),
  operatorTables: ([ipv4, ipv6]: readonly string[]): OperatorTables =>
    parseOperatorTables(readPlain(ipv4 as string), readPlain(ipv6 as string)),
  vpn: list('vpn'),
  hosting: list('hosting'),
  tor: list('tor'),
  relay: list('relay'),
}

export type Format = keyof typeof PARSERS
export type Parsed<Name extends Format> = ReturnType<(typeof PARSERS)[Name]>

export interface Files {
  readonly format: Format
  readonly paths: readonly string[]
}

/** Throws `NetworkDataError`, or the error of the file system. */
export function parseFiles({ format, paths }: Files): Parsed<Format> {
  return PARSERS[format](paths)
}

export const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 12)
