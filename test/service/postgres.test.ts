import { afterAll, beforeAll } from 'vitest'
import { openPostgres } from '../../src/store/postgres/postgres.ts'
import { restore } from '../../src/store/restore.ts'
import { type PostgresServer, startPostgres } from '../setup/postgres.ts'
import { storeSuite } from '../store/store.suite.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres({ fsync: false })
})
afterAll(() => server?.stop())

storeSuite({
  name: 'PostgreSQL',
  shared: true,
  async place() {
    const url = await server.newDatabase()
    return {
      open: () => openPostgres({ url }),
      restore: (file) => restore(file, url, ''),
      remove: async () => {},
    }
  },
})
