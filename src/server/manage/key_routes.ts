/** /v1/keys. */
import type { FastifyInstance } from 'fastify'
import {
  IssuedKey,
  KeyChange,
  KeyItem,
  KeyList,
  KeyRequest,
  KeyRotation,
} from '../../contract/dashboard/keys.ts'
import { Done } from '../../contract/dashboard/page.ts'
import { jsonResponse } from '../http/openapi_responses.ts'
import { operation } from './operation.ts'
import type { ManageContext } from './routes.ts'

const KEY: KeyItem = {
  id: 'key_Zt3mC0Yw8kQ1sVbN',
  kind: 'secret',
  mode: 'test',
  site_key: null,
  name: 'ci',
  prefix: 'bh_sk_test_4f7G',
  last4: 'x9Qz',
  scopes: ['sessions', 'survey'],
  origins: [],
  created_at: 1_742_913_050_000,
  last_used_at: null,
  expires_at: null,
  revoked_at: null,
  state: 'live',
}
const ISSUED: IssuedKey = { key: KEY, secret: 'bh_sk_test_4f7G…x9Qz' }

const tag = 'Manage keys'
const params = { id: { description: 'Key ID', example: KEY.id } }
const errors = ['not_found'] as const

const LIST = operation({
  operationId: 'listKeys',
  tag,
  summary: 'List keys',
  description: 'All keys of the workspace, newest first. A test key lists test keys only.',
  response: jsonResponse('The keys. Secret keys are not shown in full.', KeyList, {
    items: [KEY],
    next: null,
  }),
})
const CREATE = operation({
  operationId: 'createKey',
  tag,
  summary: 'Create a key',
  description:
    'No other response contains a secret key in full. `mode: "test"` creates a test key. A test key creates test keys only.',
  body: { schema: KeyRequest, example: { kind: 'secret', mode: 'test', name: KEY.name, scopes: KEY.scopes } },
  response: jsonResponse('The key.', IssuedKey, ISSUED),
})
const CHANGE = operation({
  operationId: 'updateKey',
  tag,
  summary: 'Update a key',
  description: 'Absent fields stay as they are.',
  params,
  body: { schema: KeyChange, example: { name: 'continuous integration' } },
  response: jsonResponse('The key.', KeyItem, KEY),
  errors,
})
const ROTATE = operation({
  operationId: 'rotateKey',
  tag,
  summary: 'Rotate a key',
  description: 'Both keys are valid during the overlap: 0, 1, 24 (default) or 72 hours.',
  params,
  body: { schema: KeyRotation, example: { overlap_hours: 24 } },
  response: jsonResponse('The new key.', IssuedKey, ISSUED),
  errors,
})
const REVOKE = operation({
  operationId: 'revokeKey',
  tag,
  summary: 'Revoke a key',
  description: 'Every node rejects the key within five seconds.',
  params,
  response: jsonResponse('The key is revoked.', Done, { done: true }),
  errors,
})

interface ById {
  Params: { id: string }
}

export function manageKeyRoutes(scope: FastifyInstance, { services, actorOf }: ManageContext): void {
  const { keys } = services.operations

  scope.get('/v1/keys', LIST, ({ caller }) => keys.list(caller.workspace))
  scope.post('/v1/keys', CREATE, async (request) => keys.create(actorOf(request), CREATE.body(request)))
  scope.patch<ById>('/v1/keys/:id', CHANGE, async (request) =>
    keys.change(actorOf(request), request.params.id, CHANGE.body(request)),
  )
  scope.post<ById>('/v1/keys/:id/rotate', ROTATE, async (request) =>
    keys.rotate(actorOf(request), request.params.id, ROTATE.body(request)),
  )
  scope.delete<ById>('/v1/keys/:id', REVOKE, (request) => keys.revoke(actorOf(request), request.params.id))
}
