import type { KeyRow, KeyStore, Workspace } from '../keys.ts'
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
import type { Database, Queries } from './database.ts'

export class PostgresKeys implements KeyStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  async createWorkspace(workspace: Workspace): Promise<void> {
    const raw = rawWorkspace(workspace)
    await this.#db.run(
      'INSERT INTO workspaces (id, name, created_at, settings, checksum) VALUES ($1, $2, $3, $4, $5)',
      [raw.id, raw.name, raw.created_at, raw.settings, raw.checksum],
    )
  }

  async workspace(id: string): Promise<Workspace | null> {
    const [raw] = await this.#db.rows<RawWorkspace>('SELECT * FROM workspaces WHERE id = $1', [id])
    return raw ? workspaceRow(raw) : null
  }

  async workspaces(): Promise<Workspace[]> {
    return (await this.#db.rows<RawWorkspace>('SELECT * FROM workspaces ORDER BY created_at, id')).map(
      workspaceRow,
    )
  }

  async saveSettings(id: string, settings: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#db.transaction(async (queries) => {
      const [held] = await queries.rows<RawWorkspace>('SELECT * FROM workspaces WHERE id = $1 FOR UPDATE', [
        id,
      ])
      if (!held) return
      const raw = rawWorkspace({ ...workspaceRow(held), settings })
      await queries.run('UPDATE workspaces SET settings = $1, checksum = $2 WHERE id = $3', [
        raw.settings,
        raw.checksum,
        id,
      ])
    })
  }

  async renameWorkspace(id: string, name: string): Promise<void> {
    await this.#db.transaction(async (queries) => {
      const [held] = await queries.rows<RawWorkspace>('SELECT * FROM workspaces WHERE id = $1 FOR UPDATE', [
        id,
      ])
      if (!held) return
      const raw = rawWorkspace({ ...workspaceRow(held), name: name.toWellFormed() })
      await queries.run('UPDATE workspaces SET name = $1, checksum = $2 WHERE id = $3', [
        raw.name,
        raw.checksum,
        id,
      ])
    })
  }

  change(
    workspace: string,
    id: string,
    change: Partial<Pick<KeyRow, 'name' | 'scopes' | 'origins'>>,
  ): Promise<boolean> {
    return this.#change(workspace, id, async (queries, raw) => {
      const { name, scopes, origins, checksum, hash } = rawKey({ ...keyRow(raw), ...change })
      await queries.run(
        'UPDATE keys SET name = $1, scopes = $2, origins = $3, checksum = $4 WHERE hash = $5',
        [name, scopes, origins, checksum, hash],
      )
    })
  }

  async create(key: KeyRow): Promise<void> {
    const raw = rawKey(key)
    await this.#db.run(
      `INSERT INTO keys (${KEY_COLUMNS}) VALUES (${KEY_COLUMNS.map((_, index) => `$${index + 1}`)})`,
      KEY_COLUMNS.map((column) => raw[column]),
    )
  }

  async findByHash(hash: Uint8Array): Promise<KeyRow | null> {
    const [raw] = await this.#db.rows<RawKey>('SELECT * FROM keys WHERE hash = $1', [hash])
    return raw ? keyRow(raw) : null
  }

  async list(workspace: string): Promise<KeyRow[]> {
    const rows = await this.#db.rows<RawKey>(
      'SELECT * FROM keys WHERE workspace = $1 ORDER BY created_at, id',
      [workspace],
    )
    return rows.map(keyRow)
  }

  revoke(workspace: string, id: string, at: number): Promise<boolean> {
    return this.#change(workspace, id, async (queries, raw) => {
      const sum = keyChecksum({ ...raw, revoked_at: at })
      await queries.run('UPDATE keys SET revoked_at = $1, checksum = $2 WHERE hash = $3', [at, sum, raw.hash])
    })
  }

  expire(workspace: string, id: string, at: number): Promise<boolean> {
    return this.#change(workspace, id, async (queries, raw) => {
      const sum = keyChecksum({ ...raw, expires_at: at })
      await queries.run('UPDATE keys SET expires_at = $1, checksum = $2 WHERE hash = $3', [at, sum, raw.hash])
    })
  }

  async touch(ids: readonly string[], at: number): Promise<void> {
    if (ids.length === 0) return
    await this.#db.run(
      'UPDATE keys SET last_used_at = greatest(last_used_at, $1) WHERE id = ANY ($2::text[])',
      [at, ids],
    )
  }

  async secret(name: string, fresh: Uint8Array): Promise<Uint8Array> {
    const find = async () =>
      (await this.#db.rows<RawSecret>('SELECT value, checksum FROM secrets WHERE name = $1', [name]))[0]
    let raw = await find()
    if (!raw) {
      await this.#db.run(
        'INSERT INTO secrets (name, value, checksum) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
        [name, fresh, rawSecret(name, fresh).checksum],
      )
      raw = (await find()) as RawSecret
    }
    return secretValue(name, raw)
  }

  /** True if there was such a live key. */
  #change(
    workspace: string,
    id: string,
    write: (queries: Queries, raw: RawKey) => Promise<void>,
  ): Promise<boolean> {
    return this.#db.transaction(async (queries) => {
      const [raw] = await queries.rows<RawKey>(
        'SELECT * FROM keys WHERE workspace = $1 AND id = $2 AND revoked_at IS NULL FOR UPDATE',
        [workspace, id],
      )
      if (!raw) return false
      await write(queries, raw)
      return true
    })
  }
}
