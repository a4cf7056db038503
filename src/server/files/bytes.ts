/** The bytes of an input file: on disk or in memory. They can be read several times. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { BulkFault } from './bulk_fault.ts'

export interface ByteSource {
  /** The name of the file, for messages and for the format. */
  readonly name: string
  readonly size: number
  /** The bytes from `from` up to, but without, `to`. */
  stream(from?: number, to?: number): AsyncIterable<Uint8Array>
}

const PIECE_BYTES = 65_536

export async function openFileBytes(path: string): Promise<ByteSource> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new BulkFault(`There is no file ${path}.`)
    throw error
  })
  if (!found.isFile()) throw new BulkFault(`${path} is not a file.`)
  return {
    name: basename(path),
    size: found.size,
    stream: (from = 0, to = found.size) =>
      from < to ? createReadStream(path, { start: from, end: to - 1 }) : none(),
  }
}

export function openMemoryBytes(name: string, bytes: Uint8Array): ByteSource {
  return {
    name,
    size: bytes.length,
    async *stream(from = 0, to = bytes.length) {
      for (let at = from; at < to; at += PIECE_BYTES) {
        yield bytes.subarray(at, Math.min(at + PIECE_BYTES, to))
        // Other requests run between the pieces.
        await setImmediate()
      }
    },
  }
}

async function* none(): AsyncIterable<Uint8Array> {}

export async function readBytes(source: ByteSource, from: number, to: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of source.stream(from, to)) pieces.push(piece)
  return Buffer.concat(pieces)
}
