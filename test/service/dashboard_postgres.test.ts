import { afterAll, beforeAll } from 'vitest'
import { type PostgresServer, startPostgres } from '../setup/postgres.ts'
import { dashboardSessionsSuite } from './dashboard_sessions.suite.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres({ fsync: false })
})
afterAll(() => server?.stop())

dashboardSessionsSuite(async () => ({ BYHAND_STORE: await server.newDatabase() }))
