/** Reads the parts of a ZIP file, with limits on their size. */
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl'
import { BulkFault } from './bulk_fault.ts'
import type { ByteSource } from './bytes.ts'

/** Workbooks have some dozens, and one more for each sheet, chart and picture. */
const MOST_PARTS = 20_000

export interface Zip {
  readonly parts: ReadonlyMap<string, Entry>
  /** The bytes of a part. More than `limit` bytes, or bytes other than the directory says, are an error. */
  read(path: string, limit: number): AsyncIterable<Uint8Array>
}

export const isZip = (head: Uint8Array): boolean =>
  head[0] === 0x50 && head[1] === 0x4b && head[2] === 0x03 && head[3] === 0x04

class SourceReader extends RandomAccessReader {
  private readonly source: ByteSource

  constructor(source: ByteSource) {
    super()
    this.source = source
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.source.stream(start, end), { objectMode: false })
  }
}

export async function openZip(source: ByteSource): Promise<Zip> {
  const parts = new Map<string, Entry>()
  const file = await fromRandomAccessReaderPromise(new SourceReader(source), source.size, {
    autoClose: false,
  }).catch((error) => {
    throw faultOf(source, error)
  })
  if (file.entryCount > MOST_PARTS) throw damaged(source)
  try {
    for await (const entry of file.eachEntry()) parts.set(entry.fileName, entry)
  } catch (error) {
    throw faultOf(source, error)
  }

  async function* read(path: string, limit: number): AsyncIterable<Uint8Array> {
    const part = parts.get(path)
    if (part === undefined) throw damaged(source)
    if (!part.canDecodeFileData()) throw new BulkFault('The file uses an unknown ZIP compression.')
    if (part.uncompressedSize > limit) throw tooLarge(source, limit)
    let crc = 0
    try {
      for await (const piece of await file.openReadStreamPromise(part)) {
        crc = crc32(piece, crc)
        yield piece
      }
    } catch (error) {
      throw faultOf(source, error)
    }
    // The library compares the size, but not the checksum.
    if (crc !== part.crc32) throw damaged(source)
  }

  return { parts, read }
}

/** The library throws plain errors; those of the operating system have a `syscall`. */
const faultOf = (source: ByteSource, error: unknown): unknown =>
  (error as NodeJS.ErrnoException).syscall === undefined ? damaged(source) : error

export const damaged = ({ name }: ByteSource) =>
  new BulkFault(`${name} is damaged: its ZIP structure is not valid.`)

const tooLarge = ({ name }: ByteSource, limit: number) =>
  new BulkFault(
    `${name} contains a part of more than ${Math.round(limit / 1024 / 1024)} MiB. Save it as CSV.`,
  )
