/** The body of a survey request: decompressed as it arrives, stopped as soon as it is too large. */
import type { Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import { SURVEY } from '../../contract/limits.ts'
import { ApiError } from '../errors.ts'
import type { InFlight } from './in_flight.ts'

/** Soon: what fills the room is gone in seconds. */
export const RETRY_AFTER_S = 2

export interface Received {
  readonly bytes: Buffer
  /** Gives the room back; to be called once, whatever became of the request. */
  release(): void
}

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
}

export function receiveBody(payload: Readable, encoding: string, room: InFlight): Promise<Received> {
  const name = encoding.trim().toLowerCase()
  if (name === '' || name === 'identity') return gather(payload, payload, room)
  const create = DECODERS[name]
  if (create === undefined) return Promise.reject(new ApiError('unsupported_media_type'))
  const decoder = create()
  payload.pipe(decoder)
  return gather(payload, decoder, room)
}

/** `source` is the stream that gives the plain bytes: the request itself, or a decoder it is piped into. */
function gather(payload: Readable, source: Readable, room: InFlight): Promise<Received> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let settled = false

    /** The rest of the request stays unread: it is neither drained nor destroyed, so that the answer gets out. */
    function refuse(error: ApiError): void {
      if (settled) return
      settled = true
      source.removeAllListeners('data')
      if (source !== payload) {
        payload.unpipe()
        source.destroy()
      }
      payload.pause()
      room.give(size)
      reject(error)
    }

    source.on('data', (chunk: Buffer) => {
      if (size + chunk.length > SURVEY.rawBytes) return refuse(new ApiError('body_too_large'))
      if (!room.take(chunk.length)) return refuse(new ApiError('overloaded', { retryAfterS: RETRY_AFTER_S }))
      size += chunk.length
      chunks.push(chunk)
    })
    source.once('end', () => {
      if (settled) return
      settled = true
      resolve({ bytes: Buffer.concat(chunks, size), release: () => room.give(size) })
    })
    source.on('error', () => refuse(new ApiError('invalid_gzip')))
    if (source !== payload) payload.on('error', () => refuse(new ApiError('request_timeout')))
    payload.once('close', () => {
      if (!payload.readableEnded) refuse(new ApiError('request_timeout'))
    })
  })
}
