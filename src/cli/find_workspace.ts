/** Finds the workspace that a command concerns. */
import { Option } from 'commander'
import { withoutDemos } from '../server/workspace/demo_workspace.ts'
import type { Workspace } from '../store/keys.ts'
import type { ReadableStore } from '../store/reads.ts'
import { isTestWorkspace } from '../store/test_workspace.ts'
import { CommandError } from './terminal.ts'

export const workspaceOption = () =>
  new Option('--workspace <id>', 'workspace ID or name; required if there are several')

export type ReadableKeys = ReadableStore['keys']

/** The named workspace, or the only one. `createFirst`: makes one if there is none. */
export async function findWorkspace(
  keys: Pick<ReadableKeys, 'workspaces'>,
  named: string | undefined,
  createFirst?: () => Promise<unknown>,
): Promise<Workspace> {
  const all = withoutDemos(await keys.workspaces())
  if (all.length === 0 && createFirst !== undefined) {
    await createFirst()
    return findWorkspace(keys, named)
  }
  if (all.length === 0) {
    throw new CommandError(
      'There is no workspace yet. Start the service once (byhand serve), or run byhand workspaces create.',
    )
  }
  const found = all.filter(({ id, name }) =>
    named === undefined ? !isTestWorkspace(id) : id === named || name === named,
  )
  const [only] = found
  if (only !== undefined && found.length === 1) return only
  if (named !== undefined && found.length === 0) throw new CommandError(`There is no workspace ${named}.`)
  const list = found.map(({ id, name }) => `${id} (${name})`).join(', ')
  throw new CommandError(`There are several workspaces. Choose one with --workspace: ${list}.`)
}
