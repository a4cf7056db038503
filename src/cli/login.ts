/** `byhand login`: prints a one-time login link, for a first login or a lost password. */
import { type Command, Option } from 'commander'
import { createLoginLink, createResetLink, normalizeEmail } from '../server/account/accounts.ts'
import { reachable } from '../server/addresses/base_url.ts'
import type { Config } from '../server/config/config.ts'
import type { Role } from '../store/accounts.ts'
import { CommandError, type Terminal } from './terminal.ts'
import { type CommandOptions, inWorkspace, subcommand } from './workspace_command.ts'

interface LoginOptions extends CommandOptions {
  readonly email?: string
  readonly role: Role
}

export function loginCommand(terminal: Terminal): Command {
  return subcommand('login', 'print a one-time login link, valid for 24 hours')
    .addOption(
      new Option('--role <role>', 'role of the new member')
        .choices(['owner', 'analyst', 'viewer'])
        .default('owner'),
    )
    .option('--email <address>', 'let this member set a new password instead')
    .action(async (options: LoginOptions) => {
      const { role, email } = options
      const url = await inWorkspace('login', options, async ({ store, config, actor, audit, now }) => {
        const base = baseOf(config)
        if (email === undefined) {
          const invitation = await createLoginLink(store.accounts, actor.workspace, role, now())
          await audit(actor, { action: 'member_invited', detail: role })
          return `${base}/app/join#${invitation}`
        }
        const token = await createResetLink(store.accounts, actor.workspace, email, now())
        if (token === null)
          throw new CommandError(`No member of this workspace has the email address ${email}.`)
        await audit(actor, { action: 'password_reset_created', subject: normalizeEmail(email) })
        return `${base}/app/join#${token}`
      })
      terminal.out(options.json ? JSON.stringify({ url }) : url)
    })
}

function baseOf({ publicUrl, host, port }: Config): string {
  if (publicUrl !== undefined) return publicUrl
  if (port === 0)
    throw new CommandError('Set BYHAND_PUBLIC_URL to the URL that the service printed when it started.')
  return reachable(`http://${host.includes(':') ? `[${host}]` : host}:${port}`)
}
