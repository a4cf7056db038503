/** A workspace's settings in memory, never older than a key may be. */
import type { KeyStore } from '../../store/keys.ts'
import { KEY_STALE_MS } from './key_cache.ts'

export type WorkspaceSettings = Readonly<Record<string, unknown>>

/** Settings are small, but there may be many workspaces. */
const MAX_WORKSPACES = 1_000

export interface WorkspaceSettingsCache {
  /** Empty for an unknown workspace. */
  of(workspace: string): Promise<WorkspaceSettings>
}

export function openWorkspaceSettings(
  store: KeyStore,
  monotonic: () => number = () => performance.now(),
): WorkspaceSettingsCache {
  const known = new Map<string, { readonly askedAt: number; readonly answer: Promise<WorkspaceSettings> }>()

  return {
    of(workspace) {
      const entry = known.get(workspace)
      const now = monotonic()
      if (entry !== undefined && now - entry.askedAt < KEY_STALE_MS) return entry.answer
      const answer = store.workspace(workspace).then((row) => row?.settings ?? {})
      // A failed lookup is not remembered; whoever asked hears of it.
      answer.catch(() => known.delete(workspace))
      known.delete(workspace)
      if (known.size >= MAX_WORKSPACES) known.delete(known.keys().next().value as string)
      known.set(workspace, { askedAt: now, answer })
      return answer
    },
  }
}
