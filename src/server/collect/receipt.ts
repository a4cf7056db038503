/** What the server observes when a batch arrives. */
import type { IncomingMessage } from 'node:http'
import type { Receipt } from '../../contract/network.ts'
import type { ReadBatch } from './batch.ts'
import { clockMark } from './times.ts'

/** About twice the length of the longest ordinary user agents. */
const HEADER_CHARS = 512

const HINTS = ['sec-ch-ua', 'sec-ch-ua-mobile', 'sec-ch-ua-platform'] as const

/** Other headers that browsers send with every request. */
const BROWSER_HEADERS = ['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest', 'accept-encoding'] as const

/** Without these, a proxy between browser and service is unlikely. */
const PROXY_HEADERS = ['via', 'forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-real-ip'] as const

export interface Proxies {
  /** The name of a header in which a trusted proxy passes the JA4 fingerprint of the TLS handshake. */
  readonly ja4Header: string | undefined
  isProxy(address: string): boolean
}

export function receiptOf(
  batch: ReadBatch,
  request: IncomingMessage,
  proxies: Proxies,
  {
    at,
    network,
    tokenAgeMs,
    challenge,
    agent,
    isSameAgent,
    mayBe,
  }: Pick<Receipt, 'at' | 'network' | 'tokenAgeMs' | 'challenge' | 'agent'> & {
    /** Whether the user agent is that of the batch that opened the session. */
    readonly isSameAgent: boolean
    /** Of the service's clock: whether a time that differs from `at` may be right. */
    mayBe(time: number): boolean
  },
): Receipt {
  const clock = clockMark(batch, batch.rows.span, at, mayBe)
  const { headers } = request
  const { 'user-agent': userAgent, 'accept-language': acceptLanguage } = headers
  // A second batch without a token may come from another client, and an answer counts only for one user agent.
  const namesAgent = batch.seq === 0 || batch.token === undefined || challenge !== undefined || !isSameAgent
  const receipt: Receipt = {
    at,
    ...(namesAgent && { userAgent: (userAgent ?? '').slice(0, HEADER_CHARS) }),
    ...(network !== undefined && { network }),
    ...(clock !== undefined && { clock }),
    ...(tokenAgeMs !== undefined && { tokenAgeMs }),
    ...(challenge !== undefined && { challenge }),
    ...(agent !== undefined && { agent }),
  }
  if (batch.seq > 0) return receipt
  const hints = HINTS.flatMap((name) => (headers[name] === undefined ? [] : [`${name}: ${headers[name]}`]))
  return {
    ...receipt,
    ...(hints.length > 0 && { clientHints: hints.join('\n').slice(0, HEADER_CHARS) }),
    ...(acceptLanguage !== undefined && { acceptLanguage: acceptLanguage.slice(0, HEADER_CHARS) }),
    headers: otherHeaders(request, proxies),
  }
}

function otherHeaders(request: IncomingMessage, { ja4Header, isProxy }: Proxies): Record<string, string> {
  const { headers, rawHeaders, httpVersion } = request
  const isFromProxy = isProxy(request.socket.remoteAddress ?? '')
  const kept: Record<string, string> = { secure: isTrustworthy(headers.origin, headers.host) ? 'yes' : 'no' }
  for (const name of BROWSER_HEADERS) {
    const value = headers[name]
    if (typeof value === 'string') kept[name] = value.slice(0, HEADER_CHARS)
  }
  const ja4 = isFromProxy && ja4Header !== undefined ? headers[ja4Header] : undefined
  if (typeof ja4 === 'string') kept.ja4 = ja4.slice(0, HEADER_CHARS)
  const isDirect = !isFromProxy && PROXY_HEADERS.every((name) => headers[name] === undefined)
  if (isDirect && httpVersion === '1.1') kept.order = orderOf(rawHeaders)
  return kept
}

/** Pages on HTTPS may only post to HTTPS or to this machine; other pages need not be trustworthy. */
const isTrustworthy = (origin: string | undefined, host: string | undefined): boolean =>
  origin?.startsWith('https:') === true || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(host ?? '')

/** Only the two whose order differs between engines. */
const orderOf = (rawHeaders: readonly string[]): string =>
  rawHeaders
    .filter((_, index) => index % 2 === 0)
    .map((name) => name.toLowerCase())
    .filter((name) => name === 'accept-encoding' || name === 'accept-language')
    .join(' ')
