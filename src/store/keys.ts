/** Workspaces, API keys, and signing secrets. Of secret keys, only hashes are stored. */
import type { Changed } from './queries/change_row.ts'
import { bytes, integer, json, nullable, type RowOf, table, text } from './table.ts'

/** Weights, bands, monitor-only, retention, agents; validated by the server. */
export type StoredSettings = Readonly<Record<string, unknown>>

export const workspaces = table(
  'workspaces',
  { id: text(), name: text(), createdAt: integer(), settings: json<StoredSettings>() },
  { key: ['id'] },
)

export type Workspace = RowOf<typeof workspaces>

export const SCOPES = ['sessions', 'survey', 'admin'] as const
export type Scope = (typeof SCOPES)[number]

/** Of a secret key that is created without scopes. `admin` must be named. */
export const DEFAULT_SCOPES = ['sessions', 'survey'] as const satisfies readonly Scope[]

export const keys = table(
  'keys',
  {
    id: text(),
    workspace: text(),
    /** Site keys are public and can only send batches; secret keys have scopes. */
    kind: text<'site' | 'secret'>(),
    name: text(),
    /** SHA-256 of the key. */
    hash: bytes(),
    /** Of a secret key, `bh_sk_` and the first characters, to recognize it by. A site key is public and stored whole. */
    prefix: text(),
    last4: text(),
    scopes: json<readonly Scope[]>(),
    /** Site keys: allowed origins; empty: any origin. */
    origins: json<readonly string[]>(),
    createdAt: integer(),
    lastUsedAt: nullable(integer()),
    expiresAt: nullable(integer()),
    revokedAt: nullable(integer()),
  },
  { key: ['hash'] },
)

export type KeyRow = RowOf<typeof keys>

export const secrets = table('secrets', { name: text(), value: bytes() }, { key: ['name'] })

export interface KeyStore {
  createWorkspace(workspace: Workspace): Promise<void>
  workspace(id: string): Promise<Workspace | null>
  workspaces(): Promise<Workspace[]>
  /**
   * Saves the result of `change`, which must be pure: it runs again when another writer saved first. Null: there is no
   * such workspace. Throws `StoreConflict` after several tries.
   */
  changeSettings(
    workspace: string,
    change: (before: StoredSettings) => StoredSettings,
  ): Promise<Changed<StoredSettings> | null>

  renameWorkspace(workspace: string, name: string): Promise<void>
  /** Deletes the workspace with its keys, memberships, links and audit log. Its sessions and surveys must be erased. */
  deleteWorkspace(workspace: string): Promise<void>

  create(key: KeyRow): Promise<void>
  /** True if there was such a live key, with the values that the changed fields have in `before`. */
  change(
    workspace: string,
    id: string,
    change: Partial<Pick<KeyRow, 'name' | 'scopes' | 'origins'>>,
    before?: KeyRow,
  ): Promise<boolean>
  findByHash(hash: Uint8Array): Promise<KeyRow | null>
  list(workspace: string): Promise<KeyRow[]>
  /** True if there was such a live key, with the values that the changed fields have in `before`. */
  revoke(workspace: string, id: string, at: number): Promise<boolean>
  expire(workspace: string, id: string, at: number): Promise<boolean>
  touch(ids: readonly string[], at: number): Promise<void>

  /** Returns the named secret; stores `fresh` if there is none yet. All nodes get the same value. */
  secret(name: string, fresh: Uint8Array): Promise<Uint8Array>
}
