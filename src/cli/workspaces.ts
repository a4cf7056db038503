/** `byhand workspaces`: manages workspaces (tenants), which are isolated from each other. */
import { Command, Option } from 'commander'
import { createWorkspace } from '../server/account/managed_workspaces.ts'
import { openAudit } from '../server/audit/audit_log.ts'
import { withoutDemos } from '../server/workspace/demo_workspace.ts'
import type { KeyStore, Workspace } from '../store/keys.ts'
import { isTestWorkspace } from '../store/test_workspace.ts'
import { withStore } from './open.ts'
import { asDate, CommandError, type Terminal, table } from './terminal.ts'

export const workspaceOption = () =>
  new Option('--workspace <id>', 'workspace ID or name; required if there are several')

/** A command finds its workspace, and changes keys only by operations. */
export type ReadableKeys = Pick<KeyStore, 'workspaces' | 'list'>

/** The named workspace, or the only one. `createFirst`: makes one if there is none. */
export async function findWorkspace(
  keys: Pick<KeyStore, 'workspaces'>,
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

/** `further`: commands that configure a workspace. */
export function workspacesCommand(terminal: Terminal, further: readonly Command[]): Command {
  const create = new Command('create')
    .description('create a workspace')
    .argument('<name>', 'name of the workspace')
    .option('--json', 'print JSON')
    .action(async (given: string, { json }: { json?: boolean }) => {
      const name = given.trim()
      if (name === '') throw new CommandError('The name of a workspace must not be empty.')
      const now = Date.now
      const creator = { memberId: null, name: 'byhand workspaces create', address: '' }
      const id = await withStore(
        (store) => createWorkspace({ store, audit: openAudit(store.audit, now), now }, creator, name),
        { create: true },
      )
      terminal.out(json ? JSON.stringify({ id, name }) : id)
    })
  const list = new Command('list')
    .description('list all workspaces')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const all = await withStore(({ keys }) => keys.workspaces())
      if (json)
        return terminal.out(
          JSON.stringify(
            all.map(({ id, name, createdAt }) => ({ id, name, created_at: createdAt })),
            null,
            2,
          ),
        )
      terminal.out(
        table([
          ['id', 'name', 'created'],
          ...all.map(({ id, name, createdAt }) => [id, name, asDate(createdAt)]),
        ]),
      )
    })
  const command = new Command('workspaces').description(
    'create, list and configure workspaces, which are isolated from each other',
  )
  for (const subcommand of [create, list, ...further]) command.addCommand(subcommand)
  return command
}
