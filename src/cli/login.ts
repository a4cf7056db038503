/** `byhand login`: a one-time link for whoever has no account yet, or lost the first one. */
import { Command, Option } from 'commander'
import { createLoginLink } from '../server/account/accounts.ts'
import { reachable } from '../server/base/base_url.ts'
import type { Config } from '../server/base/config.ts'
import type { Role } from '../store/accounts.ts'
import { withStore } from './open.ts'
import { CommandError, type Terminal } from './terminal.ts'
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
        return `${baseOf(config)}/app/join#${await createLoginLink(store.accounts, id, role, Date.now())}`
      })
      terminal.out(json ? JSON.stringify({ url }) : url)
    })
}

function baseOf({ publicUrl, host, port }: Config): string {
  if (publicUrl !== undefined) return publicUrl
  if (port === 0)
    throw new CommandError('Set BYHAND_PUBLIC_URL to the address the service printed when it started.')
  return reachable(`http://${host.includes(':') ? `[${host}]` : host}:${port}`)
}
