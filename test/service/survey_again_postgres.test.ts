import { afterAll, beforeAll } from 'vitest'
import { type PostgresServer, startPostgres } from '../setup/postgres.ts'
import { surveyAgainSuite } from './survey_again.suite.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres({ fsync: false })
})
afterAll(() => server?.stop())

surveyAgainSuite('PostgreSQL', async () => ({ BYHAND_STORE: server.url }))
