import { surveyAgainSuite } from './survey_again.suite.ts'

surveyAgainSuite('SQLite', async () => ({}))
