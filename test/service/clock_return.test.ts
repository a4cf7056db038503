import { clockReturnSuite } from './clock_return.suite.ts'

clockReturnSuite('SQLite', async () => ({}))
