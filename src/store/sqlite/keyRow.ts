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

/** Over everything but when it was last used, which is only told, never decided by. */
export function keyChecksum(raw: Omit<RawKey, 'checksum'>): number {
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

export function workspaceChecksum(id: string, name: string, createdAt: number, settings: string): number {
  return checksum([id, name, createdAt, settings])
}

export function workspaceRow({
  id,
  name,
  created_at: createdAt,
  settings,
  checksum: sum,
}: RawWorkspace): Workspace {
  if (sum !== workspaceChecksum(id, name, createdAt, settings)) {
    throw new StoreDamaged('a stored workspace does not match its checksum')
  }
  return { id, name, createdAt, settings: JSON.parse(settings) }
}
