/** A ZIP archive of a few small files. The same files give the same bytes. */
import { crc32, deflateRawSync } from 'node:zlib'

const LOCAL_HEADER = 0x04034b50
const CENTRAL_HEADER = 0x02014b50
const END_OF_DIRECTORY = 0x06054b50
const VERSION = 20
const UTF8_NAMES = 0x0800
const DEFLATE = 8
/** 1980-01-01, the earliest date of the format. */
const DATE = 0x0021

interface Entry {
  readonly name: Buffer
  /** From the version to the length of the extra field; both headers contain it. */
  readonly facts: Buffer
  readonly data: Buffer
}

export function zip(files: ReadonlyMap<string, Buffer>): Buffer {
  const entries = [...files].map(([name, content]) => entryOf(name, content))
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, facts, data } of entries) {
    directory.push(u32(CENTRAL_HEADER), u16(VERSION), facts, Buffer.alloc(10), u32(offset), name)
    const part = Buffer.concat([u32(LOCAL_HEADER), facts, name, data])
    parts.push(part)
    offset += part.length
  }
  const central = Buffer.concat(directory)
  const counts = [u16(0), u16(0), u16(entries.length), u16(entries.length)]
  const end = [u32(END_OF_DIRECTORY), ...counts, u32(central.length), u32(offset), u16(0)]
  return Buffer.concat([...parts, central, ...end])
}

function entryOf(path: string, content: Buffer): Entry {
  const name = Buffer.from(path)
  const data = deflateRawSync(content, { level: 9 })
  const facts = Buffer.concat([
    ...[VERSION, UTF8_NAMES, DEFLATE, 0, DATE].map(u16),
    ...[crc32(content), data.length, content.length].map(u32),
    ...[name.length, 0].map(u16),
  ])
  return { name, facts, data }
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
