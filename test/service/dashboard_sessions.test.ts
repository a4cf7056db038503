import { dashboardSessionsSuite } from './dashboard_sessions.suite.ts'

dashboardSessionsSuite(async () => ({}))
