import { duplicateSuite } from './survey_duplicates.suite.ts'

duplicateSuite('SQLite', async () => ({}))
