/**
 * Sends a request with protection against SSRF. The host name is resolved once, all its addresses must be public, and the
 * connection goes to a verified address. Redirects are not followed, and only part of the response is read.
 */
import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import { isIP } from 'node:net'
import { isPublicAddress } from './public_address.ts'
import { hostOf, TargetRefused } from './target.ts'

const TIMEOUT_MS = 15_000
/** More is not read. */
const RESPONSE_BYTES = 64 * 1024

export interface GuardedOptions {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** With a body, the request is a POST, otherwise a GET. */
  readonly body?: string
  readonly allowPrivate: boolean
  readonly timeoutMs?: number
  /** Aborts the request. */
  readonly signal?: AbortSignal
  /** Replaces the DNS resolver in tests. */
  readonly resolve?: Resolve
}

export type Resolve = (
  host: string,
  done: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void

export interface GuardedResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** Whether the response is longer than `body`. */
  readonly isCut: boolean
}

/** Rejects if there is no response. */
export function guardedRequest(options: GuardedOptions): Promise<GuardedResponse> {
  const { url, headers, body, allowPrivate, timeoutMs = TIMEOUT_MS, resolve = resolveAll, signal } = options
  const host = hostOf(url)
  if (!allowPrivate && isIP(host) !== 0 && !isPublicAddress(host)) return Promise.reject(privateTarget(host))
  return new Promise((done, fail) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const request = send(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...headers,
        ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
      },
      // No connection reuse: a pooled connection could belong to another host name.
      agent: false,
      lookup: guardedLookup(resolve, allowPrivate),
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
    })
    request.on('socket', (socket: Socket) => {
      socket.once('connect', () => {
        const address = socket.remoteAddress ?? ''
        // Verify the actual peer, too.
        if (!allowPrivate && !isPublicAddress(unmapped(address))) request.destroy(privateTarget(address))
      })
    })
    request.on('response', (response) => {
      const pieces: Buffer[] = []
      let bytes = 0
      response.on('data', (piece: Buffer) => {
        bytes += piece.length
        if (bytes <= RESPONSE_BYTES) pieces.push(piece)
        else finish()
      })
      response.on('end', finish)
      response.on('error', fail)
      function finish(): void {
        done({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(pieces),
          isCut: bytes > RESPONSE_BYTES,
        })
        request.destroy()
      }
    })
    request.on('error', fail)
    request.end(body)
  })
}

function guardedLookup(resolve: Resolve, allowPrivate: boolean): LookupFunction {
  return (host, options, callback) => {
    resolve(host, (error, addresses) => {
      const bad = allowPrivate
        ? undefined
        : addresses.find(({ address }) => !isPublicAddress(unmapped(address)))
      const [first] = addresses
      if (error !== null) callback(error, '', 0)
      else if (bad !== undefined) callback(privateTarget(bad.address), '', 0)
      else if (first === undefined) callback(new Error('the host name has no address'), '', 0)
      else if (options.all) callback(null, [...addresses])
      else callback(null, first.address, first.family)
    })
  }
}

const resolveAll: Resolve = (host, done) =>
  systemLookup(host, { all: true }, (error, addresses) => done(error, addresses ?? []))

const unmapped = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')

const privateTarget = (address: string) =>
  new TargetRefused(`the host resolves to ${address || 'no address'}, which is private, loopback or reserved`)
