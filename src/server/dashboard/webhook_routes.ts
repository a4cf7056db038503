/** Webhooks of a workspace and their deliveries. */
import type { FastifyInstance } from 'fastify'
import { SecretRotation, WebhookChange, WebhookRequest } from '../../contract/dashboard/webhooks.ts'
import { bodyOf } from '../http/validated.ts'
import type { DashboardContext } from './context.ts'
import { pageQuery } from './member_routes.ts'
import { actorOf, atLeast, notInDemo } from './signed_in.ts'

const webhookBody = bodyOf(WebhookRequest)
const changeBody = bodyOf(WebhookChange)
const rotationBody = bodyOf(SecretRotation)

const ownersOnly = { onRequest: atLeast('owner') }
const newByOwners = { onRequest: [atLeast('owner'), notInDemo] }

interface ById {
  Params: { id: string }
}

export function webhookRoutes(scope: FastifyInstance, { services }: DashboardContext): void {
  const { webhooks } = services.operations

  scope.get('/webhooks', ({ signedIn }) => webhooks.list(signedIn.workspace))
  scope.post('/webhooks', newByOwners, async (request) =>
    webhooks.create(actorOf(request.signedIn), webhookBody(request)),
  )
  scope.patch<ById>('/webhooks/:id', ownersOnly, async (request) =>
    webhooks.change(actorOf(request.signedIn), request.params.id, changeBody(request)),
  )
  scope.delete<ById>('/webhooks/:id', ownersOnly, ({ signedIn, params }) =>
    webhooks.remove(actorOf(signedIn), params.id),
  )
  scope.post<ById>('/webhooks/:id/rotate', ownersOnly, async (request) =>
    webhooks.rotate(actorOf(request.signedIn), request.params.id, rotationBody(request)),
  )
  scope.post<ById>('/webhooks/:id/test', ownersOnly, ({ signedIn, params }) =>
    webhooks.test(actorOf(signedIn), params.id),
  )
  scope.get<ById>('/webhooks/:id/deliveries', async (request) =>
    webhooks.deliveries(request.signedIn.workspace, request.params.id, pageQuery(request)),
  )
  scope.post<ById>('/deliveries/:id/replay', ownersOnly, ({ signedIn, params }) =>
    webhooks.redeliver(actorOf(signedIn), params.id),
  )
}
