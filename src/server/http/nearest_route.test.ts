import { describe, expect, it } from 'vitest'
import { nearestRoute } from './nearest_route.ts'

const ROUTES = [
  '/v1/sessions/:id',
  '/v1/sessions/:id/report',
  '/v1/sessions',
  '/v1/tags/:tag/sessions',
  '/v1/surveys/:surveyId/participants',
  '/v1/webhooks',
]

describe('the nearest route', () => {
  it.each([
    ['/v1/session/x/report', '/v1/sessions/:id/report'],
    ['/v1/sessions/x/reports', '/v1/sessions/:id/report'],
    ['/v1/tags/x', '/v1/tags/:tag/sessions'],
    ['/v1/surveys/x', '/v1/surveys/:surveyId/participants'],
    ['/v1/surveys/x/participant', '/v1/surveys/:surveyId/participants'],
    ['/v1/webhoks', '/v1/webhooks'],
    ['/sessions', '/v1/sessions'],
  ])('of %s is %s', (path, route) => {
    expect(nearestRoute(path, ROUTES)).toBe(route)
  })

  it.each(['/v1/nothing/that/is/alike', '/', `/v1/webhooks/${'x'.repeat(300)}`])('is none of %s', (path) => {
    expect(nearestRoute(path, ROUTES)).toBeUndefined()
  })
})
