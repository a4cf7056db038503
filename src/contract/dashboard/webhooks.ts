/**
 * GET/POST /webhooks, PATCH/DELETE /webhooks/:id, POST /webhooks/:id/test, /webhooks/:id/rotate,
 * GET /webhooks/:id/deliveries?before=, POST /deliveries/:id/replay. Owners only, but for reading.
 */
import { type Static, Type } from 'typebox'
import { Closed, OrNull, Page, Time } from './page.ts'

export const WEBHOOK_EVENTS = ['session.completed', 'session.risk_changed', 'survey.flagged'] as const
export const WebhookEvent = Type.Enum(WEBHOOK_EVENTS)
export type WebhookEvent = Static<typeof WebhookEvent>

const Events = Type.Array(WebhookEvent, { minItems: 1, maxItems: WEBHOOK_EVENTS.length, uniqueItems: true })
const Url = Type.String({ minLength: 1, maxLength: 2_000 })
const Name = Type.String({ maxLength: 100 })

export const WebhookItem = Closed({
  id: Type.String(),
  name: Type.String(),
  url: Type.String(),
  events: Type.Array(WebhookEvent),
  enabled: Type.Boolean(),
  /** Why the service disabled it; null otherwise. */
  disabled_reason: OrNull(Type.String()),
  created_at: Time,
  /** Until then the previous secret signs too; null: only one secret is in use. */
  old_secret_until: OrNull(Time),
  last_delivery: OrNull(Closed({ at: Time, state: Type.Enum(['pending', 'delivered', 'failed']) })),
})
export type WebhookItem = Static<typeof WebhookItem>
export const WebhookList = Page(WebhookItem)
export type WebhookList = Static<typeof WebhookList>

export const WebhookRequest = Closed({ name: Type.Optional(Name), url: Url, events: Events })
export type WebhookRequest = Static<typeof WebhookRequest>

export const WebhookChange = Closed({
  name: Type.Optional(Name),
  url: Type.Optional(Url),
  events: Type.Optional(Events),
  enabled: Type.Optional(Type.Boolean()),
})
export type WebhookChange = Static<typeof WebhookChange>

/** `secret` (`whsec_…`) is returned only here: the response of POST /webhooks and /rotate. */
export const IssuedWebhook = Closed({ webhook: WebhookItem, secret: Type.String() })
export type IssuedWebhook = Static<typeof IssuedWebhook>

/** Hours for which both secrets sign; 24 unless given. */
export const SecretRotation = Closed({ overlap_hours: Type.Optional(Type.Enum([0, 1, 24, 72])) })
export type SecretRotation = Static<typeof SecretRotation>

export const DeliveryTry = Closed({
  at: Time,
  /** HTTP status; null: no response. */
  status: OrNull(Type.Integer()),
  ms: Type.Integer(),
  /** Why the delivery failed; empty if it succeeded. */
  problem: Type.String(),
})
export type DeliveryTry = Static<typeof DeliveryTry>

export const DeliveryItem = Closed({
  id: Type.String(),
  webhook_id: Type.String(),
  /** The `webhook-id` header, equal in every attempt and replay. */
  event_id: Type.String(),
  type: Type.Enum([...WEBHOOK_EVENTS, 'test']),
  created_at: Time,
  state: Type.Enum(['pending', 'delivered', 'failed']),
  /** Null: no further attempt. */
  next_at: OrNull(Time),
  tries: Type.Array(DeliveryTry),
  /** The body as it is sent. */
  body: Type.String(),
})
export type DeliveryItem = Static<typeof DeliveryItem>
export const DeliveryList = Page(DeliveryItem)
export type DeliveryList = Static<typeof DeliveryList>
