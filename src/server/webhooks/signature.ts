/** Signatures of the Standard Webhooks scheme: receivers can verify origin, integrity and age of a delivery. */
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** As stored: base64 without the prefix. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64')

/** As shown, once. */
export const shownSecret = (secret: string): string => PREFIX + secret

/** One signature per secret in use, so that receivers may still use the old one. */
export function signatureHeaders(
  secrets: readonly string[],
  id: string,
  atMs: number,
  body: string,
): Record<string, string> {
  const timestamp = Math.floor(atMs / 1000)
  const signatures = secrets.map(
    (secret) =>
      `v1,${createHmac('sha256', Buffer.from(secret, 'base64')).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  )
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
