import type { RouteCase } from '../../../test/service/route_case.ts'

export const CASES: readonly RouteCase[] = [
  {
    route: 'GET /v1/forward-auth',
    family: '/v1/results',
    access: 'sessions',
    role: null,
    path: () => '/v1/forward-auth?site_key=bh_pk_none',
    headers: { 'x-forwarded-uri': '/signup', cookie: 'byhand-result=bhr1_none' },
    isForProxies: true,
  },
  { route: 'GET /cookie.js', family: 'pages', access: 'open', role: null, path: () => '/cookie.js' },
]
