/** Caches workspace settings, for at most as long as keys. */
import type { KeyStore } from '../../store/keys.ts'
import { KEY_STALE_MS } from './key_cache.ts'

export type WorkspaceSettings = Readonly<Record<string, unknown>>

const MAX_WORKSPACES = 1_000

export interface WorkspaceSettingsCache {
  /** Empty for an unknown workspace. */
  of(workspace: string): Promise<WorkspaceSettings>
}

export function openWorkspaceSettings(
  store: KeyStore,
  monotonic: () => number = () => performance.now(),
): WorkspaceSettingsCache {
  const known = new Map<
    string,
    { readonly requestedAt: number; readonly settings: Promise<WorkspaceSettings> }
  >()

  return {
    of(workspace) {
      const entry = known.get(workspace)
      const now = monotonic()
      if (entry !== undefined && now - entry.requestedAt < KEY_STALE_MS) return entry.settings
      const settings = store.workspace(workspace).then((row) => row?.settings ?? {})
      // A failed lookup is not cached; its caller gets the error.
      settings.catch(() => known.delete(workspace))
      known.delete(workspace)
      if (known.size >= MAX_WORKSPACES) known.delete(known.keys().next().value as string)
      known.set(workspace, { requestedAt: now, settings })
      return settings
    },
  }
}
