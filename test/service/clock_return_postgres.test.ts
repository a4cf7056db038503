import { afterAll, beforeAll } from 'vitest'
import { type PostgresServer, startPostgres } from '../setup/postgres.ts'
import { clockReturnSuite } from './clock_return.suite.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres({ fsync: false })
})
afterAll(() => server?.stop())

clockReturnSuite('PostgreSQL', async () => ({ BYHAND_STORE: await server.newDatabase() }))
