/** Creates, changes, rotates and revokes keys of a workspace. A secret key is shown once. */
import type { FastifyInstance } from 'fastify'
import { KeyChange, KeyRequest, KeyRotation } from '../../contract/dashboard/keys.ts'
import { bodyOf } from '../http/validated.ts'
import type { DashboardContext } from './context.ts'
import { actorOf, atLeast, notInDemo } from './signed_in.ts'

const keyBody = bodyOf(KeyRequest)
const changeBody = bodyOf(KeyChange)
const rotationBody = bodyOf(KeyRotation)

const ownersOnly = { onRequest: atLeast('owner') }
const newByOwners = { onRequest: [atLeast('owner'), notInDemo] }

interface ById {
  Params: { id: string }
}

export function keyRoutes(scope: FastifyInstance, { services }: DashboardContext): void {
  const { keys } = services.operations

  scope.get('/keys', ({ signedIn }) => keys.list(signedIn.workspace))
  scope.post('/keys', newByOwners, async (request) =>
    keys.create(actorOf(request.signedIn), keyBody(request)),
  )
  scope.patch<ById>('/keys/:id', ownersOnly, async (request) =>
    keys.change(actorOf(request.signedIn), request.params.id, changeBody(request)),
  )
  scope.post<ById>('/keys/:id/rotate', ownersOnly, async (request) =>
    keys.rotate(actorOf(request.signedIn), request.params.id, rotationBody(request)),
  )
  scope.delete<ById>('/keys/:id', ownersOnly, ({ signedIn, params }) =>
    keys.revoke(actorOf(signedIn), params.id),
  )
}
