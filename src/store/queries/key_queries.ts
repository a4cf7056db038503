import type { KeyRow, KeyStore, StoredSettings, Workspace } from '../keys.ts'
import {
  KEY_COLUMNS,
  keyRow,
  type RawKey,
  type RawSecret,
  type RawWorkspace,
  rawKey,
  rawSecret,
  rawWorkspace,
  SECRET_COLUMNS,
  secretValue,
  WORKSPACE_COLUMNS,
  workspaceRow,
} from '../rows/key.ts'
import { type Changed, openRowChanges } from './change_row.ts'
import { first, insertInto, type StatementRunner } from './statement_runner.ts'

export type KeyChange = Partial<Pick<KeyRow, 'name' | 'scopes' | 'origins' | 'expiresAt' | 'revokedAt'>>

const WORKSPACE_BY_ID = 'SELECT * FROM workspaces WHERE id = :id'
/** Parameters: a raw workspace and its revision. */
const UPDATE_WORKSPACE = `UPDATE workspaces SET name = :name, settings = :settings, checksum = :checksum,
  revision = revision + 1 WHERE id = :id AND revision = :revision`
export const LIVE_KEY = 'SELECT * FROM keys WHERE workspace = :workspace AND id = :id AND revoked_at IS NULL'
/** Parameters: a raw key. */
export const UPDATE_KEY = `UPDATE keys SET name = :name, scopes = :scopes, origins = :origins, expires_at = :expires_at,
  revoked_at = :revoked_at, checksum = :checksum WHERE hash = :hash`

export abstract class KeyQueries implements KeyStore {
  readonly #runner: StatementRunner
  readonly #changeRow = openRowChanges()

  constructor(runner: StatementRunner) {
    this.#runner = runner
  }

  abstract touch(ids: readonly string[], at: number): Promise<void>
  /** False: there is no such live key. */
  protected abstract changeKey(workspace: string, id: string, change: KeyChange): Promise<boolean>

  async createWorkspace(workspace: Workspace): Promise<void> {
    await this.#runner.run(insertInto('workspaces', WORKSPACE_COLUMNS), rawWorkspace(workspace))
  }

  async workspace(id: string): Promise<Workspace | null> {
    return first(await this.#runner.rows<RawWorkspace>(WORKSPACE_BY_ID, { id }), workspaceRow)
  }

  async workspaces(): Promise<Workspace[]> {
    const text = 'SELECT * FROM workspaces ORDER BY created_at, id'
    return (await this.#runner.rows<RawWorkspace>(text)).map(workspaceRow)
  }

  async changeSettings(
    workspace: string,
    change: (before: StoredSettings) => StoredSettings,
  ): Promise<Changed<StoredSettings> | null> {
    const changed = await this.#changeWorkspace(workspace, (before) => {
      const settings = change(before.settings)
      return settings === before.settings ? before : { ...before, settings }
    })
    return changed && { before: changed.before.settings, after: changed.after.settings }
  }

  async renameWorkspace(workspace: string, name: string): Promise<void> {
    await this.#changeWorkspace(workspace, (before) => ({ ...before, name: name.toWellFormed() }))
  }

  #changeWorkspace(id: string, change: (before: Workspace) => Workspace): Promise<Changed<Workspace> | null> {
    const read = async () =>
      first(await this.#runner.rows<RawWorkspace & { revision: number }>(WORKSPACE_BY_ID, { id }), (raw) => ({
        row: workspaceRow(raw),
        revision: raw.revision,
      }))
    const write = async (after: Workspace, revision: number) =>
      (await this.#runner.run(UPDATE_WORKSPACE, { ...rawWorkspace(after), revision })) > 0
    return this.#changeRow(id, { read, write }, change)
  }

  async deleteWorkspace(workspace: string): Promise<void> {
    // Memberships last: while they exist, an interrupted deletion can be repeated.
    for (const table of ['keys', 'links', 'audit'])
      await this.#runner.run(`DELETE FROM ${table} WHERE workspace = :workspace`, { workspace })
    await this.#runner.run('DELETE FROM workspaces WHERE id = :workspace', { workspace })
    await this.#runner.run('DELETE FROM memberships WHERE workspace = :workspace', { workspace })
  }

  async create(key: KeyRow): Promise<void> {
    await this.#runner.run(insertInto('keys', KEY_COLUMNS), rawKey(key))
  }

  async findByHash(hash: Uint8Array): Promise<KeyRow | null> {
    return first(await this.#runner.rows<RawKey>('SELECT * FROM keys WHERE hash = :hash', { hash }), keyRow)
  }

  async list(workspace: string): Promise<KeyRow[]> {
    const text = 'SELECT * FROM keys WHERE workspace = :workspace ORDER BY created_at, id'
    return (await this.#runner.rows<RawKey>(text, { workspace })).map(keyRow)
  }

  change(
    workspace: string,
    id: string,
    change: Partial<Pick<KeyRow, 'name' | 'scopes' | 'origins'>>,
  ): Promise<boolean> {
    return this.changeKey(workspace, id, change)
  }

  revoke(workspace: string, id: string, at: number): Promise<boolean> {
    return this.changeKey(workspace, id, { revokedAt: at })
  }

  expire(workspace: string, id: string, at: number): Promise<boolean> {
    return this.changeKey(workspace, id, { expiresAt: at })
  }

  async secret(name: string, fresh: Uint8Array): Promise<Uint8Array> {
    const find = () => this.#runner.rows<RawSecret>('SELECT * FROM secrets WHERE name = :name', { name })
    let [raw] = await find()
    if (!raw) {
      const insert = `${insertInto('secrets', SECRET_COLUMNS)} ON CONFLICT DO NOTHING`
      await this.#runner.run(insert, rawSecret(name, fresh))
      raw = (await find())[0] as RawSecret
    }
    return secretValue(raw)
  }
}
