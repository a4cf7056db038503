/**
 * The encoding of a batch on disk: rows to columns, columns to differences, differences to varints. The store
 * compresses it afterwards. Lossless for every valid batch.
 */

import type { Receipt } from '../network.ts'
import type { Batch } from './batch.ts'
import { type FlatRows, flatten } from './flat_rows.ts'
import { ROWS, type RowType } from './rows.ts'

/** A batch as it is stored: without its credentials. */
export type KeptBatch = Omit<Batch, 'v' | 'site_key' | 'token' | 'tab_secret' | 'user_hash'>

export interface RecordedBatch {
  readonly batch: KeptBatch
  readonly receipt: Receipt
}

export interface BatchHead {
  readonly batch: Omit<KeptBatch, 'rows'>
  readonly receipt: Receipt
}

const FORMAT = 1

/** These are differences already. */
const isRelative = (field: string) => field.startsWith('d') && /[xyXY]$/.test(field)

/** Per row code, in order: which of its columns are differences already. */
const COLUMNS = (Object.keys(ROWS) as RowType[])
  .map((type) => ({ code: ROWS[type].code, relative: ROWS[type].fields.map(isRelative) }))
  .sort((a, b) => a.code - b.code)

/** One list for each code. */
const groups = <Item>(): Item[][] => COLUMNS.map(() => [])

/** Rows by code, each code's rows in their order. */
function groupByCode(rows: readonly number[][]): number[][][] {
  const byCode = groups<number[]>()
  for (const row of rows) {
    const group = byCode[(row[0] as number) - 1]
    if (group === undefined) throw new Error(`row code ${row[0]} is not known to this version`)
    group.push(row)
  }
  return byCode
}

const utf8 = new TextEncoder()
const text = new TextDecoder('utf-8', { fatal: true })

export function encodeBatch({ batch: { rows, ...head }, receipt }: RecordedBatch): Uint8Array {
  return joinBatch(head, receipt, encodeRows(flatten(rows)))
}

/** A batch with encoded rows. */
export function joinBatch(
  head: Omit<KeptBatch, 'rows'>,
  receipt: Receipt,
  encodedRows: Uint8Array,
): Uint8Array {
  const json = utf8.encode(JSON.stringify([head, receipt]))
  const out = new Uint8Array(2 * MAX_VARINT_BYTES + json.length + encodedRows.length)
  let at = putUnsigned(out, 0, FORMAT)
  at = putUnsigned(out, at, json.length)
  out.set(json, at)
  at += json.length
  out.set(encodedRows, at)
  return out.subarray(0, at + encodedRows.length)
}

/** The encoded rows of a batch: equal for equal rows. */
export function encodeRows({ count, values, ends }: FlatRows): Uint8Array {
  const out = scratchBuffer(((ends[count - 1] ?? 0) + 1) * MAX_VARINT_BYTES)
  const starts = groups<number>()
  let at = putUnsigned(out, 0, count)
  for (let index = 0, from = 0; index < count; index++) {
    const code = values[from] as number
    const group = starts[code - 1]
    if (group === undefined) throw new Error(`row code ${code} is not known to this version`)
    group.push(from)
    at = putUnsigned(out, at, code)
    from = ends[index] as number
  }
  for (let index = 0, from = 0; index < count; index++) {
    at = putUnsigned(out, at, values[from + 1] as number)
    from = ends[index] as number
  }
  for (const { code, relative } of COLUMNS) {
    const own = starts[code - 1] as number[]
    if (own.length === 0) continue
    for (let column = 0; column < relative.length; column++) {
      const isDifference = relative[column]
      let before = 0
      for (let i = 0; i < own.length; i++) {
        const value = values[(own[i] as number) + column + 2] as number
        at = putSigned(out, at, value - before)
        if (!isDifference) before = value
      }
    }
  }
  return out.slice(0, at)
}

/** Everything but the rows, which are most of a batch. */
export function decodeHead(bytes: Uint8Array): BatchHead {
  return readHead(new Reader(bytes))
}

function readHead(from: Reader): BatchHead {
  const format = from.unsigned()
  if (format !== FORMAT) throw new Error(`batch format ${format} is not known to this version`)
  const [batch, receipt] = JSON.parse(text.decode(from.bytes(from.unsigned())))
  return { batch, receipt }
}

export function decodeBatch(bytes: Uint8Array): RecordedBatch {
  const from = new Reader(bytes)
  const { batch: head, receipt } = readHead(from)
  const count = from.unsigned()
  const rows: number[][] = Array.from({ length: count }, () => [from.unsigned()])
  for (const row of rows) row.push(from.unsigned())
  const byCode = groupByCode(rows)
  for (const { code, relative } of COLUMNS) {
    const own = byCode[code - 1] as number[][]
    for (const isDifference of relative) {
      let before = 0
      for (const row of own) {
        const value = before + from.signed()
        row.push(value)
        if (!isDifference) before = value
      }
    }
  }
  if (!from.atEnd()) throw new Error('batch has bytes after its end')
  return { batch: { ...head, rows }, receipt }
}

/** Enough for any safe integer of JSON with its sign. */
const MAX_VARINT_BYTES = 8

let scratch = new Uint8Array(16 * 1024)

/** Reused for every batch, because encoding is synchronous. */
function scratchBuffer(bytes: number): Uint8Array {
  if (scratch.length < bytes) scratch = new Uint8Array(2 * bytes)
  return scratch
}

/** Little-endian base 128: arithmetic while a number exceeds 32 bits, then shifts. Returns the next position. */
function putUnsigned(out: Uint8Array, from: number, value: number): number {
  let at = from
  let rest = value
  while (rest > 0x7fff_ffff) {
    out[at++] = (rest % 128) + 128
    rest = Math.floor(rest / 128)
  }
  let short = rest | 0
  while (short > 127) {
    out[at++] = (short & 127) | 128
    short >>= 7
  }
  out[at++] = short
  return at
}

function putSigned(out: Uint8Array, at: number, value: number): number {
  // Most differences are this small; writing the byte inline saves a call.
  if (value >= -64 && value < 64) {
    const short = value | 0
    out[at] = (short << 1) ^ (short >> 31)
    return at + 1
  }
  return putUnsigned(out, at, value < 0 ? -2 * value - 1 : 2 * value)
}

class Reader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  unsigned(): number {
    let value = 0
    let scale = 1
    for (;;) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) throw new Error('batch ends too early')
      value += (byte % 128) * scale
      if (byte < 128) return value
      scale *= 128
    }
  }

  signed(): number {
    const value = this.unsigned()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  bytes(length: number): Uint8Array {
    if (this.#at + length > this.#bytes.length) throw new Error('batch ends too early')
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }

  atEnd(): boolean {
    return this.#at === this.#bytes.length
  }
}
