/** Creates workspaces. */
import type { Actor, AuditedOptions } from '../audit/audit_log.ts'
import { randomText } from '../workspace/keys.ts'

/** `creator`: who creates it, in any workspace. Returns the ID. */
export async function createWorkspace(
  { store, audit, now }: AuditedOptions,
  creator: Omit<Actor, 'workspace'>,
  name: string,
): Promise<string> {
  const id = `ws_${randomText(16)}`
  await store.keys.createWorkspace({ id, name: name.toWellFormed(), createdAt: now(), settings: {} })
  await audit({ ...creator, workspace: id }, { action: 'workspace_created', subject: name })
  return id
}
