/** `byhand workspaces siteverify`: whether `/siteverify` accepts visitors without enough evidence. */
import { Command, Option } from 'commander'
import { passesUnknown } from '../server/siteverify/siteverify.ts'
import { withStore } from './open.ts'
import type { Terminal } from './terminal.ts'
import { findWorkspace, workspaceOption } from './workspaces.ts'

interface Options {
  readonly workspace?: string
  readonly unknown?: 'pass' | 'fail'
  readonly json?: boolean
}

export function siteverifyCommand(terminal: Terminal): Command {
  return new Command('siteverify')
    .description('show or set whether /siteverify accepts visitors without enough evidence')
    .addOption(workspaceOption())
    .addOption(
      new Option('--unknown <outcome>', 'for visitors without enough evidence').choices(['pass', 'fail']),
    )
    .option('--json', 'print JSON')
    .action(async ({ workspace: named, unknown: wanted, json }: Options) => {
      const unknown = await withStore(async ({ keys }) => {
        const { id, settings } = await findWorkspace(keys, named)
        if (wanted !== undefined)
          await keys.changeSettings(id, (before) => ({ ...before, siteverify_unknown: wanted }))
        return wanted ?? (passesUnknown(settings) ? 'pass' : 'fail')
      })
      terminal.out(json ? JSON.stringify({ unknown }) : `Visitors without enough evidence: ${unknown}`)
    })
}
