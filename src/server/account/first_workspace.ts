/** The workspace of an empty store. Nodes that start together agree on a single creator; the others get null. */
import type { Actor, AuditedOptions } from '../audit/audit_log.ts'
import { withoutDemos } from '../workspace/demo_workspace.ts'
import { randomText } from '../workspace/keys.ts'

const NAME = 'Workspace'

/** The creator, in the new workspace; null if a workspace exists. `command`: that creates it. */
export async function createFirstWorkspace(
  { store: { keys }, audit, now }: AuditedOptions,
  command: string,
): Promise<Actor | null> {
  if (withoutDemos(await keys.workspaces()).length > 0) return null
  const agreed = await keys.secret('first-workspace', Buffer.from(`ws_${randomText(16)}`))
  const id = Buffer.from(agreed).toString()
  try {
    await keys.createWorkspace({ id, name: NAME, createdAt: now(), settings: {} })
  } catch (error) {
    if ((await keys.workspace(id)) !== null) return null
    throw error
  }
  const actor = { workspace: id, memberId: null, name: `byhand ${command}`, address: '' }
  await audit(actor, { action: 'workspace_created', subject: NAME })
  return actor
}
