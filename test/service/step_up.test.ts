import { stepUpSuite } from './step_up.suite.ts'

stepUpSuite('SQLite', async () => ({}))
