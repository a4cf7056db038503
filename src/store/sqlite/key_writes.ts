import type { Database } from 'better-sqlite3'
import type { KeyRow, Workspace } from '../keys.ts'
import {
  KEY_COLUMNS,
  keyChecksum,
  keyRow,
  type RawKey,
  type RawSecret,
  type RawWorkspace,
  rawKey,
  rawSecret,
  rawWorkspace,
  secretValue,
  workspaceRow,
} from '../rows/key.ts'

type KeyChange = Partial<Pick<KeyRow, 'name' | 'scopes' | 'origins'>>

export function keyWrites(db: Database) {
  const insertWorkspace = db.prepare(`
    INSERT INTO workspaces (id, name, created_at, settings, checksum) VALUES (:id, :name, :created_at, :settings, :checksum)`)
  const workspace = db.prepare<[string], RawWorkspace>('SELECT * FROM workspaces WHERE id = ?')
  const settings = db.prepare('UPDATE workspaces SET settings = ?, checksum = ? WHERE id = ?')
  const insertKey = db.prepare(
    `INSERT INTO keys (${KEY_COLUMNS}) VALUES (${KEY_COLUMNS.map((column) => `:${column}`)})`,
  )
  const findKey = db.prepare<[string, string], RawKey>('SELECT * FROM keys WHERE workspace = ? AND id = ?')
  const rename = db.prepare('UPDATE workspaces SET name = ?, checksum = ? WHERE id = ?')
  const changeKey = db.prepare(
    'UPDATE keys SET name = :name, scopes = :scopes, origins = :origins, checksum = :checksum WHERE hash = :hash',
  )
  const revoke = db.prepare('UPDATE keys SET revoked_at = ?, checksum = ? WHERE hash = ?')
  const expire = db.prepare('UPDATE keys SET expires_at = ?, checksum = ? WHERE hash = ?')
  const touch = db.prepare('UPDATE keys SET last_used_at = max(coalesce(last_used_at, 0), ?) WHERE id = ?')
  const addSecret = db.prepare(
    'INSERT INTO secrets (name, value, checksum) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const secret = db.prepare<[string], RawSecret>('SELECT value, checksum FROM secrets WHERE name = ?')

  return {
    createWorkspace(given: Workspace): void {
      insertWorkspace.run(rawWorkspace(given))
    },

    saveSettings(id: string, given: Workspace['settings']): void {
      const held = workspace.get(id)
      if (!held) return
      const raw = rawWorkspace({ ...workspaceRow(held), settings: given })
      settings.run(raw.settings, raw.checksum, id)
    },

    renameWorkspace(id: string, name: string): void {
      const held = workspace.get(id)
      if (!held) return
      const raw = rawWorkspace({ ...workspaceRow(held), name })
      rename.run(raw.name, raw.checksum, id)
    },

    changeKey(workspaceId: string, id: string, change: KeyChange): boolean {
      const raw = findKey.get(workspaceId, id)
      if (!raw || raw.revoked_at !== null) return false
      const { name, scopes, origins, checksum, hash } = rawKey({ ...keyRow(raw), ...change })
      changeKey.run({ name, scopes, origins, checksum, hash })
      return true
    },

    createKey(key: KeyRow): void {
      insertKey.run(rawKey(key))
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
      addSecret.run(name, fresh, rawSecret(name, fresh).checksum)
      return secretValue(name, secret.get(name) as RawSecret)
    },
  }
}
