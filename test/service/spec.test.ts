import { specSuite } from './spec.suite.ts'

specSuite('SQLite', async () => ({}))
