/**
 * A backup is one zstd stream of JSON lines: a header with tables and columns, one line per row (bytes as `[base64]`), and
 * a trailer with the number of rows and the SHA-256 of all preceding lines. `zstd -dc` prints it.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { StoreRefused } from '../errors.ts'
import { type BackupRow, columnsOf, TABLE_NAMES, type Value } from './tables.ts'

const FORMAT = 1
/** Lines are written in chunks of about this size. */
const CHUNK_CHARS = 64 * 1024

/** The file is complete and synced, or it does not exist. */
export async function writeBackup(
  toFile: string,
  rows: AsyncIterable<BackupRow> | Iterable<BackupRow>,
): Promise<void> {
  if (await stat(toFile).catch(() => null)) throw new StoreRefused(`The file ${toFile} already exists.`)
  const partial = `${toFile}.partial`
  let written = partial
  try {
    const compressed = createZstdCompress()
    await pipeline(
      Readable.from(chunks(rows)),
      compressed,
      createWriteStream(partial, { mode: 0o600, flush: true }),
    )
    await rename(partial, toFile)
    written = toFile
    await syncFolder(dirname(toFile))
  } catch (error) {
    await rm(written, { force: true })
    throw error
  }
}

async function* chunks(rows: AsyncIterable<BackupRow> | Iterable<BackupRow>): AsyncGenerator<string> {
  const hash = createHash('sha256')
  let count = 0
  const tables = Object.fromEntries(TABLE_NAMES.map((table) => [table, columnsOf(table)]))
  let chunk = `${JSON.stringify({ byhand_backup: FORMAT, tables })}\n`
  for await (const { table, values } of rows) {
    chunk += `${JSON.stringify([table, ...values.map(written)])}\n`
    count++
    if (chunk.length < CHUNK_CHARS) continue
    hash.update(chunk)
    yield chunk
    chunk = ''
  }
  hash.update(chunk)
  yield `${chunk}${JSON.stringify({ rows: count, sha256: hash.digest('hex') })}\n`
}

/** Reads the whole file; throws when it is truncated, changed or no backup. */
export async function verifyBackup(file: string): Promise<{ rows: number }> {
  let rows = 0
  for await (const _ of readBackup(file)) rows++
  return { rows }
}

/** Streams the rows. The checksum is known only at the end: the last step throws if it does not match. */
export async function* readBackup(file: string): AsyncGenerator<BackupRow> {
  const hash = createHash('sha256')
  let columns: Map<string, (values: readonly Value[]) => BackupRow> | null = null
  let count = 0
  let trailer: { rows: number; sha256: string } | null = null
  for await (const line of lines(file)) {
    if (trailer) throw damaged(file)
    const value = parsed(line, file)
    if (!columns) columns = readHeader(value, file)
    else if (!Array.isArray(value)) {
      trailer = value as { rows: number; sha256: string }
      continue
    } else {
      const [table, ...values] = value
      const row = columns.get(table)
      if (row) yield row(values.map(read))
      count++
    }
    hash.update(`${line}\n`)
  }
  if (!trailer || trailer.rows !== count || trailer.sha256 !== hash.digest('hex')) throw damaged(file)
}

async function* lines(file: string): AsyncGenerator<string> {
  const source = createReadStream(file)
  await once(source, 'open')
  const plain = createZstdDecompress()
  const done = pipeline(source, plain).catch(() => {
    throw damaged(file)
  })
  // The error is thrown where `done` is awaited, after the readable lines.
  done.catch(() => {})
  const reader = createInterface({ input: plain, crlfDelay: Number.POSITIVE_INFINITY })
  try {
    yield* reader
  } catch {
    throw damaged(file)
  }
  await done
}

/** Per table: converts a line of the file into a row with the columns of this program. */
function readHeader(value: unknown, file: string): Map<string, (values: readonly Value[]) => BackupRow> {
  const { byhand_backup: format, tables } = Object(value) as {
    byhand_backup?: number
    tables?: Record<string, string[]>
  }
  if (typeof format !== 'number' || !tables) throw new StoreRefused(`${file} is not a backup.`)
  if (format > FORMAT)
    throw new StoreRefused(`${file} was written by a newer version. Restore it with that version.`)
  return new Map(
    TABLE_NAMES.filter((table) => tables[table]).map((table) => {
      const places = columnsOf(table).map((column) => (tables[table] as string[]).indexOf(column))
      return [table, (values) => ({ table, values: places.map((place) => values[place] ?? null) })]
    }),
  )
}

function written(value: Value): unknown {
  return value instanceof Uint8Array ? [Buffer.from(value).toString('base64')] : value
}

function read(value: unknown): Value {
  return Array.isArray(value) ? Buffer.from(value[0], 'base64') : (value as Value)
}

function parsed(line: string, file: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw damaged(file)
  }
}

function damaged(file: string): StoreRefused {
  return new StoreRefused(`${file} is not a backup, or it is damaged or incomplete.`)
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
