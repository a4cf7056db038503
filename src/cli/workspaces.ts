/** `byhand workspaces`: manages workspaces (tenants), which are isolated from each other. */
import { Argument, Command } from 'commander'
import type { WorkspaceItem } from '../server/account/workspace_operations.ts'
import { openNames } from './operations/named.ts'
import { asDate, type Columns, type Terminal } from './terminal.ts'

/** `further`: commands that configure a workspace. */
export function workspacesCommand(terminal: Terminal, further: readonly Command[]): Command {
  const named = openNames(terminal, 'workspaces')
  const ofNone = { workspace: async () => '' }
  const command = new Command('workspaces').description(
    'create, list and configure workspaces, which are isolated from each other',
  )
  const create = named<WorkspaceItem>({
    name: 'create',
    description: 'create a workspace',
    operation: 'POST /v1/workspaces',
    arguments: { name: new Argument('<name>', 'name of the workspace') },
    createsStore: true,
    text: ({ id }) => id,
    ...ofNone,
  })
  const list = named({
    name: 'list',
    description: 'list all workspaces',
    operation: 'GET /v1/workspaces',
    columns: COLUMNS,
    ...ofNone,
  })
  for (const subcommand of [create, list, ...further]) command.addCommand(subcommand)
  return command
}

const COLUMNS: Columns<WorkspaceItem> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  created: ({ created_at }) => asDate(created_at),
}
