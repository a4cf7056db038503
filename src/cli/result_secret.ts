/** `byhand workspaces result-secret`: shows the secret with which servers open signed results offline. */
import { Command } from 'commander'
import { resultKeyNumber, storedResultKey } from '../server/results/result_keys.ts'
import { withStore } from './open.ts'
import type { Terminal } from './terminal.ts'
import { findWorkspace, workspaceOption } from './workspaces.ts'

interface Options {
  readonly workspace?: string
  readonly rotate?: boolean
  readonly json?: boolean
}

export function resultSecretCommand(terminal: Terminal): Command {
  return new Command('result-secret')
    .description(
      'show the secret with which your server can decrypt signed results without calling the service',
    )
    .addOption(workspaceOption())
    .option('--rotate', 'replace the secret; results signed with the old one are no longer valid')
    .option('--json', 'print JSON')
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
