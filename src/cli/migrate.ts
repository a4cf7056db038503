/** `byhand migrate`: runs the migrations that every start runs, ahead of time. */
import { Command } from 'commander'
import { isPostgres } from '../store/open.ts'
import { describeCluster } from '../store/postgres/distribute.ts'
import { withConnection } from '../store/postgres/pool.ts'
import { withStore } from './open.ts'
import type { Terminal } from './terminal.ts'

export function migrateCommand(terminal: Terminal): Command {
  return new Command('migrate')
    .description('migrate the database to this version; starting the service does this too')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const cluster = await withStore(
        async (store, config) => {
          await store.ping()
          return isPostgres(config.store) ? withConnection(config.store, describeCluster) : null
        },
        { create: true },
      )
      const done = cluster === null ? { migrated: true } : { migrated: true, cluster }
      terminal.out(
        json ? JSON.stringify(done) : ['The database is up to date.', cluster ?? ''].join(' ').trim(),
      )
    })
}
