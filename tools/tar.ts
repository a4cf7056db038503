/** A gzipped tar archive of a few small files. The same files give the same bytes. */
import { gzipSync } from 'node:zlib'

const BLOCK = 512
const NAME_BYTES = 100
/** 1985-10-26, as npm sets it: some tools reject earlier dates. */
const MODIFIED_S = 499_162_500

export function tarGz(files: ReadonlyMap<string, Buffer>): Buffer {
  const parts = [...files].flatMap(([name, content]) => [
    header(name, content.length),
    content,
    Buffer.alloc(-content.length & (BLOCK - 1)),
  ])
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]), { level: 9 })
}

/** The format of POSIX.1-1988 (ustar). */
function header(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > NAME_BYTES) throw new Error(`the name ${name} is too long for the archive`)
  const bytes = Buffer.alloc(BLOCK)
  const octal = (value: number, at: number, length: number) =>
    bytes.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at)
  bytes.write(name, 0)
  octal(0o644, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(size, 124, 12)
  octal(MODIFIED_S, 136, 12)
  // The checksum is computed with spaces in its own field.
  bytes.fill(' ', 148, 156)
  bytes.write('0', 156)
  bytes.write('ustar\x0000', 257)
  octal(
    bytes.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  )
  return bytes
}
