/**
 * GET/POST /webhooks, PATCH/DELETE /webhooks/:id, POST /webhooks/:id/test, /webhooks/:id/rotate,
 * GET /webhooks/:id/deliveries?before=, POST /deliveries/:id/replay. Members may read, only owners change.
 */
import { type Static, Type } from 'typebox'
import { Closed, OrNull, Page, Time } from './page.ts'

export const WEBHOOK_EVENTS = [
  'session.completed',
  'session.risk_changed',
  'survey.flagged',
  'survey.changed',
] as const
export const WebhookEvent = Type.Enum(WEBHOOK_EVENTS)
export type WebhookEvent = Static<typeof WebhookEvent>

const Events = Type.Array(WebhookEvent, { minItems: 1, maxItems: WEBHOOK_EVENTS.length, uniqueItems: true })
const Url = Type.String({ minLength: 1, maxLength: 2_000 })
const Name = Type.String({ maxLength: 100 })

export const WebhookItem = Closed(
  {
    id: Type.String(),
    name: Type.String(),
    url: Type.String(),
    events: Type.Array(WebhookEvent),
    enabled: Type.Boolean(),
    disabled_reason: OrNull(Type.String(), 'Reason why the service disabled the webhook, otherwise null.'),
    created_at: Time,
    old_secret_until: OrNull(
      Time,
      'End of the period in which the old secret signs too; null if only one secret is in use.',
    ),
    last_delivery: OrNull(Closed({ at: Time, state: Type.Enum(['pending', 'delivered', 'failed']) })),
  },
  'Webhook',
)
export type WebhookItem = Static<typeof WebhookItem>
export const WebhookList = Page(WebhookItem, 'WebhookList')
export type WebhookList = Static<typeof WebhookList>

export const WebhookRequest = Closed(
  { name: Type.Optional(Name), url: Url, events: Events },
  'WebhookRequest',
)
export type WebhookRequest = Static<typeof WebhookRequest>

export const WebhookChange = Closed(
  {
    name: Type.Optional(Name),
    url: Type.Optional(Url),
    events: Type.Optional(Events),
    enabled: Type.Optional(Type.Boolean()),
  },
  'WebhookChange',
)
export type WebhookChange = Static<typeof WebhookChange>

/** Response of POST /webhooks and /rotate. `secret` (`whsec_…`) is returned only once. */
export const IssuedWebhook = Closed({ webhook: WebhookItem, secret: Type.String() }, 'IssuedWebhook')
export type IssuedWebhook = Static<typeof IssuedWebhook>

/** Hours for which both secrets sign; 24 by default. */
export const SecretRotation = Closed(
  { overlap_hours: Type.Optional(Type.Enum([0, 1, 24, 72])) },
  'SecretRotation',
)
export type SecretRotation = Static<typeof SecretRotation>

export const DeliveryTry = Closed(
  {
    at: Time,
    status: OrNull(Type.Integer(), 'HTTP status; null without a response.'),
    ms: Type.Integer(),
    problem: Type.String({ description: 'Reason of a failed attempt; empty if it succeeded.' }),
  },
  'DeliveryTry',
)
export type DeliveryTry = Static<typeof DeliveryTry>

export const DeliveryItem = Closed(
  {
    id: Type.String(),
    webhook_id: Type.String(),
    event_id: Type.String({ description: 'The `webhook-id` header, the same for every attempt and resend.' }),
    type: Type.Enum([...WEBHOOK_EVENTS, 'test']),
    created_at: Time,
    state: Type.Enum(['pending', 'delivered', 'failed']),
    next_at: OrNull(Time, 'Null if there is no further attempt.'),
    tries: Type.Array(DeliveryTry),
    body: Type.String({ description: 'Request body.' }),
  },
  'Delivery',
)
export type DeliveryItem = Static<typeof DeliveryItem>
export const DeliveryList = Page(DeliveryItem, 'DeliveryList')
export type DeliveryList = Static<typeof DeliveryList>
