/** Verifies webhook deliveries: the Standard Webhooks scheme. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { webhooks } from './contract.ts'

const TOLERANCE_S = 300

/** `type` tells which event it is, and with it the type of `data`. */
export type WebhookEvent = {
  [Type in keyof webhooks]: webhooks[Type]['post']['requestBody']['content']['application/json']
}[keyof webhooks]

type HeaderValues = Readonly<Record<string, string | readonly string[] | undefined>>

/** Throws if the signature is missing or wrong, or the delivery is older than five minutes. `body`: as received. */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: Headers | HeaderValues,
  secret: string | undefined,
  now: () => number = Date.now,
): WebhookEvent {
  const read = (name: string): string => {
    const value = headers instanceof Headers ? headers.get(name) : (headers as HeaderValues)[name]
    return typeof value === 'string' ? value : ''
  }
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(read) as [
    string,
    string,
    string,
  ]
  if (!id || !/^\d+$/.test(timestamp)) throw new Error('The webhook headers are missing.')
  if (Math.abs(now() / 1000 - Number(timestamp)) > TOLERANCE_S)
    throw new Error('The webhook timestamp is too old or in the future.')
  const text = typeof body === 'string' ? body : Buffer.from(body).toString()
  const key = Buffer.from((secret ?? '').replace(/^whsec_/, ''), 'base64')
  // Anyone can sign with an empty key.
  if (key.length === 0) throw new TypeError('The webhook secret is empty.')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest()
  const isSigned = signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64')
    return signature.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!isSigned) throw new Error('The webhook signature is wrong.')
  return JSON.parse(text) as WebhookEvent
}
