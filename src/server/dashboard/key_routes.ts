/** Creates, changes, rotates and revokes keys of a workspace. A secret key is shown once. */
import type { FastifyInstance } from 'fastify'
import {
  type IssuedKey,
  KeyChange,
  type KeyItem,
  type KeyList,
  KeyRequest,
  KeyRotation,
} from '../../contract/dashboard/keys.ts'
import { DEFAULT_SCOPES, type KeyRow } from '../../store/keys.ts'
import {
  createKey,
  DEFAULT_OVERLAP_HOURS,
  isLive,
  type OverlapHours,
  revokeKey,
  rotateKey,
  shortPrefix,
  wholeSiteKey,
} from '../base/keys.ts'
import { normalizeOrigin, OriginError } from '../base/origin.ts'
import { ApiError, invalid } from '../http/errors.ts'
import { bodyOf } from '../http/validated.ts'
import type { DashboardContext } from './context.ts'
import { actorOf, atLeast } from './signed_in.ts'

const keyBody = bodyOf(KeyRequest)
const changeBody = bodyOf(KeyChange)
const rotationBody = bodyOf(KeyRotation)

const ownersOnly = { onRequest: atLeast('owner') }

interface ById {
  Params: { id: string }
}

export function keyRoutes(scope: FastifyInstance, { audit, services }: DashboardContext): void {
  const { store, now } = services
  const find = async (workspace: string, id: string): Promise<KeyRow> => {
    const key = (await store.keys.list(workspace)).find((row) => row.id === id)
    if (key === undefined) throw new ApiError('not_found')
    return key
  }

  scope.get('/keys', async ({ signedIn }): Promise<KeyList> => {
    const keys = await store.keys.list(signedIn.workspace)
    return { items: keys.toReversed().map((key) => keyItem(key, now())), next: null }
  })

  scope.post('/keys', ownersOnly, async (request): Promise<IssuedKey> => {
    const { signedIn } = request
    const { kind, name, scopes, origins } = keyBody(request)
    if (kind === 'site' && scopes !== undefined) throw invalid('/scopes', 'are for secret keys only')
    if (kind === 'secret' && origins !== undefined) throw invalid('/origins', 'are for site keys only')
    const { key, row } = await withValidOrigins(() =>
      createKey(
        store.keys,
        {
          workspace: signedIn.workspace,
          kind,
          name: name.toWellFormed(),
          scopes: scopes ?? DEFAULT_SCOPES,
          origins: origins ?? [],
        },
        now(),
      ),
    )
    await audit(actorOf(signedIn), {
      action: 'key_created',
      subject: name,
      detail: `${shortPrefix(row.prefix)}…${row.last4}`,
    })
    return { key: keyItem(row, now()), secret: key }
  })

  scope.patch<ById>('/keys/:id', ownersOnly, async (request): Promise<KeyItem> => {
    const { signedIn, params } = request
    const { name, scopes, origins } = changeBody(request)
    const key = await find(signedIn.workspace, params.id)
    if (key.kind === 'site' && scopes !== undefined) throw invalid('/scopes', 'are for secret keys only')
    if (key.kind === 'secret' && origins !== undefined) throw invalid('/origins', 'are for site keys only')
    const bound = origins && (await withValidOrigins(async () => origins.map(normalizeOrigin)))
    const change = {
      ...(name !== undefined && { name: name.toWellFormed() }),
      ...(scopes !== undefined && { scopes }),
      ...(bound !== undefined && { origins: bound }),
    }
    if (!(await store.keys.change(signedIn.workspace, params.id, change))) throw new ApiError('not_found')
    await audit(actorOf(signedIn), {
      action: 'key_changed',
      subject: name ?? key.name,
      detail: Object.keys(change).join(', '),
    })
    return keyItem({ ...key, ...change }, now())
  })

  scope.post<ById>('/keys/:id/rotate', ownersOnly, async (request): Promise<IssuedKey> => {
    const { signedIn, params } = request
    const { overlap_hours: hours = DEFAULT_OVERLAP_HOURS } = rotationBody(request)
    const issued = await rotateKey(store.keys, signedIn.workspace, params.id, hours as OverlapHours, now())
    if (issued === null) throw new ApiError('not_found')
    await audit(actorOf(signedIn), {
      action: 'key_rotated',
      subject: issued.row.name,
      detail: `the old key expires in ${hours} h`,
    })
    return { key: keyItem(issued.row, now()), secret: issued.key }
  })

  scope.delete<ById>('/keys/:id', ownersOnly, async ({ signedIn, params }) => {
    const key = await find(signedIn.workspace, params.id)
    if (!(await revokeKey(store.keys, signedIn.workspace, params.id, now()))) throw new ApiError('not_found')
    await audit(actorOf(signedIn), {
      action: 'key_revoked',
      subject: key.name,
      detail: `${shortPrefix(key.prefix)}…${key.last4}`,
    })
    return { done: true }
  })
}

async function withValidOrigins<Value>(make: () => Promise<Value>): Promise<Value> {
  try {
    return await make()
  } catch (error) {
    if (error instanceof OriginError) throw invalid('/origins', error.message)
    throw error
  }
}

function keyItem(key: KeyRow, now: number): KeyItem {
  return {
    id: key.id,
    kind: key.kind,
    name: key.name,
    site_key: wholeSiteKey(key),
    prefix: shortPrefix(key.prefix),
    last4: key.last4,
    scopes: [...key.scopes],
    origins: [...key.origins],
    created_at: key.createdAt,
    last_used_at: key.lastUsedAt,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    state: stateOf(key, now),
  }
}

function stateOf(key: KeyRow, now: number): KeyItem['state'] {
  if (key.revokedAt !== null && key.revokedAt <= now) return 'revoked'
  if (!isLive(key, now)) return 'expired'
  return key.expiresAt === null ? 'live' : 'ending'
}
