/** Remembers in this browser which workspace was used last, so that a new login leads back to it. */
import type { Me } from '../contract/dashboard/me.ts'
import { change } from './client.ts'

const LAST = 'byhand:workspace'

export function rememberWorkspace({ workspace }: Me): void {
  try {
    localStorage.setItem(LAST, workspace.id)
  } catch {
    // Without storage, a login leads to the first workspace.
  }
}

function remembered(): string | null {
  try {
    return localStorage.getItem(LAST)
  } catch {
    return null
  }
}

/** Switches to the workspace used last, if the member still belongs to it. */
export async function returnToLastWorkspace(me: Me): Promise<Me> {
  const last = remembered()
  if (last === me.workspace.id || !me.workspaces.some(({ id }) => id === last)) return me
  return change<Me>('POST', '/workspace', { workspace_id: last })
}
