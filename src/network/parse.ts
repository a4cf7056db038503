/** Parses a file of a source: lists of text, and tables that lookups read in place. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { zstdDecompress, zstdDecompressSync } from 'node:zlib'
import { readCountries } from './country.ts'
import { type ListName, MAX_COVERAGE } from './data_folder.ts'
import { parseList } from './list.ts'
import { readOperatorFile } from './operator_file.ts'
import { readOperators } from './operators.ts'
import type { RangeMap } from './ranges.ts'

export interface List {
  readonly ranges: RangeMap
  readonly version: string
}

const list =
  (name: ListName) =>
  (bytes: Buffer): List => ({
    ranges: parseList(bytes.toString('utf8'), MAX_COVERAGE[name]).ranges,
    version: digest(bytes),
  })

/** Lists are text of up to 300,000 lines. */
const LISTS = { vpn: list('vpn'), hosting: list('hosting'), tor: list('tor'), relay: list('relay') }

/** Lookups read these files in place, so they take no time to open. */
const TABLES = { country: readCountries, asn: readOperators, operatorTables: readOperatorFile }

const PARSERS = { ...LISTS, ...TABLES }

export type Format = keyof typeof PARSERS
export type Parsed<Name extends Format> = ReturnType<(typeof PARSERS)[Name]>

export interface SourceFile {
  readonly format: Format
  readonly path: string
}

export interface ListFile extends SourceFile {
  readonly format: keyof typeof LISTS
}

export const isList = (file: SourceFile): file is ListFile => file.format in LISTS

/** Throws `NetworkDataError`, or the error of the file system. */
export function parseFile({ format, path }: SourceFile): Parsed<Format> {
  const bytes = readFileSync(path)
  return PARSERS[format](isCompressed(path) ? zstdDecompressSync(bytes, ONE_CHUNK) : bytes)
}

/** The same; other threads read and decompress the file. */
export async function parseFileLater({ format, path }: SourceFile): Promise<Parsed<Format>> {
  const bytes = await readFile(path)
  return PARSERS[format](isCompressed(path) ? await decompress(bytes, ONE_CHUNK) : bytes)
}

/** Included files are compressed. */
const isCompressed = (path: string) => path.endsWith('.zst')

const decompress = promisify(zstdDecompress)

/** The included files fit into it: with Node's 16 KiB, each of a thousand chunks would wait for the main thread. */
const ONE_CHUNK = { chunkSize: 10 * 2 ** 20 }

export const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 12)
