/** Rows of workspaces, keys and secrets, each with a checksum. Used by both engines. */
import type { KeyRow, Workspace } from '../keys.ts'
import { checksum } from '../sealed.ts'
import { StoreDamaged } from '../store.ts'

export interface RawKey {
  hash: Uint8Array
  workspace: string
  id: string
  kind: string
  name: string
  prefix: string
  last4: string
  scopes: string
  origins: string
  created_at: number
  last_used_at: number | null
  expires_at: number | null
  revoked_at: number | null
  checksum: number
}

export const KEY_COLUMNS = [
  'hash',
  'workspace',
  'id',
  'kind',
  'name',
  'prefix',
  'last4',
  'scopes',
  'origins',
  'created_at',
  'last_used_at',
  'expires_at',
  'revoked_at',
  'checksum',
] as const satisfies (keyof RawKey)[]

/** Without `last_used_at`, which is only displayed. */
function keyChecksum(raw: Omit<RawKey, 'checksum'>): number {
  return checksum([
    raw.hash,
    raw.workspace,
    raw.id,
    raw.kind,
    raw.name,
    raw.prefix,
    raw.last4,
    raw.scopes,
    raw.origins,
    raw.created_at,
    raw.expires_at,
    raw.revoked_at,
  ])
}

export function rawKey(key: KeyRow): RawKey {
  const raw = {
    hash: key.hash,
    workspace: key.workspace,
    id: key.id,
    kind: key.kind,
    name: key.name,
    prefix: key.prefix,
    last4: key.last4,
    scopes: JSON.stringify(key.scopes),
    origins: JSON.stringify(key.origins),
    created_at: key.createdAt,
    last_used_at: key.lastUsedAt,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
  }
  return { ...raw, checksum: keyChecksum(raw) }
}

export function keyRow(raw: RawKey): KeyRow {
  if (raw.checksum !== keyChecksum(raw)) throw new StoreDamaged('a stored key does not match its checksum')
  return {
    id: raw.id,
    workspace: raw.workspace,
    kind: raw.kind as KeyRow['kind'],
    name: raw.name,
    hash: Uint8Array.from(raw.hash),
    prefix: raw.prefix,
    last4: raw.last4,
    scopes: JSON.parse(raw.scopes),
    origins: JSON.parse(raw.origins),
    createdAt: raw.created_at,
    lastUsedAt: raw.last_used_at,
    expiresAt: raw.expires_at,
    revokedAt: raw.revoked_at,
  }
}

export interface RawWorkspace {
  id: string
  name: string
  created_at: number
  settings: string
  checksum: number
}

export const WORKSPACE_COLUMNS = [
  'id',
  'name',
  'created_at',
  'settings',
  'checksum',
] as const satisfies (keyof RawWorkspace)[]

const workspaceChecksum = ({ id, name, created_at, settings }: Omit<RawWorkspace, 'checksum'>): number =>
  checksum([id, name, created_at, settings])

export function rawWorkspace({ id, name, createdAt, settings }: Workspace): RawWorkspace {
  const raw = { id, name, created_at: createdAt, settings: JSON.stringify(settings) }
  return { ...raw, checksum: workspaceChecksum(raw) }
}

export function workspaceRow(raw: RawWorkspace): Workspace {
  if (raw.checksum !== workspaceChecksum(raw)) {
    throw new StoreDamaged('a stored workspace does not match its checksum')
  }
  return { id: raw.id, name: raw.name, createdAt: raw.created_at, settings: JSON.parse(raw.settings) }
}

export interface RawSecret {
  name: string
  value: Uint8Array
  checksum: number
}

export const SECRET_COLUMNS = ['name', 'value', 'checksum'] as const satisfies (keyof RawSecret)[]

export function rawSecret(name: string, value: Uint8Array): RawSecret {
  return { name, value, checksum: checksum([name, value]) }
}

export function secretValue({ name, value, checksum: sum }: RawSecret): Uint8Array {
  if (sum !== checksum([name, value])) {
    throw new StoreDamaged('a stored secret does not match its checksum')
  }
  return Uint8Array.from(value)
}
