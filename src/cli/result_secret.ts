/** `byhand workspaces result-secret`: shows the secret with which servers open signed results offline. */
import type { Command } from 'commander'
import { openResultSecret } from '../server/results/result_secret.ts'
import type { Terminal } from './terminal.ts'
import { type CommandOptions, inWorkspace, subcommand } from './workspace_command.ts'

interface Options extends CommandOptions {
  readonly rotate?: boolean
}

export function resultSecretCommand(terminal: Terminal): Command {
  return subcommand(
    'result-secret',
    'show the secret with which your server can decrypt signed results without calling the service',
  )
    .option('--rotate', 'replace the secret; results signed with the old one are no longer valid')
    .action(async ({ rotate, json, ...options }: Options) => {
      const secret = await inWorkspace('workspaces result-secret', options, ({ actor, ...opened }) => {
        const held = openResultSecret(opened)
        return rotate ? held.rotate(actor) : held.view(actor.workspace)
      })
      terminal.out(json ? JSON.stringify({ secret }) : secret)
    })
}
