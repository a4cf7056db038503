import { afterAll, beforeAll } from 'vitest'
import { type PostgresServer, startPostgres } from '../setup/postgres.ts'
import { duplicateSuite } from './survey_duplicates.suite.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres({ fsync: false })
})
afterAll(() => server?.stop())

duplicateSuite('PostgreSQL', async () => ({ BYHAND_STORE: server.url }))
