/** The request of a visitor as the proxy got it, for the verification of an agent's signature. */
import type { IncomingMessage } from 'node:http'
import type { SignedMessage } from '../../src/server/http/signed_message.ts'

/** Headers that the proxy writes itself, so that the visitor's own are not available. */
const OWN = ['authorization', 'connection', 'content-length', 'x-byhand-key']

/** The message, or why it is not available. */
export function forwardedMessage(request: IncomingMessage, target: string): SignedMessage | string {
  const { headers } = request
  if (headers['signature-input'] === undefined && headers['signature-agent'] === undefined) {
    return { method: '', scheme: 'https', authority: '', target, headers: {} }
  }
  const [authority, ...more] = headerValues(request, 'x-forwarded-host')
  if (!authority || more.length > 0) return 'The proxy does not send the host in X-Forwarded-Host.'
  const [method = ''] = headerValues(request, 'x-forwarded-method')
  const [proto] = headerValues(request, 'x-forwarded-proto')
  const kept = Object.entries(headers).filter(([name]) => !OWN.includes(name))
  return {
    method,
    scheme: proto === 'http' ? 'http' : 'https',
    authority,
    target,
    headers: { ...(Object.fromEntries(kept) as Record<string, string>), host: authority },
  }
}

/** Node joins repeated headers, or drops all but the first. */
export const headerValues = ({ rawHeaders }: IncomingMessage, name: string): string[] =>
  rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name)
