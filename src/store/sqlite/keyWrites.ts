import type { Database } from 'better-sqlite3'
import type { KeyRow, Workspace } from '../keys.ts'
import { checksum } from '../sealed.ts'
import { keyChecksum, type RawKey, workspaceChecksum } from './keyRow.ts'

export function keyWrites(db: Database) {
  const insertWorkspace = db.prepare(
    'INSERT INTO workspaces (id, name, created_at, settings, checksum) VALUES (?, ?, ?, ?, ?)',
  )
  const workspace = db.prepare<[string], { name: string; created_at: number }>(
    'SELECT name, created_at FROM workspaces WHERE id = ?',
  )
  const settings = db.prepare('UPDATE workspaces SET settings = ?, checksum = ? WHERE id = ?')
  const insertKey = db.prepare(`
    INSERT INTO keys (hash, workspace, id, kind, name, prefix, last4, scopes, origins, created_at, last_used_at,
      expires_at, revoked_at, checksum)
    VALUES (:hash, :workspace, :id, :kind, :name, :prefix, :last4, :scopes, :origins, :created_at, :last_used_at,
      :expires_at, :revoked_at, :checksum)`)
  const findKey = db.prepare<[string, string], RawKey>('SELECT * FROM keys WHERE workspace = ? AND id = ?')
  const revoke = db.prepare('UPDATE keys SET revoked_at = ?, checksum = ? WHERE hash = ?')
  const expire = db.prepare('UPDATE keys SET expires_at = ?, checksum = ? WHERE hash = ?')
  const touch = db.prepare('UPDATE keys SET last_used_at = max(coalesce(last_used_at, 0), ?) WHERE id = ?')
  const addSecret = db.prepare(
    'INSERT INTO secrets (name, value, checksum) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const secret = db.prepare<[string], Buffer>('SELECT value FROM secrets WHERE name = ?').pluck()

  return {
    createWorkspace({ id, name, createdAt, settings: given }: Workspace): void {
      const text = JSON.stringify(given)
      insertWorkspace.run(id, name, createdAt, text, workspaceChecksum(id, name, createdAt, text))
    },

    saveSettings(id: string, given: Workspace['settings']): boolean {
      const row = workspace.get(id)
      if (!row) return false
      const text = JSON.stringify(given)
      settings.run(text, workspaceChecksum(id, row.name, row.created_at, text), id)
      return true
    },

    createKey(key: KeyRow): void {
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
      insertKey.run({ ...raw, checksum: keyChecksum(raw) })
    },

    revokeKey(workspaceId: string, id: string, at: number): boolean {
      const raw = findKey.get(workspaceId, id)
      if (!raw || raw.revoked_at !== null) return false
      revoke.run(at, keyChecksum({ ...raw, revoked_at: at }), raw.hash)
      return true
    },

    expireKey(workspaceId: string, id: string, at: number): boolean {
      const raw = findKey.get(workspaceId, id)
      if (!raw || raw.revoked_at !== null) return false
      expire.run(at, keyChecksum({ ...raw, expires_at: at }), raw.hash)
      return true
    },

    touchKeys(ids: readonly string[], at: number): void {
      for (const id of ids) touch.run(at, id)
    },

    secret(name: string, fresh: Uint8Array): Uint8Array {
      addSecret.run(name, fresh, checksum([name, fresh]))
      return Uint8Array.from(secret.get(name) as Buffer)
    },
  }
}
