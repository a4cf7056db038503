/** Webhooks and their deliveries. */
import { type Static, Type } from 'typebox'
import { Field } from '../field.ts'
import { Closed, OrNull, Page, Rotation, Time, TimeOf } from './page.ts'

export const WEBHOOK_EVENTS = [
  'session.completed',
  'session.risk_changed',
  'survey.flagged',
  'survey.changed',
  'survey.settled',
  'sessions.cluster',
] as const
export const WebhookEvent = Type.Enum(WEBHOOK_EVENTS, {
  title: 'WebhookEvent',
  description: 'A type of event that a webhook can receive.',
})
export type WebhookEvent = Static<typeof WebhookEvent>

const Events = Type.Array(WebhookEvent, {
  minItems: 1,
  maxItems: WEBHOOK_EVENTS.length,
  uniqueItems: true,
  description: 'Events to send.',
})
const Url = Type.String({
  minLength: 1,
  maxLength: 2_000,
  description: 'HTTPS URL that receives the events.',
})
const Name = Type.String({ maxLength: 100, description: 'Display name.' })
const DeliveryState = Type.Enum(['pending', 'delivered', 'failed'], {
  title: 'DeliveryState',
  description: '`pending` until the target responds with 2xx or the last attempt fails.',
})

export const WebhookItem = Closed(
  {
    id: Type.String({ description: 'ID of the webhook.' }),
    name: Type.String({ description: 'Display name; may be empty.' }),
    url: Type.String({ description: 'URL that receives the events.' }),
    events: Type.Array(WebhookEvent, { description: 'Events that it receives.' }),
    enabled: Type.Boolean({ description: 'Whether the service sends events to it.' }),
    disabled_reason: OrNull(
      Type.String(),
      'Reason why the service disabled the webhook; null if it did not.',
      'The target returned 410 Gone.',
    ),
    created_at: TimeOf('Creation time'),
    old_secret_until: OrNull(
      Time,
      'Time at which the old secret expires; null if only one secret is in use.',
      1_742_999_450_000,
    ),
    last_delivery: OrNull(
      Closed(
        {
          at: TimeOf('Time of the last attempt, or of the event'),
          state: Field(DeliveryState, 'State of the delivery.'),
        },
        'LastDelivery',
        'The latest delivery of a webhook.',
      ),
      'The latest delivery; null if there is none.',
    ),
  },
  'Webhook',
  'A webhook, without its secret.',
)
export type WebhookItem = Static<typeof WebhookItem>
export const WebhookList = Page(WebhookItem, 'WebhookList', 'All webhooks.')
export type WebhookList = Static<typeof WebhookList>

export const WebhookRequest = Closed(
  { name: Type.Optional(Name), url: Url, events: Events },
  'WebhookRequest',
  'A webhook to create.',
)
export type WebhookRequest = Static<typeof WebhookRequest>

export const WebhookChange = Closed(
  {
    name: Type.Optional(Name),
    url: Type.Optional(Url),
    events: Type.Optional(Events),
    enabled: Type.Optional(Type.Boolean({ description: 'Whether the service sends events to it.' })),
  },
  'WebhookChange',
  'Fields of a webhook to change. Absent fields stay as they are.',
)
export type WebhookChange = Static<typeof WebhookChange>

/** Response of POST /webhooks and /rotate. `secret` (`whsec_…`) is returned only once. */
export const IssuedWebhook = Closed(
  {
    webhook: Field(WebhookItem, 'The webhook.'),
    secret: Type.String({ description: 'The signing secret. No other response contains it.' }),
  },
  'IssuedWebhook',
  'A webhook and its new secret.',
)
export type IssuedWebhook = Static<typeof IssuedWebhook>

export const SecretRotation = Rotation(
  'SecretRotation',
  'How to rotate a secret.',
  'Hours during which requests are signed with both secrets.',
)
export type SecretRotation = Static<typeof SecretRotation>

export const DeliveryTry = Closed(
  {
    at: TimeOf('Time of the attempt'),
    status: OrNull(Type.Integer(), 'HTTP status; null without a response.'),
    ms: Type.Integer({ description: 'Duration in milliseconds.' }),
    problem: Type.String({ description: 'Reason for the failure; empty if the attempt succeeded.' }),
  },
  'DeliveryTry',
  'One attempt to send a delivery.',
)
export type DeliveryTry = Static<typeof DeliveryTry>

export const DeliveryItem = Closed(
  {
    id: Type.String({ description: 'ID of the delivery.' }),
    webhook_id: Type.String({ description: 'ID of the webhook.' }),
    event_id: Type.String({ description: 'The `webhook-id` header, the same for every attempt and resend.' }),
    type: Type.Enum([...WEBHOOK_EVENTS, 'test'], { description: 'Type of the event.' }),
    created_at: TimeOf('Time at which the delivery was queued'),
    state: Field(DeliveryState, 'State of the delivery.'),
    next_at: OrNull(
      Time,
      'Time of the next attempt, in Unix milliseconds; null if there is none.',
      1_742_916_655_000,
    ),
    tries: Type.Array(DeliveryTry, { description: 'Attempts so far, oldest first.' }),
    body: Type.String({ description: 'Request body.' }),
  },
  'Delivery',
  'One event for one webhook.',
)
export type DeliveryItem = Static<typeof DeliveryItem>
export const DeliveryList = Page(DeliveryItem, 'DeliveryList', 'A page of deliveries.')
export type DeliveryList = Static<typeof DeliveryList>
