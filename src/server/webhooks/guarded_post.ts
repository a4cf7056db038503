/**
 * Sends one body to one address, and to no other: the name is resolved once, every address it has must be public, and
 * what was looked at is what is connected to. No redirect is followed, and little is read of what comes back.
 */
import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import { isIP } from 'node:net'
import { isPublicAddress } from './public_address.ts'
import { hostOf, TargetRefused } from './target.ts'

const TIMEOUT_MS = 15_000
/** Nobody needs to say more to say that it arrived. */
const ANSWER_BYTES = 64 * 1024

export interface PostOptions {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly allowPrivate: boolean
  readonly timeoutMs?: number
  /** Ends it early. */
  readonly signal?: AbortSignal
  /** Another resolver, in tests. */
  readonly resolve?: Resolve
}

export type Resolve = (
  host: string,
  done: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void

/** The status; throws when there was none. */
export function guardedPost(options: PostOptions): Promise<number> {
  const { url, headers, body, allowPrivate, timeoutMs = TIMEOUT_MS, resolve = resolveAll, signal } = options
  const host = hostOf(url)
  if (!allowPrivate && isIP(host) !== 0 && !isPublicAddress(host)) return Promise.reject(refused(host))
  return new Promise((done, fail) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const request = send(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      // A connection of its own: nothing is left open to be used again under another name.
      agent: false,
      lookup: guardedLookup(resolve, allowPrivate),
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
    })
    request.on('socket', (socket: Socket) => {
      socket.once('connect', () => {
        const address = socket.remoteAddress ?? ''
        // Whatever the resolver said, this is who is really there.
        if (!allowPrivate && !isPublicAddress(plain(address))) request.destroy(refused(address))
      })
    })
    request.on('response', (response) => {
      let bytes = 0
      response.on('data', (piece: Buffer) => {
        bytes += piece.length
        if (bytes > ANSWER_BYTES) finish()
      })
      response.on('end', finish)
      response.on('error', fail)
      function finish(): void {
        done(response.statusCode ?? 0)
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
      const bad = allowPrivate ? undefined : addresses.find(({ address }) => !isPublicAddress(plain(address)))
      const [first] = addresses
      if (error !== null) callback(error, '', 0)
      else if (bad !== undefined) callback(refused(bad.address), '', 0)
      else if (first === undefined) callback(new Error('the name has no address'), '', 0)
      else if (options.all) callback(null, [...addresses])
      else callback(null, first.address, first.family)
    })
  }
}

const resolveAll: Resolve = (host, done) =>
  systemLookup(host, { all: true }, (error, addresses) => done(error, addresses ?? []))

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')

const refused = (address: string) =>
  new TargetRefused(`its name leads to ${address || 'nowhere'}, which is private, loopback or reserved`)
