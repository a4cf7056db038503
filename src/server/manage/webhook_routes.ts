/** /v1/webhooks and /v1/deliveries. */
import type { FastifyInstance } from 'fastify'
import { Done } from '../../contract/dashboard/page.ts'
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
import { jsonResponse } from '../http/openapi_responses.ts'
import { operation } from './operation.ts'
import { CursorPage } from './page.ts'
import type { ManageContext } from './routes.ts'

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

const LIST = operation({
  operationId: 'listWebhooks',
  tag,
  summary: 'List webhooks',
  description: 'All webhooks of the workspace, without their secrets.',
  response: jsonResponse('The webhooks.', WebhookList, { items: [WEBHOOK], next: null }),
})
const CREATE = operation({
  operationId: 'createWebhook',
  tag,
  summary: 'Create a webhook',
  description: 'At most 20 per workspace. No other response contains the signing secret.',
  body: { schema: WebhookRequest, example: { name: WEBHOOK.name, url: WEBHOOK.url, events: WEBHOOK.events } },
  response: issued('The webhook and its secret.'),
})
const GET = operation({
  operationId: 'getWebhook',
  tag,
  summary: 'Get a webhook',
  description: 'One webhook and the state of its latest delivery.',
  params,
  response: jsonResponse('The webhook.', WebhookItem, WEBHOOK),
  errors,
})
const CHANGE = operation({
  operationId: 'updateWebhook',
  tag,
  summary: 'Update a webhook',
  description: 'Absent fields stay as they are. `enabled: true` enables a webhook that the service disabled.',
  params,
  body: {
    schema: WebhookChange,
    example: { name: WEBHOOK.name, url: WEBHOOK.url, events: WEBHOOK.events, enabled: true },
  },
  response: jsonResponse('The webhook.', WebhookItem, WEBHOOK),
  errors: [...errors, 'concurrent_change'],
})
const REMOVE = operation({
  operationId: 'deleteWebhook',
  tag,
  summary: 'Delete a webhook',
  description: 'Also deletes its deliveries.',
  params,
  response: jsonResponse('The webhook is deleted.', Done, { done: true }),
  errors,
})
const ROTATE = operation({
  operationId: 'rotateWebhookSecret',
  tag,
  summary: 'Rotate the secret of a webhook',
  description: 'Requests are signed with both secrets during the overlap: 0, 1, 24 (default) or 72 hours.',
  params,
  body: { schema: SecretRotation, example: { overlap_hours: 24 } },
  response: issued('The webhook and its new secret.'),
  errors: [...errors, 'concurrent_change'],
})
const TEST = operation({
  operationId: 'testWebhook',
  tag,
  summary: 'Send a test event',
  description: 'Sends one event of the type `test` now and returns the result of the attempt.',
  params,
  response: jsonResponse('The delivery.', DeliveryItem, DELIVERY),
  errors,
})
const DELIVERIES = operation({
  operationId: 'listWebhookDeliveries',
  tag,
  summary: 'List deliveries of a webhook',
  description: 'Deliveries of the last thirty days, newest first.',
  params,
  query: CursorPage,
  response: jsonResponse('A page of deliveries.', DeliveryList, { items: [DELIVERY], next: null }),
  errors,
})
const REDELIVER = operation({
  operationId: 'redeliverWebhook',
  tag,
  summary: 'Send a delivery again',
  description: 'Queues the same event again, with the same `webhook-id`.',
  params: { id: { description: 'Delivery ID', example: DELIVERY.id } },
  response: jsonResponse('The new delivery.', DeliveryItem, { ...DELIVERY, state: 'pending', tries: [] }),
  errors,
})

interface ById {
  Params: { id: string }
}

export function manageWebhookRoutes(scope: FastifyInstance, { services, actorOf }: ManageContext): void {
  const { webhooks } = services.operations

  scope.get('/v1/webhooks', LIST, ({ caller }) => webhooks.list(caller.workspace))
  scope.post('/v1/webhooks', CREATE, async (request) =>
    webhooks.create(actorOf(request), CREATE.body(request)),
  )
  scope.get<ById>('/v1/webhooks/:id', GET, ({ caller, params }) => webhooks.find(caller.workspace, params.id))
  scope.patch<ById>('/v1/webhooks/:id', CHANGE, async (request) =>
    webhooks.change(actorOf(request), request.params.id, CHANGE.body(request)),
  )
  scope.delete<ById>('/v1/webhooks/:id', REMOVE, (request) =>
    webhooks.remove(actorOf(request), request.params.id),
  )
  scope.post<ById>('/v1/webhooks/:id/rotate', ROTATE, async (request) =>
    webhooks.rotate(actorOf(request), request.params.id, ROTATE.body(request)),
  )
  scope.post<ById>('/v1/webhooks/:id/test', TEST, (request) =>
    webhooks.test(actorOf(request), request.params.id),
  )
  scope.get<ById>('/v1/webhooks/:id/deliveries', DELIVERIES, async (request) =>
    webhooks.deliveries(request.caller.workspace, request.params.id, DELIVERIES.query(request)),
  )
  scope.post<ById>('/v1/deliveries/:id/redeliver', REDELIVER, (request) =>
    webhooks.redeliver(actorOf(request), request.params.id),
  )
}
