/** Names of reviewers: members, API keys and the command line. */
import type { Store } from '../../store/store.ts'
import { liveWorkspaceOf } from '../../store/test_workspace.ts'

/** The author of changes that are made with `byhand`. */
export const COMMAND_LINE = 'command line'

/** Returns the name of a member or key; empty if it no longer exists. */
export type Authors = (workspace: string, id: string) => Promise<string>

/** Opened once per response: it looks up each author once. */
export function openAuthors({ accounts, keys }: Pick<Store, 'accounts' | 'keys'>): Authors {
  const names = new Map<string, Promise<string>>()

  async function nameOf(workspace: string, id: string): Promise<string> {
    if (id === COMMAND_LINE) return id
    const member = await accounts.member(id)
    if (member !== null) return member.name ?? member.email
    return (await keys.list(liveWorkspaceOf(workspace))).find((key) => key.id === id)?.name ?? ''
  }

  return (workspace, id) => {
    const known = names.get(id) ?? nameOf(workspace, id)
    names.set(id, known)
    return known
  }
}
