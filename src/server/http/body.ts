/** The bytes of a request's body: capped as they arrive and again as they are decompressed. */
import type { IncomingMessage } from 'node:http'
import { gunzipSync } from 'node:zlib'
import type { Lease } from './admission.ts'
import { ApiError } from './errors.ts'

export interface BodyLimits {
  /** Bytes as received. */
  readonly wireBytes: number
  /** Bytes after decompression. */
  readonly rawBytes: number
}

/**
 * An honest sender of too much reads why only after its last byte is taken: up to so many times the cap is read
 * and thrown away first. A larger body is refused at once, and what still comes is thrown away until the timeout.
 */
const DRAIN_FACTOR = 4

/** Output grows by such pieces until it is done or over the cap: a bomb costs one cap, whatever it claims. */
const GUNZIP_PIECE_BYTES = 64 * 1024

/** The body as received. `lease` pays for every byte held. */
export function readWire(request: IncomingMessage, wireBytes: number, lease: Lease): Promise<Buffer> {
  const declared = declaredLength(request)
  const drainBytes = wireBytes * DRAIN_FACTOR
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
    else if (declared === undefined) refusal = refused(() => lease.take(chunk.length))
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

/** Gzip is known by its header or by its first bytes: a header of its own would cost a page a preflight. */
export function decompress(body: Buffer, encoding: string | undefined, rawBytes: number): Buffer {
  const named = encoding?.trim().toLowerCase()
  const gzip = named === 'gzip' || named === 'x-gzip'
  if (!gzip && named !== undefined && named !== '' && named !== 'identity') {
    throw new ApiError('unsupported_media_type', { detail: 'The only content encoding taken is gzip.' })
  }
  if (!gzip && !(body[0] === 0x1f && body[1] === 0x8b)) {
    if (body.length > rawBytes) throw tooLarge(rawBytes)
    return body
  }
  try {
    return gunzipSync(body, { maxOutputLength: rawBytes, chunkSize: GUNZIP_PIECE_BYTES })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(rawBytes)
    throw new ApiError('invalid_gzip')
  }
}

function declaredLength(request: IncomingMessage): number | undefined {
  const header = request.headers['content-length']
  return header === undefined ? undefined : Number(header)
}

function refused(act: () => void): ApiError | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    return error as ApiError
  }
}

const tooLarge = (most: number): ApiError =>
  new ApiError('body_too_large', { detail: `The body is larger than the ${most} bytes this route takes.` })
