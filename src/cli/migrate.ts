/** `byhand migrate`: what every start does by itself, for whoever wants it done before. */
import { Command } from 'commander'
import { withStore } from './open.ts'
import type { Terminal } from './terminal.ts'

export function migrateCommand(terminal: Terminal): Command {
  return new Command('migrate')
    .description('bring the database to this version; starting the service does it too')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      await withStore((store) => store.ping(), { makes: true })
      terminal.out(json ? JSON.stringify({ migrated: true }) : 'The database is of this version.')
    })
}
