/** `byhand login`: a one-time link for whoever has no account yet, or lost the first one. */
import { Command, Option } from 'commander'
import { createLoginLink } from '../server/account/accounts.ts'
import type { Role } from '../store/accounts.ts'
import { withStore } from './open.ts'
import type { Terminal } from './terminal.ts'
import { findWorkspace, workspaceOption } from './workspaces.ts'

interface LoginOptions {
  readonly workspace?: string
  readonly role: Role
  readonly json?: boolean
}

export function loginCommand(terminal: Terminal): Command {
  return new Command('login')
    .description('print a link that lets one person in, once, within a day')
    .addOption(
      new Option('--role <role>', 'what they may do')
        .choices(['owner', 'analyst', 'viewer'])
        .default('owner'),
    )
    .addOption(workspaceOption())
    .option('--json', 'print JSON')
    .action(async ({ workspace, role, json }: LoginOptions) => {
      const url = await withStore(async (store, config) => {
        const { id } = await findWorkspace(store.keys, workspace)
        const base = config.publicUrl ?? `http://${config.host}:${config.port}`
        return `${base}/login/first?token=${await createLoginLink(store.accounts, id, role, Date.now())}`
      })
      terminal.out(json ? JSON.stringify({ url }) : url)
    })
}
