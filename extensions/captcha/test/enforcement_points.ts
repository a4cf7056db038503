import type { Loose } from '../../../test/service/collect_client.ts'
import type { EnforcementPoint } from '../../../test/service/enforcement_points.ts'
import { VENDORS } from '../vendors.ts'

export const POINTS: readonly EnforcementPoint[] = VENDORS.map(({ verifyPath }) => ({
  name: verifyPath,
  async letsIn({ service, site }, response) {
    const body = new URLSearchParams({ secret: site.secretKey, response })
    const answer = await fetch(service.address + verifyPath, { method: 'POST', body })
    return ((await answer.json()) as Loose).success === true
  },
}))
