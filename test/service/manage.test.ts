import { manageSuite } from './manage.suite.ts'

manageSuite(async () => ({}))
