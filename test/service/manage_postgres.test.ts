import { afterAll, beforeAll } from 'vitest'
import { type PostgresServer, startPostgres } from '../setup/postgres.ts'
import { manageSuite } from './manage.suite.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres({ fsync: false })
})
afterAll(() => server?.stop())

manageSuite(async () => ({ BYHAND_STORE: await server.newDatabase() }))
