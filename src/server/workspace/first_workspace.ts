/** The workspace of an empty store. Nodes that start together agree on a single creator; the others get null. */
import type { KeyStore } from '../../store/keys.ts'
import { withoutDemos } from './demo_workspace.ts'
import { randomText } from './keys.ts'

/** Its ID, or null if a workspace exists. */
export async function createFirstWorkspace(keys: KeyStore, createdAt: number): Promise<string | null> {
  if (withoutDemos(await keys.workspaces()).length > 0) return null
  const agreed = await keys.secret('first-workspace', Buffer.from(`ws_${randomText(16)}`))
  const id = Buffer.from(agreed).toString()
  try {
    await keys.createWorkspace({ id, name: 'Workspace', createdAt, settings: {} })
    return id
  } catch (error) {
    if ((await keys.workspace(id)) !== null) return null
    throw error
  }
}
