import {
  type KeyRow,
  type KeyStore,
  keys,
  type StoredSettings,
  secrets,
  type Workspace,
  workspaces,
} from '../keys.ts'
import { one, run, transaction } from '../transaction.ts'
import { type Changed, openRowChanges } from './change_row.ts'
import { first, listed, RunnerQueries, type StatementRunner } from './statement_runner.ts'

const WORKSPACE_BY_ID = 'SELECT * FROM workspaces WHERE id = :id'
/** Parameters: a stored workspace and its revision. */
const UPDATE_WORKSPACE = `UPDATE workspaces SET ${workspaces.assignments}, revision = revision + 1
  WHERE id = :id AND revision = :revision`

type KeyChange = Partial<Pick<KeyRow, 'name' | 'scopes' | 'origins' | 'expiresAt' | 'revokedAt'>>

const changeKey = transaction(
  'changeKey',
  function* (workspace: string, id: string, change: KeyChange, before?: KeyChange) {
    const held = yield* one<object>(
      'SELECT * FROM keys WHERE workspace = :workspace AND id = :id AND revoked_at IS NULL FOR UPDATE',
      { workspace, id },
    )
    if (held === undefined) return false
    const row = keys.row(held)
    const names = Object.keys(change) as (keyof KeyChange)[]
    if (before && names.some((name) => JSON.stringify(row[name]) !== JSON.stringify(before[name])))
      return false
    yield* run(`UPDATE keys SET ${keys.assignments} WHERE ${keys.isKey}`, keys.stored({ ...row, ...change }))
    return true
  },
)

export const keyTransactions = [changeKey]

export class KeyQueries extends RunnerQueries implements KeyStore {
  readonly #changeRow = openRowChanges()

  constructor(runner: StatementRunner) {
    super(runner)
  }

  async createWorkspace(workspace: Workspace): Promise<void> {
    await this.runner.run(workspaces.insert, workspaces.stored(workspace))
  }

  async workspace(id: string): Promise<Workspace | null> {
    return first(await this.runner.rows<object>(WORKSPACE_BY_ID, { id }), workspaces.row)
  }

  async workspaces(): Promise<Workspace[]> {
    const text = 'SELECT * FROM workspaces ORDER BY created_at, id'
    return (await this.runner.rows<object>(text)).map(workspaces.row)
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
    await this.#changeWorkspace(workspace, (before) => ({ ...before, name }))
  }

  #changeWorkspace(id: string, change: (before: Workspace) => Workspace): Promise<Changed<Workspace> | null> {
    const read = async () =>
      first(await this.runner.rows<{ revision: number }>(WORKSPACE_BY_ID, { id }), (raw) => ({
        row: workspaces.row(raw),
        revision: raw.revision,
      }))
    const write = async (after: Workspace, revision: number) =>
      (await this.runner.run(UPDATE_WORKSPACE, { ...workspaces.stored(after), revision })) > 0
    return this.#changeRow(id, { read, write }, change)
  }

  async deleteWorkspace(workspace: string): Promise<void> {
    // Memberships last: while they exist, an interrupted deletion can be repeated.
    for (const table of ['keys', 'links', 'audit', 'challenge_votes'])
      await this.runner.run(`DELETE FROM ${table} WHERE workspace = :workspace`, { workspace })
    await this.runner.run('DELETE FROM workspaces WHERE id = :workspace', { workspace })
    await this.runner.run('DELETE FROM memberships WHERE workspace = :workspace', { workspace })
  }

  async create(key: KeyRow): Promise<void> {
    await this.runner.run(keys.insert, keys.stored(key))
  }

  async findByHash(hash: Uint8Array): Promise<KeyRow | null> {
    return first(await this.runner.rows<object>('SELECT * FROM keys WHERE hash = :hash', { hash }), keys.row)
  }

  async list(workspace: string): Promise<KeyRow[]> {
    const text = 'SELECT * FROM keys WHERE workspace = :workspace ORDER BY created_at, id'
    return (await this.runner.rows<object>(text, { workspace })).map(keys.row)
  }

  change(
    workspace: string,
    id: string,
    change: Partial<Pick<KeyRow, 'name' | 'scopes' | 'origins'>>,
    before?: KeyRow,
  ): Promise<boolean> {
    return this.runner.transact(changeKey, workspace, id, change, before)
  }

  revoke(workspace: string, id: string, at: number): Promise<boolean> {
    return this.runner.transact(changeKey, workspace, id, { revokedAt: at })
  }

  expire(workspace: string, id: string, at: number): Promise<boolean> {
    return this.runner.transact(changeKey, workspace, id, { expiresAt: at })
  }

  async touch(ids: readonly string[], at: number): Promise<void> {
    if (ids.length === 0) return
    const { names, params } = listed('id', ids)
    const text = `UPDATE keys SET last_used_at = :at WHERE id IN (${names}) AND coalesce(last_used_at, 0) < :at`
    await this.runner.run(text, { ...params, at })
  }

  async secret(name: string, fresh: Uint8Array): Promise<Uint8Array> {
    const find = () => this.runner.rows<object>('SELECT * FROM secrets WHERE name = :name', { name })
    let [held] = await find()
    if (!held) {
      const insert = `${secrets.insert} ON CONFLICT DO NOTHING`
      await this.runner.run(insert, secrets.stored({ name, value: fresh }))
      held = (await find())[0] as object
    }
    return secrets.row(held).value
  }
}
