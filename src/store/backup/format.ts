/**
 * A backup is one zstd stream of lines: a head that names tables and columns, one line a row (bytes as `[base64]`), and
 * a foot with the number of rows and the SHA-256 of everything before it. `zstd -dc` shows it to anyone.
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
import { StoreRefused } from '../store.ts'
import { type BackupRow, TABLES, type TableName, type Value } from './tables.ts'

const FORMAT = 1
/** Lines are handed on in pieces of about this size. */
const PIECE_CHARS = 64 * 1024

/** Complete and on disk, or not there at all. */
export async function writeBackup(
  toFile: string,
  rows: AsyncIterable<BackupRow> | Iterable<BackupRow>,
): Promise<void> {
  if (await stat(toFile).catch(() => null)) throw new StoreRefused(`There is a file ${toFile} already.`)
  const partial = `${toFile}.partial`
  let written = partial
  try {
    const compressed = createZstdCompress()
    await pipeline(
      Readable.from(pieces(rows)),
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

async function* pieces(rows: AsyncIterable<BackupRow> | Iterable<BackupRow>): AsyncGenerator<string> {
  const hash = createHash('sha256')
  let count = 0
  let piece = `${JSON.stringify({ byhand_backup: FORMAT, tables: TABLES })}\n`
  for await (const { table, values } of rows) {
    piece += `${JSON.stringify([table, ...values.map(written)])}\n`
    count++
    if (piece.length < PIECE_CHARS) continue
    hash.update(piece)
    yield piece
    piece = ''
  }
  hash.update(piece)
  yield `${piece}${JSON.stringify({ rows: count, sha256: hash.digest('hex') })}\n`
}

/** Reads it all once, and refuses a file that is cut, changed or of another kind. */
export async function verifyBackup(file: string): Promise<{ rows: number }> {
  let rows = 0
  for await (const _ of readBackup(file)) rows++
  return { rows }
}

/** Rows as they come; the checksum is known only at the end, and the last step throws if it does not match. */
export async function* readBackup(file: string): AsyncGenerator<BackupRow> {
  const hash = createHash('sha256')
  let columns: Map<string, (values: readonly Value[]) => BackupRow> | null = null
  let count = 0
  let foot: { rows: number; sha256: string } | null = null
  for await (const line of lines(file)) {
    if (foot) throw damaged(file)
    const value = parsed(line, file)
    if (!columns) columns = head(value, file)
    else if (!Array.isArray(value)) {
      foot = value as { rows: number; sha256: string }
      continue
    } else {
      const [table, ...values] = value
      const row = columns.get(table)
      if (row) yield row(values.map(read))
      count++
    }
    hash.update(`${line}\n`)
  }
  if (!foot || foot.rows !== count || foot.sha256 !== hash.digest('hex')) throw damaged(file)
}

async function* lines(file: string): AsyncGenerator<string> {
  const source = createReadStream(file)
  await once(source, 'open')
  const plain = createZstdDecompress()
  const done = pipeline(source, plain).catch(() => {
    throw damaged(file)
  })
  // A failure is reported where it is awaited, after the lines that could still be read.
  done.catch(() => {})
  const reader = createInterface({ input: plain, crlfDelay: Number.POSITIVE_INFINITY })
  try {
    yield* reader
  } catch {
    throw damaged(file)
  }
  await done
}

/** Per table: how a line of this file becomes a row of this program, should their columns differ. */
function head(value: unknown, file: string): Map<string, (values: readonly Value[]) => BackupRow> {
  const { byhand_backup: format, tables } = Object(value) as {
    byhand_backup?: number
    tables?: Record<string, string[]>
  }
  if (typeof format !== 'number' || !tables) throw new StoreRefused(`${file} is not a backup.`)
  if (format > FORMAT)
    throw new StoreRefused(`${file} was written by a newer program. Restore it with that one.`)
  return new Map(
    (Object.keys(TABLES) as TableName[])
      .filter((table) => tables[table])
      .map((table) => {
        const places = TABLES[table].map((column) => (tables[table] as string[]).indexOf(column))
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
  return new StoreRefused(`The backup ${file} is damaged or incomplete.`)
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
