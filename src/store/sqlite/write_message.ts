/**
 * Serializes requests for the writer thread. Batches come by the hundred: each becomes a row of values, and the bytes of
 * all go into one transferred block. Structured clones of the objects cost three times as much.
 */
import { GIVEN, type NewBatch } from '../sessions.ts'

export interface WriteRequest {
  readonly id: number
  /** A name in `writes.ts`, or the name of a transaction. */
  readonly name: string
  readonly args: readonly unknown[]
}

type OtherField = Exclude<keyof NewBatch, keyof typeof GIVEN | 'bytes' | 'digest' | 'tabSecret'>
const OTHERS: Readonly<Record<OtherField, true>> = {
  tab: true,
  page: true,
  seq: true,
  receivedAt: true,
  rows: true,
  final: true,
  userId: true,
  tags: true,
  intro: true,
  ip: true,
}
/** The fields of a batch that are not bytes. */
const FIELDS = Object.keys({ ...GIVEN, ...OTHERS }) as (keyof typeof GIVEN | OtherField)[]

/** The lengths of `bytes`, `digest` and `tabSecret` (0: none), and the values of `FIELDS`. */
type Row = readonly [id: number, bytes: number, digest: number, tabSecret: number, ...values: unknown[]]

export interface WriteMessage {
  readonly requests: readonly (WriteRequest | Row)[]
  readonly block: Uint8Array<ArrayBuffer>
}

/** The value, or the reason of the failure. */
export type WriteAnswer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly fault: string; readonly kind: 'unavailable' | 'damaged' | 'error' }

export type WriterMessage =
  | { readonly answers: readonly WriteAnswer[] }
  | { readonly fatal: string }
  | { readonly ready: true }
  /** `fault`: why the VACUUM failed. */
  | { readonly vacuumed: true; readonly fault?: string }
  | { readonly closed: true }

export type ToWriter = WriteMessage | { readonly vacuum: true } | { readonly close: true }

/** The caller transfers the block. */
export function pack(requests: readonly WriteRequest[]): WriteMessage {
  let length = 0
  for (const request of requests) {
    if (!isAppend(request)) continue
    const [{ bytes, digest, tabSecret }] = request.args
    length += bytes.length + digest.length + (tabSecret?.length ?? 0)
  }
  const block = new Uint8Array(length)
  let at = 0
  const put = (bytes: Uint8Array) => {
    block.set(bytes, at)
    at += bytes.length
    return bytes.length
  }
  return {
    block,
    requests: requests.map((request): WriteRequest | Row => {
      if (!isAppend(request)) return request
      const [b] = request.args
      const lengths = [put(b.bytes), put(b.digest), b.tabSecret === undefined ? 0 : put(b.tabSecret)] as const
      return [request.id, ...lengths, ...FIELDS.map((field) => b[field])]
    }),
  }
}

export function unpack({ requests, block }: WriteMessage): WriteRequest[] {
  let at = 0
  const take = (length: number) => {
    at += length
    return block.subarray(at - length, at)
  }
  return requests.map((request) => {
    if (!isRow(request)) return request
    const [id, bytesLength, digestLength, secretLength, ...values] = request
    const batch: Record<string, unknown> = { bytes: take(bytesLength), digest: take(digestLength) }
    // A copy: the session keeps it, and a view would keep the whole block in memory.
    if (secretLength > 0) batch.tabSecret = take(secretLength).slice()
    FIELDS.forEach((field, place) => {
      if (values[place] !== undefined) batch[field] = values[place]
    })
    return { id, name: 'append', args: [batch] }
  })
}

const isRow = (request: WriteRequest | Row): request is Row => Array.isArray(request)

const isAppend = (request: WriteRequest): request is WriteRequest & { readonly args: readonly [NewBatch] } =>
  request.name === 'append'
