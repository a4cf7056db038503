import { RESULT_COOKIE } from '../../../src/contract/result_cookie.ts'
import type { EnforcementPoint } from '../../../test/service/enforcement_points.ts'

export const POINTS: readonly EnforcementPoint[] = [
  {
    name: '/v1/forward-auth',
    async letsIn({ service, site }, result) {
      const answer = await fetch(`${service.address}/v1/forward-auth?site_key=${site.siteKey}`, {
        headers: {
          authorization: `Bearer ${site.secretKey}`,
          'x-forwarded-uri': '/signup',
          cookie: `${RESULT_COOKIE}=${result}`,
        },
      })
      return answer.headers.get('x-byhand-outcome') === 'allow'
    },
  },
]
