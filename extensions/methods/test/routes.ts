import { both, members, type RouteCase } from '../../../test/service/route_case.ts'

const enc = encodeURIComponent

export const CASES: readonly RouteCase[] = [
  both(
    'GET',
    '/v1/surveys/:surveyId/methods',
    'viewer',
    ({ survey: id }) => `/v1/surveys/${enc(id)}/methods?low_effort_threshold=2`,
    { isDear: true },
  ),
  members(
    'GET',
    '/v1/surveys/:surveyId/panel',
    'analyst',
    ({ survey: id }) => `/v1/surveys/${enc(id)}/panel`,
    { isDear: true },
  ),
]
