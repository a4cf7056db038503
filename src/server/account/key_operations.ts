/** The keys of a workspace. */
import {
  IssuedKey,
  KeyChange,
  KeyItem,
  KeyList,
  KeyRequest,
  KeyRotation,
} from '../../contract/dashboard/keys.ts'
import { Done } from '../../contract/dashboard/page.ts'
import { expectedBy, IF_MATCH, TAG_HEADER, withTag } from '../http/if_match.ts'
import { jsonResponse } from '../http/openapi/responses.ts'
import { type Operation, operation } from '../http/operation.ts'
import { keyTag, type ManagedKeys } from './managed_keys.ts'

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
const READ = { scope: 'admin', role: 'viewer' } as const
const CHANGE = { scope: 'admin', role: 'owner' } as const

export const keyOperations = (keys: ManagedKeys): readonly Operation[] => [
  operation({
    route: 'GET /v1/keys',
    allow: READ,
    operationId: 'listKeys',
    tag,
    summary: 'List keys',
    description: 'All keys of the workspace, newest first. A test key lists test keys only.',
    response: jsonResponse('The keys. Secret keys are not shown in full.', KeyList, {
      items: [KEY],
      next: null,
    }),
    handle: ({ actor }) => keys.list(actor.workspace),
  }),
  operation({
    route: 'POST /v1/keys',
    audit: 'key_created',
    allow: { ...CHANGE, notInDemo: true },
    operationId: 'createKey',
    tag,
    summary: 'Create a key',
    description:
      'No other response contains a secret key in full. `mode: "test"` creates a test key. A test key creates test keys only.',
    body: KeyRequest,
    bodyExample: { kind: 'secret', mode: 'test', name: KEY.name, scopes: KEY.scopes },
    response: jsonResponse('The key.', IssuedKey, ISSUED),
    handle: ({ actor, body }) => keys.create(actor, body),
  }),
  operation({
    route: 'GET /v1/keys/:id',
    allow: READ,
    operationId: 'getKey',
    tag,
    summary: 'Get a key',
    description: 'One key. A secret key is not shown in full.',
    params,
    response: jsonResponse('The key.', KeyItem, KEY, TAG_HEADER),
    errors,
    handle: ({ actor, params, reply }) => withTag(reply, keys.find(actor.workspace, params.id), keyTag),
  }),
  operation({
    route: 'PATCH /v1/keys/:id',
    audit: 'key_changed',
    allow: CHANGE,
    operationId: 'updateKey',
    tag,
    summary: 'Update a key',
    description: 'Absent fields stay as they are.',
    params,
    body: KeyChange,
    bodyExample: { name: 'continuous integration' },
    headers: IF_MATCH,
    response: jsonResponse('The key.', KeyItem, KEY, TAG_HEADER),
    errors: [...errors, 'precondition_failed'],
    handle: ({ actor, params, body, request, reply }) =>
      withTag(reply, keys.change(actor, params.id, body, expectedBy(request)), keyTag),
  }),
  operation({
    route: 'POST /v1/keys/:id/rotate',
    audit: 'key_rotated',
    allow: CHANGE,
    operationId: 'rotateKey',
    tag,
    summary: 'Rotate a key',
    description: 'Both keys are valid during the overlap: 0, 1, 24 (default) or 72 hours.',
    params,
    body: KeyRotation,
    bodyExample: { overlap_hours: 24 },
    headers: IF_MATCH,
    response: jsonResponse('The new key.', IssuedKey, ISSUED),
    errors: [...errors, 'precondition_failed'],
    handle: ({ actor, params, body, request }) => keys.rotate(actor, params.id, body, expectedBy(request)),
  }),
  operation({
    route: 'DELETE /v1/keys/:id',
    audit: 'key_revoked',
    allow: CHANGE,
    operationId: 'revokeKey',
    tag,
    summary: 'Revoke a key',
    description: 'Every node rejects the key within five seconds.',
    params,
    response: jsonResponse('The key is revoked.', Done, { done: true }),
    headers: IF_MATCH,
    errors: [...errors, 'precondition_failed'],
    handle: ({ actor, params, request }) => keys.revoke(actor, params.id, expectedBy(request)),
  }),
]
