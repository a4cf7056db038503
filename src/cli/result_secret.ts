/** `byhand workspaces result-secret`: shows the secret with which servers open signed results offline. */
import type { Command } from 'commander'
import { resultKeyNumber, storedResultKey } from '../server/results/result_keys.ts'
import { withStore } from './open.ts'
import type { Terminal } from './terminal.ts'
import { type CommandOptions, subcommand } from './workspace_command.ts'
import { findWorkspace } from './workspaces.ts'

interface Options extends CommandOptions {
  readonly rotate?: boolean
}

export function resultSecretCommand(terminal: Terminal): Command {
  return subcommand(
    'result-secret',
    'show the secret with which your server can decrypt signed results without calling the service',
  )
    .option('--rotate', 'replace the secret; results signed with the old one are no longer valid')
    .action(async ({ workspace: named, rotate, json }: Options) => {
      const secret = await withStore(async ({ keys }) => {
        const { id, settings } = await findWorkspace(keys, named)
        const changed = rotate
          ? await keys.changeSettings(id, (before) => ({
              ...before,
              result_key: resultKeyNumber(before) + 1,
            }))
          : null
        const key = await storedResultKey(keys, id, resultKeyNumber(changed?.after ?? settings))
        return Buffer.from(key).toString('hex')
      })
      terminal.out(json ? JSON.stringify({ secret }) : secret)
    })
}
