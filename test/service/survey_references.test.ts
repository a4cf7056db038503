import { surveyReferencesSuite } from './survey_references.suite.ts'

surveyReferencesSuite('SQLite', async () => ({}))
