/** The Standard Webhooks scheme: who gets a delivery can tell that it is ours, whole and fresh. */
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** As it is kept: base64 without the prefix. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64')

/** As it is shown, once. */
export const shownSecret = (secret: string): string => PREFIX + secret

/** One signature for each secret in use, so that whoever verifies may still hold the old one. */
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
