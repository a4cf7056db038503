/** `byhand migrate`: runs the migrations that every start runs, ahead of time. */
import { Command } from 'commander'
import { withStore } from './open.ts'
import type { Terminal } from './terminal.ts'

export function migrateCommand(terminal: Terminal): Command {
  return new Command('migrate')
    .description('migrate the database to this version; starting the service does this too')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      await withStore((store) => store.ping(), { create: true })
      terminal.out(json ? JSON.stringify({ migrated: true }) : 'The database is up to date.')
    })
}
