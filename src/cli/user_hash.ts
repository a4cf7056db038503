/** `byhand workspaces user-hash`: shows the secret that signs user ids, and enforces signed ids. */
import { type Command, Option } from 'commander'
import { isUserHashEnforced, userHashSecret } from '../server/collect/user_hash.ts'
import { withStore } from './open.ts'
import type { Terminal } from './terminal.ts'
import { type CommandOptions, subcommand } from './workspace_command.ts'
import { findWorkspace } from './workspaces.ts'

interface Options extends CommandOptions {
  readonly enforce?: boolean
  readonly off?: boolean
}

export function userHashCommand(terminal: Terminal): Command {
  return subcommand('user-hash', 'show the secret that signs user IDs, and whether signatures are enforced')
    .option('--enforce', 'store a user ID only with a valid user_hash')
    .addOption(new Option('--off', 'store user IDs without verification').conflicts('enforce'))
    .action(async ({ workspace: named, enforce, off, json }: Options) => {
      const { secret, enforced } = await withStore(async ({ keys }) => {
        const { id, settings } = await findWorkspace(keys, named)
        const wanted = enforce ? 'enforce' : off ? 'off' : undefined
        const changed =
          wanted && (await keys.changeSettings(id, (before) => ({ ...before, user_hash: wanted })))
        const enforced = isUserHashEnforced(changed?.after ?? settings)
        return { secret: await userHashSecret(keys, id), enforced }
      })
      if (json) return terminal.out(JSON.stringify({ secret, enforced }))
      terminal.out(secret)
      terminal.note(
        enforced
          ? 'User IDs without user_hash = hex(HMAC-SHA256(secret, user_id)) are not stored.\n'
          : 'User IDs are stored without verification; use --enforce to require user_hash.\n',
      )
    })
}
