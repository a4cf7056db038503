/** `byhand workspaces siteverify`: what `/siteverify` does with visitors without enough evidence. */
import { type Command, Option } from 'commander'
import { UNKNOWN_OUTCOMES, type UnknownOutcome, unknownOutcome } from '../server/results/step_up_policy.ts'
import { withStore } from './open.ts'
import type { Terminal } from './terminal.ts'
import { type CommandOptions, subcommand } from './workspace_command.ts'
import { findWorkspace } from './workspaces.ts'

interface Options extends CommandOptions {
  readonly unknown?: UnknownOutcome
}

export function siteverifyCommand(terminal: Terminal): Command {
  return subcommand('siteverify', 'show or set what /siteverify does with visitors without enough evidence')
    .addOption(
      new Option('--unknown <outcome>', 'for visitors without enough evidence').choices(UNKNOWN_OUTCOMES),
    )
    .action(async ({ workspace: named, unknown: wanted, json }: Options) => {
      const unknown = await withStore(async ({ keys }) => {
        const { id, settings } = await findWorkspace(keys, named)
        if (wanted !== undefined)
          await keys.changeSettings(id, (before) => ({ ...before, siteverify_unknown: wanted }))
        return wanted ?? unknownOutcome(settings)
      })
      terminal.out(json ? JSON.stringify({ unknown }) : `Visitors without enough evidence: ${unknown}`)
    })
}
