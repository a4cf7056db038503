/** What the server observes when a batch arrives. */
import type { IncomingHttpHeaders } from 'node:http'
import type { ChallengeResult, NetworkFacts, Receipt } from '../../contract/network.ts'
import type { ReadBatch } from './batch.ts'
import { clockMark } from './times.ts'

/** About twice the length of the longest ordinary user agents. */
const HEADER_CHARS = 512

const HINTS = ['sec-ch-ua', 'sec-ch-ua-mobile', 'sec-ch-ua-platform'] as const

export function receiptOf(
  batch: ReadBatch,
  headers: IncomingHttpHeaders,
  network: NetworkFacts,
  at: number,
  challenge?: ChallengeResult,
): Receipt {
  const clock = clockMark(batch, batch.rows.span, at)
  const receipt: Receipt = {
    at,
    network,
    ...(clock !== undefined && { clock }),
    ...(challenge !== undefined && { challenge }),
  }
  if (batch.seq > 0) return receipt
  const { 'user-agent': userAgent, 'accept-language': acceptLanguage } = headers
  const hints = HINTS.flatMap((name) => (headers[name] === undefined ? [] : [`${name}: ${headers[name]}`]))
  return {
    ...receipt,
    ...(userAgent !== undefined && { userAgent: userAgent.slice(0, HEADER_CHARS) }),
    ...(hints.length > 0 && { clientHints: hints.join('\n').slice(0, HEADER_CHARS) }),
    ...(acceptLanguage !== undefined && { acceptLanguage: acceptLanguage.slice(0, HEADER_CHARS) }),
  }
}
