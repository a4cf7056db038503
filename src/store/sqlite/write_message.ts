/**
 * Serializes requests for the writer thread. Batches come by the hundred: each becomes a row of values, and the bytes of
 * all go into one transferred block. Structured clones of the objects cost three times as much.
 */
import type { NewBatch } from '../sessions.ts'

export interface WriteRequest {
  readonly id: number
  /** A name in `writes.ts`, or the name of a transaction. */
  readonly name: string
  readonly args: readonly unknown[]
}

type Row = readonly [
  id: number,
  workspace: string,
  sessionId: string,
  siteKeyId: string,
  tab: string,
  page: number,
  seq: number,
  receivedAt: number,
  rows: number,
  final: boolean,
  bytes: number,
  digest: number,
  tabSecret: number,
  userId: string | undefined,
  tags: readonly string[] | undefined,
  intro: number | undefined,
  ip: string | undefined,
]

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
      const place = [request.id, b.workspace, b.sessionId, b.siteKeyId, b.tab, b.page, b.seq] as const
      const lengths = [put(b.bytes), put(b.digest), b.tabSecret === undefined ? 0 : put(b.tabSecret)] as const
      return [...place, b.receivedAt, b.rows, b.final, ...lengths, b.userId, b.tags, b.intro, b.ip]
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
    const [id, workspace, sessionId, siteKeyId, tab, page, seq, receivedAt, rows, final, ...rest] = request
    const [bytesLength, digestLength, secretLength, userId, tags, intro, ip] = rest
    const batch: NewBatch = {
      workspace,
      sessionId,
      siteKeyId,
      tab,
      page,
      seq,
      receivedAt,
      bytes: take(bytesLength),
      digest: take(digestLength),
      rows,
      final,
      // A copy: the session keeps it, and a view would keep the whole block in memory.
      ...(secretLength > 0 && { tabSecret: take(secretLength).slice() }),
      ...(userId !== undefined && { userId }),
      ...(tags !== undefined && { tags }),
      ...(intro !== undefined && { intro }),
      ...(ip !== undefined && { ip }),
    }
    return { id, name: 'append', args: [batch] }
  })
}

const isRow = (request: WriteRequest | Row): request is Row => Array.isArray(request)

const isAppend = (request: WriteRequest): request is WriteRequest & { readonly args: readonly [NewBatch] } =>
  request.name === 'append'
