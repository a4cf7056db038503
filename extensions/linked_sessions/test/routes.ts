import { both, type RouteCase } from '../../../test/service/route_case.ts'

export const CASES: readonly RouteCase[] = [
  both('GET', '/v1/session-clusters', 'viewer', () => '/v1/session-clusters'),
]
