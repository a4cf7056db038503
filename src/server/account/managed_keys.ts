/** Operations on the keys of a workspace. In test mode they concern the test keys only. */
import type {
  IssuedKey,
  KeyChange,
  KeyItem,
  KeyList,
  KeyRequest,
  KeyRotation,
} from '../../contract/dashboard/keys.ts'
import { DEFAULT_OVERLAP_HOURS, type OverlapHours } from '../../contract/dashboard/page.ts'
import { defined } from '../../contract/defined.ts'
import { DEFAULT_SCOPES, type KeyRow } from '../../store/keys.ts'
import { isTestWorkspace, liveWorkspaceOf } from '../../store/test_workspace.ts'
import { normalizeOrigin, OriginError } from '../addresses/origin.ts'
import type { Actor, AuditedOptions } from '../audit/audit_log.ts'
import { ApiError, invalid } from '../http/errors.ts'
import { type Expect, expectAny, tagOf } from '../http/if_match.ts'
import { openTestWorkspace } from '../test_mode/test_mode.ts'
import {
  createKey,
  isLive,
  isTestKey,
  revokeKey,
  rotateKey,
  shortPrefix,
  wholeSiteKey,
} from '../workspace/keys.ts'

const DAY_MS = 24 * 3_600_000

export interface ManagedKeys {
  /** Newest first. */
  list(workspace: string): Promise<KeyList>
  create(actor: Actor, request: KeyRequest): Promise<IssuedKey>
  find(workspace: string, id: string): Promise<KeyItem>
  change(actor: Actor, id: string, change: KeyChange, expect?: Expect): Promise<KeyItem>
  rotate(actor: Actor, id: string, rotation: KeyRotation, expect?: Expect): Promise<IssuedKey>
  revoke(actor: Actor, id: string, expect?: Expect): Promise<{ done: true }>
}

export function openManagedKeys({ store, audit, now }: AuditedOptions): ManagedKeys {
  async function rowsOf(workspace: string): Promise<KeyRow[]> {
    const rows = await store.keys.list(liveWorkspaceOf(workspace))
    return isTestWorkspace(workspace) ? rows.filter(isTestKey) : rows
  }

  async function find(workspace: string, id: string): Promise<KeyRow> {
    const key = (await rowsOf(workspace)).find((row) => row.id === id)
    if (key === undefined) throw new ApiError('not_found')
    return key
  }

  const item = (row: KeyRow) => keyItem(row, now())

  return {
    async list(workspace) {
      return { items: (await rowsOf(workspace)).toReversed().map(item), next: null }
    },

    async create(actor, { kind, name, scopes, origins, mode, expires_days: days }) {
      rejectForeignParts(kind, scopes, origins)
      const workspace = liveWorkspaceOf(actor.workspace)
      const inTestMode = isTestWorkspace(actor.workspace)
      if (inTestMode && mode !== 'test')
        throw invalid('/mode', 'must be test: a test key creates test keys only')
      const isTest = mode === 'test'
      const request = {
        workspace,
        kind,
        name: name.toWellFormed(),
        scopes: scopes ?? DEFAULT_SCOPES,
        origins: originsOf(origins) ?? [],
        isTest,
        ...(days !== undefined && { expiresAt: now() + days * DAY_MS }),
      }
      if (isTest) await openTestWorkspace(store, workspace, now())
      const { key, row } = await createKey(store.keys, request, now())
      await audit(actor, { action: 'key_created', subject: name, detail: shortName(row) })
      return { key: item(row), secret: key }
    },

    find: async (workspace, id) => item(await find(workspace, id)),

    async change(actor, id, { name, scopes, origins }, expect = expectAny) {
      const key = await find(actor.workspace, id)
      expect(keyTag(item(key)))
      rejectForeignParts(key.kind, scopes, origins)
      const bound = originsOf(origins)
      const change = {
        ...(name !== undefined && { name: name.toWellFormed() }),
        ...defined({ scopes, origins: bound }),
      }
      if (!(await store.keys.change(key.workspace, id, change, expect === expectAny ? undefined : key)))
        throw new ApiError(expect === expectAny ? 'not_found' : 'precondition_failed')
      await audit(actor, {
        action: 'key_changed',
        subject: name ?? key.name,
        detail: Object.keys(change).join(', '),
      })
      return item({ ...key, ...change })
    },

    async rotate(actor, id, { overlap_hours: hours = DEFAULT_OVERLAP_HOURS }, expect = expectAny) {
      const key = await find(actor.workspace, id)
      expect(keyTag(item(key)))
      const issued = await rotateKey(store.keys, key.workspace, id, hours as OverlapHours, now())
      if (issued === null) throw new ApiError('not_found')
      await audit(actor, {
        action: 'key_rotated',
        subject: issued.row.name,
        detail: `the old key expires in ${hours} h`,
      })
      return { key: item(issued.row), secret: issued.key }
    },

    async revoke(actor, id, expect = expectAny) {
      const key = await find(actor.workspace, id)
      expect(keyTag(item(key)))
      if (!(await revokeKey(store.keys, key.workspace, id, now()))) throw new ApiError('not_found')
      await audit(actor, { action: 'key_revoked', subject: key.name, detail: shortName(key) })
      return { done: true }
    },
  }
}

/** Every use of a key changes when it was last used. */
export const keyTag = ({ last_used_at: _, ...key }: KeyItem): string => tagOf(key)

const shortName = ({ prefix, last4 }: KeyRow): string => `${shortPrefix(prefix)}…${last4}`

function rejectForeignParts(kind: KeyRow['kind'], scopes: unknown, origins: unknown): void {
  if (kind === 'site' && scopes !== undefined) throw invalid('/scopes', 'are for secret keys only')
  if (kind === 'secret' && origins !== undefined) throw invalid('/origins', 'are for site keys only')
}

function originsOf(origins: readonly string[] | undefined): string[] | undefined {
  try {
    return origins?.map(normalizeOrigin)
  } catch (error) {
    if (error instanceof OriginError) throw invalid('/origins', error.message)
    throw error
  }
}

function keyItem(key: KeyRow, now: number): KeyItem {
  return {
    id: key.id,
    kind: key.kind,
    mode: isTestKey(key) ? 'test' : 'live',
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
  if (key.revokedAt !== null) return 'revoked'
  if (!isLive(key, now)) return 'expired'
  return key.expiresAt === null ? 'live' : 'ending'
}
