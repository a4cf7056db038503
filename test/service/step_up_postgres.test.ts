import { afterAll, beforeAll } from 'vitest'
import { type PostgresServer, startPostgres } from '../setup/postgres.ts'
import { stepUpSuite } from './step_up.suite.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres({ fsync: false })
})
afterAll(() => server?.stop())

stepUpSuite('PostgreSQL', async () => ({ BYHAND_STORE: server.url }))
