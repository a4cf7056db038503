import type { Database } from 'better-sqlite3'
import type { KeyRow, KeyStore, Workspace } from '../keys.ts'
import {
  keyRow,
  type RawKey,
  type RawSecret,
  type RawWorkspace,
  secretValue,
  workspaceRow,
} from '../rows/key.ts'
import { reading } from './reading.ts'
import type { WriteQueue } from './write_queue.ts'

export class SqliteKeys implements KeyStore {
  readonly #queue: WriteQueue
  readonly #statements: ReturnType<typeof prepare>

  constructor(db: Database, queue: WriteQueue) {
    this.#queue = queue
    this.#statements = prepare(db)
  }

  createWorkspace(workspace: Workspace): Promise<void> {
    return this.#queue.write(0, 'createWorkspace', workspace)
  }

  async workspace(id: string): Promise<Workspace | null> {
    return reading(() => {
      const raw = this.#statements.workspace.get(id)
      return raw ? workspaceRow(raw) : null
    })
  }

  async workspaces(): Promise<Workspace[]> {
    return reading(() => this.#statements.workspaces.all().map(workspaceRow))
  }

  async saveSettings(workspace: string, settings: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#queue.write(0, 'saveSettings', workspace, settings)
  }

  renameWorkspace(workspace: string, name: string): Promise<void> {
    return this.#queue.write(0, 'renameWorkspace', workspace, name.toWellFormed())
  }

  change(
    workspace: string,
    id: string,
    change: Partial<Pick<KeyRow, 'name' | 'scopes' | 'origins'>>,
  ): Promise<boolean> {
    return this.#queue.write(0, 'changeKey', workspace, id, change)
  }

  create(key: KeyRow): Promise<void> {
    return this.#queue.write(0, 'createKey', key)
  }

  async findByHash(hash: Uint8Array): Promise<KeyRow | null> {
    return reading(() => {
      const raw = this.#statements.byHash.get(hash)
      return raw ? keyRow(raw) : null
    })
  }

  async list(workspace: string): Promise<KeyRow[]> {
    return reading(() => this.#statements.list.all(workspace).map(keyRow))
  }

  revoke(workspace: string, id: string, at: number): Promise<boolean> {
    return this.#queue.write(0, 'revokeKey', workspace, id, at)
  }

  expire(workspace: string, id: string, at: number): Promise<boolean> {
    return this.#queue.write(0, 'expireKey', workspace, id, at)
  }

  touch(ids: readonly string[], at: number): Promise<void> {
    return this.#queue.write(0, 'touchKeys', ids, at)
  }

  async secret(name: string, fresh: Uint8Array): Promise<Uint8Array> {
    const raw = reading(() => this.#statements.secret.get(name))
    return raw ? secretValue(name, raw) : this.#queue.write(0, 'secret', name, fresh)
  }
}

function prepare(db: Database) {
  return {
    workspace: db.prepare<[string], RawWorkspace>('SELECT * FROM workspaces WHERE id = ?'),
    workspaces: db.prepare<[], RawWorkspace>('SELECT * FROM workspaces ORDER BY created_at, id'),
    byHash: db.prepare<[Uint8Array], RawKey>('SELECT * FROM keys WHERE hash = ?'),
    list: db.prepare<[string], RawKey>('SELECT * FROM keys WHERE workspace = ? ORDER BY created_at, id'),
    secret: db.prepare<[string], RawSecret>('SELECT value, checksum FROM secrets WHERE name = ?'),
  }
}
