/** `byhand workspaces user-hash`: shows the secret that signs user ids, and enforces signed ids. */
import { type Command, Option } from 'commander'
import { userHashSecret } from '../server/collect/user_hash.ts'
import { openManagedSettings } from '../server/settings/managed_settings.ts'
import type { Terminal } from './terminal.ts'
import { type CommandOptions, inWorkspace, subcommand } from './workspace_command.ts'

interface Options extends CommandOptions {
  readonly enforce?: boolean
  readonly off?: boolean
}

export function userHashCommand(terminal: Terminal): Command {
  return subcommand('user-hash', 'show the secret that signs user IDs, and whether signatures are enforced')
    .option('--enforce', 'store a user ID only with a valid user_hash')
    .addOption(new Option('--off', 'store user IDs without verification').conflicts('enforce'))
    .action(async ({ enforce, off, json, ...options }: Options) => {
      const wanted = enforce ? 'enforce' : off ? 'off' : undefined
      const { secret, enforced } = await inWorkspace(
        'workspaces user-hash',
        options,
        async ({ actor, ...opened }) => {
          const settings = openManagedSettings(opened)
          const { user_hash } = wanted
            ? await settings.change(actor, { user_hash: wanted })
            : await settings.view(actor.workspace)
          const secret = await userHashSecret(opened.store.keys, actor.workspace)
          return { secret, enforced: user_hash === 'enforce' }
        },
      )
      if (json) return terminal.out(JSON.stringify({ secret, enforced }))
      terminal.out(secret)
      terminal.note(
        enforced
          ? 'User IDs without user_hash = hex(HMAC-SHA256(secret, user_id)) are not stored.\n'
          : 'User IDs are stored without verification; use --enforce to require user_hash.\n',
      )
    })
}
