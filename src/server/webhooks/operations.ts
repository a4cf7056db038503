/** The webhooks of a workspace and their deliveries. */
import { CursorPage, Done } from '../../contract/dashboard/page.ts'
import {
  DeliveryItem,
  DeliveryList,
  IssuedWebhook,
  SecretRotation,
  WebhookChange,
  WebhookItem,
  WebhookList,
  WebhookRequest,
} from '../../contract/dashboard/webhooks.ts'
import { expectedBy, IF_MATCH, TAG_HEADER, withTag } from '../http/if_match.ts'
import { jsonResponse } from '../http/openapi/responses.ts'
import { type Operation, operation } from '../http/operation.ts'
import { type ManagedWebhooks, webhookTag } from './managed_webhooks.ts'

const WEBHOOK: WebhookItem = {
  id: 'wh_4Xw0sT9bQmZc2sYc',
  name: 'orders',
  url: 'https://shop.example.org/byhand',
  events: ['session.completed'],
  enabled: true,
  disabled_reason: null,
  created_at: 1_742_913_050_000,
  old_secret_until: null,
  last_delivery: { at: 1_742_916_650_000, state: 'delivered' },
}
const ISSUED = {
  webhook: { ...WEBHOOK, last_delivery: null },
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
}
const DELIVERY: DeliveryItem = {
  id: 'dlv_q7Zr0nXkT2mVb4Lw9sYcHg',
  webhook_id: WEBHOOK.id,
  event_id: 'evt_hT3kQ9ab2mVb4Lw9sYcHgZ',
  type: 'session.completed',
  created_at: 1_742_916_650_000,
  state: 'delivered',
  next_at: null,
  tries: [{ at: 1_742_916_650_100, status: 204, ms: 38, problem: '' }],
  body: '{"type":"session.completed","timestamp":"2025-03-25T15:30:50.000Z","data":{}}',
}

const tag = 'Manage webhooks'
const params = { id: { description: 'Webhook ID', example: WEBHOOK.id } }
const errors = ['not_found'] as const
const issued = (description: string) => jsonResponse(description, IssuedWebhook, ISSUED)
const READ = { scope: 'admin', role: 'viewer' } as const
const CHANGE = { scope: 'admin', role: 'owner' } as const

export const webhookOperations = (webhooks: ManagedWebhooks): readonly Operation[] => [
  operation({
    route: 'GET /v1/webhooks',
    allow: READ,
    operationId: 'listWebhooks',
    tag,
    summary: 'List webhooks',
    description: 'All webhooks of the workspace, without their secrets.',
    response: jsonResponse('The webhooks.', WebhookList, { items: [WEBHOOK], next: null }),
    handle: ({ actor }) => webhooks.list(actor.workspace),
  }),
  operation({
    route: 'POST /v1/webhooks',
    audit: 'webhook_created',
    allow: { ...CHANGE, notInDemo: true },
    operationId: 'createWebhook',
    tag,
    summary: 'Create a webhook',
    description: 'At most 20 per workspace. No other response contains the signing secret.',
    body: WebhookRequest,
    bodyExample: { name: WEBHOOK.name, url: WEBHOOK.url, events: WEBHOOK.events },
    response: issued('The webhook and its secret.'),
    handle: ({ actor, body }) => webhooks.create(actor, body),
  }),
  operation({
    route: 'GET /v1/webhooks/:id',
    allow: READ,
    operationId: 'getWebhook',
    tag,
    summary: 'Get a webhook',
    description: 'One webhook and the state of its latest delivery.',
    params,
    response: jsonResponse('The webhook.', WebhookItem, WEBHOOK, TAG_HEADER),
    errors,
    handle: ({ actor, params, reply }) =>
      withTag(reply, webhooks.find(actor.workspace, params.id), webhookTag),
  }),
  operation({
    route: 'PATCH /v1/webhooks/:id',
    audit: 'webhook_changed',
    allow: CHANGE,
    operationId: 'updateWebhook',
    tag,
    summary: 'Update a webhook',
    description:
      'Absent fields stay as they are. `enabled: true` enables a webhook that the service disabled.',
    params,
    body: WebhookChange,
    bodyExample: { name: WEBHOOK.name, url: WEBHOOK.url, events: WEBHOOK.events, enabled: true },
    headers: IF_MATCH,
    response: jsonResponse('The webhook.', WebhookItem, WEBHOOK, TAG_HEADER),
    errors: [...errors, 'concurrent_change', 'precondition_failed'],
    handle: ({ actor, params, body, request, reply }) =>
      withTag(reply, webhooks.change(actor, params.id, body, expectedBy(request)), webhookTag),
  }),
  operation({
    route: 'DELETE /v1/webhooks/:id',
    audit: 'webhook_removed',
    allow: CHANGE,
    operationId: 'deleteWebhook',
    tag,
    summary: 'Delete a webhook',
    description: 'Also deletes its deliveries.',
    params,
    headers: IF_MATCH,
    response: jsonResponse('The webhook is deleted.', Done, { done: true }),
    errors: [...errors, 'precondition_failed'],
    handle: ({ actor, params, request }) => webhooks.remove(actor, params.id, expectedBy(request)),
  }),
  operation({
    route: 'POST /v1/webhooks/:id/rotate',
    audit: 'webhook_secret_rotated',
    allow: CHANGE,
    operationId: 'rotateWebhookSecret',
    tag,
    summary: 'Rotate the secret of a webhook',
    description: 'Requests are signed with both secrets during the overlap: 0, 1, 24 (default) or 72 hours.',
    params,
    body: SecretRotation,
    bodyExample: { overlap_hours: 24 },
    response: issued('The webhook and its new secret.'),
    headers: IF_MATCH,
    errors: [...errors, 'concurrent_change', 'precondition_failed'],
    handle: ({ actor, params, body, request }) =>
      webhooks.rotate(actor, params.id, body, expectedBy(request)),
  }),
  operation({
    route: 'POST /v1/webhooks/:id/test',
    audit: 'webhook_tested',
    allow: CHANGE,
    operationId: 'testWebhook',
    tag,
    summary: 'Send a test event',
    description: 'Sends one event of the type `test` now and returns the result of the attempt.',
    params,
    response: jsonResponse('The delivery.', DeliveryItem, DELIVERY),
    errors,
    handle: ({ actor, params }) => webhooks.test(actor, params.id),
  }),
  operation({
    route: 'GET /v1/webhooks/:id/deliveries',
    allow: READ,
    operationId: 'listWebhookDeliveries',
    tag,
    summary: 'List deliveries of a webhook',
    description: 'Deliveries of the last thirty days, newest first.',
    params,
    query: CursorPage,
    response: jsonResponse('A page of deliveries.', DeliveryList, { items: [DELIVERY], next: null }),
    errors,
    handle: ({ actor, params, query }) => webhooks.deliveries(actor.workspace, params.id, query),
  }),
  operation({
    route: 'POST /v1/deliveries/:id/redeliver',
    audit: 'delivery_redelivered',
    allow: CHANGE,
    operationId: 'redeliverWebhook',
    tag,
    summary: 'Send a delivery again',
    description: 'Queues the same event again, with the same `webhook-id`.',
    params: { id: { description: 'Delivery ID', example: DELIVERY.id } },
    response: jsonResponse('The new delivery.', DeliveryItem, { ...DELIVERY, state: 'pending', tries: [] }),
    errors,
    handle: ({ actor, params }) => webhooks.redeliver(actor, params.id),
  }),
]
