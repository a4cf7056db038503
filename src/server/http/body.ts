/** Reads request bodies with two limits: on the bytes received and on the bytes after decompression. */
import type { IncomingMessage } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { ApiError } from './errors.ts'
import type { Lease } from './request_admission.ts'

/**
 * Many clients read the response only after they have sent the whole body. So up to this many times the limit is read
 * and discarded before the error is sent. A larger body is rejected at once, and so is one whose sender waits for
 * `100 Continue`.
 */
const DRAIN_FACTOR = 4

/** The output grows by chunks of this size up to the limit, so a gzip bomb never allocates more than the limit. */
const GUNZIP_CHUNK_BYTES = 64 * 1024

/** The body as received. Every byte held is reserved from `lease`. */
export function readWire(request: IncomingMessage, wireBytes: number, lease: Lease): Promise<Buffer> {
  const declared = declaredLength(request)
  const drainBytes = request.headers.expect === undefined ? wireBytes * DRAIN_FACTOR : wireBytes
  if (declared !== undefined && declared > drainBytes) return Promise.reject(tooLarge(wireBytes))
  if (declared !== undefined && declared <= wireBytes) lease.take(declared)

  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let length = 0
  let refusal: ApiError | undefined

  request.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > drainBytes) reject(refusal ?? tooLarge(wireBytes))
    if (refusal !== undefined) return
    if (length > wireBytes) refusal = tooLarge(wireBytes)
    else if (declared === undefined) refusal = errorOf(() => lease.take(chunk.length))
    if (refusal === undefined) chunks.push(chunk)
    else chunks.length = 0
  })
  request.on('end', () => {
    if (refusal !== undefined) reject(refusal)
    else resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, length))
  })
  request.on('close', () => {
    if (!request.complete) reject(new ApiError('request_aborted'))
  })
  return promise
}

/** Detects gzip by its first bytes too: a `Content-Encoding` header would cost a page a preflight. */
export function gunzipBody(body: Buffer, encoding: string | undefined, rawBytes: number): Buffer {
  const named = encoding?.trim().toLowerCase()
  const gzip = named === 'gzip' || named === 'x-gzip'
  if (!gzip && named !== undefined && named !== '' && named !== 'identity') {
    throw new ApiError('unsupported_media_type', { detail: 'The only supported content encoding is gzip.' })
  }
  if (!gzip && !(body[0] === 0x1f && body[1] === 0x8b)) {
    if (body.length > rawBytes) throw tooLarge(rawBytes)
    return body
  }
  try {
    return gunzipSync(body, { maxOutputLength: rawBytes, chunkSize: GUNZIP_CHUNK_BYTES })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(rawBytes)
    throw new ApiError('invalid_gzip')
  }
}

function declaredLength(request: IncomingMessage): number | undefined {
  const header = request.headers['content-length']
  return header === undefined ? undefined : Number(header)
}

function errorOf(act: () => void): ApiError | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    return error as ApiError
  }
}

const tooLarge = (maxBytes: number): ApiError =>
  new ApiError('body_too_large', { detail: `The body exceeds the limit of ${maxBytes} bytes.` })
