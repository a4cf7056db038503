import { afterAll, beforeAll } from 'vitest'
import { type PostgresServer, startPostgres } from '../setup/postgres.ts'
import { surveyReferencesSuite } from './survey_references.suite.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres({ fsync: false })
})
afterAll(() => server?.stop())

surveyReferencesSuite('PostgreSQL', async () => ({ BYHAND_STORE: server.url }))
