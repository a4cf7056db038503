/**
 * The file of operators: its columns one after another, as the lookup uses them, so that reading it parses nothing.
 * All words are little-endian, the byte order of x64 and arm64.
 */
import { NetworkDataError } from './errors.ts'
import type { OperatorTables } from './operators.ts'

/** Before the columns: the number of operators, of IPv4 starts, of IPv6 starts, and of bytes in names. */
const HEADER_WORDS = 4
const WORD_BYTES = 4

export function writeOperatorFile({ asns, nameEnds, names, ranges }: OperatorTables): Buffer {
  const { starts4, values4, starts6, values6 } = ranges
  const header = Uint32Array.of(asns.length, starts4.length, values6.length, names.length)
  const columns = [header, asns, nameEnds, starts4, values4, starts6, values6, names]
  return Buffer.concat(
    columns.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  )
}

/** The tables share the memory of `bytes`. */
export function readOperatorFile(bytes: Uint8Array): OperatorTables {
  if (bytes.length < HEADER_WORDS * WORD_BYTES) throw new NetworkDataError('it is damaged')
  // Columns of words need an aligned start.
  const { buffer, byteOffset } = bytes.byteOffset % WORD_BYTES === 0 ? bytes : new Uint8Array(bytes)
  let at = byteOffset
  const words = (count: number) => {
    if (at + count * WORD_BYTES > byteOffset + bytes.length) throw new NetworkDataError('it is damaged')
    const column = new Uint32Array(buffer, at, count)
    at += column.byteLength
    return column
  }
  const [operators, count4, count6, nameBytes] = words(HEADER_WORDS) as unknown as [
    number,
    number,
    number,
    number,
  ]
  const asns = words(operators)
  const nameEnds = words(operators)
  const ranges = {
    starts4: words(count4),
    values4: words(count4),
    starts6: words(4 * count6),
    values6: words(count6),
  }
  if (at + nameBytes !== byteOffset + bytes.length) throw new NetworkDataError('it is damaged')
  return { asns, nameEnds, names: new Uint8Array(buffer, at, nameBytes), ranges }
}
