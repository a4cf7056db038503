/** The requests that the service sends to webhooks. */
import { Type } from 'typebox'
import { WEBHOOK_BODIES, WEBHOOK_EXAMPLES, type WebhookBodies } from '../../../contract/webhook_events.ts'
import type { RequestDocument } from './operation_object.ts'
import { mediaOf } from './responses.ts'

/** `receiveSessionRiskChanged` for `session.risk_changed`. */
const operationIdOf = (type: string): string =>
  `receive${type.replace(/(?:^|[._])(.)/g, (_, first: string) => first.toUpperCase())}`

const header = (description: string, example: string) => Type.String({ description, examples: [example] })

/** Those of the Standard Webhooks scheme. */
const HEADERS = Type.Object({
  'webhook-id': header(
    'ID of the event, the same for every attempt and resend. Ignore an ID that you have processed.',
    'evt_hT3kQ9ab2mVb4Lw9sYcHgZ',
  ),
  'webhook-timestamp': header(
    'Time of the attempt, in Unix seconds. Reject a request that is older than five minutes.',
    '1742913113',
  ),
  'webhook-signature': header(
    '`v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, with the secret of the webhook. Two signatures with a space between them while an old secret is valid.',
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  ),
})

/** What a webhook may respond with. */
export const EVENT_RESPONSES = {
  '2XX': {
    description: 'Received. Respond within 15 seconds. After any other status, the service tries again.',
  },
  410: { description: 'The service disables the webhook.' },
}

/** The requests, by the type of the event. */
export const EVENT_REQUESTS: readonly (readonly [string, RequestDocument])[] = (
  Object.keys(WEBHOOK_BODIES) as (keyof WebhookBodies)[]
).map((type) => {
  const schema = WEBHOOK_BODIES[type]
  const { description = '' } = schema as { readonly description?: string }
  return [
    type,
    {
      operationId: operationIdOf(type),
      tag: 'Webhook events',
      summary: `Event \`${type}\``,
      description,
      headers: HEADERS,
      body: { content: { 'application/json': mediaOf(schema, WEBHOOK_EXAMPLES[type]) } },
    },
  ]
})
