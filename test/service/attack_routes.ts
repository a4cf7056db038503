/** Every route with its permitted callers and a valid request. The tests fail for a route that is missing here. */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { apiUrl } from '../../src/dashboard/client.ts'
import { makeBatch } from './collect_client.ts'
import { both, type More, manage, members, type RouteCase } from './route_case.ts'
import { nameOf, type Route } from './route_table.ts'
import { requestOf } from './survey_client.ts'

const enc = encodeURIComponent

const REFERENCES = () => ({
  question_id: 'q9',
  question: 'What do you like about your town?',
  references: ['I appreciate the strong sense of community.'],
})

const SURVEY_SETTINGS = () => ({ review_effort: 2 })

/** Groups of internal routes by subject. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  logins: ['login', 'link', 'first-login', 'join', 'logout'],
  me: [
    'me',
    'logout-everywhere',
    'password',
    'totp',
    'workspace',
    'workspaces',
    'first-session',
    'challenge',
  ],
  people: ['members', 'invitations', 'audit'],
  demo: ['demo-workspace'],
}

function familyOf(route: string): string {
  const first = route.replace(/^\w+ \/v1\//, '').split('/')[0] ?? ''
  const found = Object.entries(FAMILIES).find(([, firsts]) => firsts.includes(first))
  if (found === undefined) throw new Error(`${route} belongs to no family`)
  return `dashboard ${found[0]}`
}

const api = (route: string, path: RouteCase['path'], more: More = {}): RouteCase => ({
  route,
  family: familyOf(route),
  access: 'login',
  role: 'viewer',
  path: (names) => apiUrl(path(names)),
  ...more,
})
const read = (path: string, to: RouteCase['path'], more: More = {}) =>
  api(`GET ${apiUrl(path)}`, to, { shows: true, ...more })
const change = (
  method: string,
  path: string,
  to: RouteCase['path'],
  body: RouteCase['body'],
  more: More = {},
) => api(`${method} ${apiUrl(path)}`, to, { role: 'owner', ...(body && { body }), ...more })
const open = (route: string, path: string, more: More = {}): RouteCase => ({
  route,
  family: 'pages',
  access: 'open',
  role: null,
  path: () => path,
  ...more,
})
const v1 = (url: string, path: RouteCase['path']): RouteCase => ({
  route: `GET ${url}`,
  family: url.split('/').slice(0, 3).join('/'),
  access: 'sessions',
  role: null,
  path,
  shows: true,
})
const survey = (version: string): RouteCase => ({
  route: `POST /survey-check/${version}`,
  family: '/survey-check',
  access: 'survey',
  role: null,
  path: () => `/survey-check/${version}`,
  body: (names) => requestOf(names.survey, names.participant),
})

const EMAIL = 'person@example.org'
const PASSWORD = 'correct horse battery'

const ROOT = join(import.meta.dirname, '../..')

/** Those of the routes of extensions. */
const ADDED: readonly RouteCase[] = (
  await Promise.all(
    globSync('extensions/*/test/routes.ts', { cwd: ROOT }).map((file) => import(join(ROOT, file))),
  )
).flatMap(({ CASES }) => CASES)

export const CASES: readonly RouteCase[] = [
  ...ADDED,
  v1('/v1/sessions/:sessionId/report', ({ session }) => `/v1/sessions/${session}/report`),
  v1('/v1/sessions/report', ({ session }) => `/v1/sessions/report?sessionId=${session}`),
  v1('/v1/sessions/:sessionId/events', ({ session }) => `/v1/sessions/${session}/events`),
  v1('/v1/sessions/events', ({ session }) => `/v1/sessions/events?sessionId=${session}&limit=5`),
  v1('/v1/sessions/:sessionId/evidence', ({ session }) => `/v1/sessions/${session}/evidence`),
  v1('/v1/sessions/evidence', ({ session }) => `/v1/sessions/evidence?sessionId=${session}`),
  v1('/v1/users/:userId/sessions', ({ user }) => `/v1/users/${enc(user)}/sessions?limit=5&min_score=0`),
  v1('/v1/users/sessions', ({ user }) => `/v1/users/sessions?userId=${enc(user)}`),
  v1('/v1/tags/:tag/sessions', ({ tag }) => `/v1/tags/${enc(tag)}/sessions`),
  v1('/v1/tags/sessions', ({ tag }) => `/v1/tags/sessions?tag=${enc(tag)}`),
  both(
    'GET',
    '/v1/sessions',
    'viewer',
    ({ user, tag }) => `/v1/sessions?user=${enc(user)}&tag=${enc(tag)}&limit=5`,
  ),
  both('GET', '/v1/sessions/:sessionId/label', 'viewer', ({ session }) => `/v1/sessions/${session}/label`),
  both('PUT', '/v1/sessions/:sessionId/label', 'analyst', ({ session }) => `/v1/sessions/${session}/label`, {
    body: () => ({ label: 'bot', note: 'a note' }),
  }),
  both(
    'DELETE',
    '/v1/sessions/:sessionId/label',
    'analyst',
    ({ session }) => `/v1/sessions/${session}/label`,
  ),
  members('GET', '/v1/sessions/histogram', 'viewer', ({ tag }) => `/v1/sessions/histogram?tag=${enc(tag)}`),
  members('GET', '/v1/sessions/changes', 'viewer', () => '/v1/sessions/changes'),
  members('GET', '/v1/sessions/:sessionId', 'viewer', ({ session }) => `/v1/sessions/${session}`),
  members(
    'GET',
    '/v1/sessions/:sessionId/replay',
    'viewer',
    ({ session }) => `/v1/sessions/${session}/replay`,
  ),
  members('GET', '/v1/sessions/:sessionId/log', 'viewer', ({ session }) => `/v1/sessions/${session}/log`, {
    shows: true,
  }),
  members(
    'GET',
    '/v1/sessions/:sessionId/export',
    'analyst',
    ({ session }) => `/v1/sessions/${session}/export`,
    {
      shows: true,
    },
  ),
  members(
    'GET',
    '/v1/sessions/:sessionId/reasons',
    'viewer',
    ({ session }) => `/v1/sessions/${session}/reasons`,
  ),
  members('GET', '/v1/overview', 'viewer', ({ tag }) => `/v1/overview?tag=${enc(tag)}`),
  members('GET', '/v1/overview/status', 'viewer', () => '/v1/overview/status'),
  members('GET', '/v1/quality', 'viewer', () => '/v1/quality'),
  both(
    'GET',
    '/v1/exports/sessions',
    'analyst',
    ({ user }) => `/v1/exports/sessions?format=csv&user=${enc(user)}`,
    {
      isDear: true,
    },
  ),
  manage('GET', '/v1/exports/events', ({ user }) => `/v1/exports/events?user=${enc(user)}`, {
    shows: true,
    isDear: true,
  }),
  both('POST', '/v1/exports/person', 'owner', () => '/v1/exports/person', {
    body: ({ user }) => ({ user_id: user }),
    shows: true,
  }),
  both('POST', '/v1/erasures', 'owner', () => '/v1/erasures', {
    body: ({ participant, survey: id }) => ({ participant_id: participant, survey_id: id }),
  }),
  both('GET', '/v1/keys', 'viewer', () => '/v1/keys', { shows: true }),
  both('POST', '/v1/keys', 'owner', () => '/v1/keys', {
    body: () => ({ kind: 'secret', mode: 'test', name: 'New' }),
  }),
  both('GET', '/v1/keys/:id', 'viewer', ({ keyId }) => `/v1/keys/${keyId}`, { shows: true }),
  both('PATCH', '/v1/keys/:id', 'owner', ({ keyId }) => `/v1/keys/${keyId}`, {
    body: () => ({ name: 'Other' }),
  }),
  both('POST', '/v1/keys/:id/rotate', 'owner', ({ keyId }) => `/v1/keys/${keyId}/rotate`, {
    body: () => ({ overlap_hours: 1 }),
  }),
  both('DELETE', '/v1/keys/:id', 'owner', ({ keyId }) => `/v1/keys/${keyId}`),
  both('GET', '/v1/settings', 'viewer', () => '/v1/settings'),
  both('PATCH', '/v1/settings', 'owner', () => '/v1/settings', {
    body: () => ({ weights: { bot: 50 }, bands: [20, 40, 60], retention: { survey_days: 365 } }),
  }),
  both('POST', '/v1/settings/what-if', 'analyst', () => '/v1/settings/what-if', {
    body: () => ({ weights: { tor: 10 }, bands: [20, 40, 60] }),
    isDear: true,
  }),
  members('GET', '/v1/retention', 'viewer', () => '/v1/retention'),
  members('POST', '/v1/retention/confirmation', 'owner', () => '/v1/retention/confirmation'),
  both('GET', '/v1/surveys', 'viewer', () => '/v1/surveys'),
  both('GET', '/v1/surveys/:surveyId', 'viewer', ({ survey: id }) => `/v1/surveys/${enc(id)}`),
  both(
    'GET',
    '/v1/surveys/:surveyId/participants',
    'viewer',
    ({ survey: id }) => `/v1/surveys/${enc(id)}/participants?limit=2`,
  ),
  both(
    'GET',
    '/v1/surveys/:surveyId/participants/:participantId',
    'viewer',
    ({ survey: id, participant }) => `/v1/surveys/${enc(id)}/participants/${participant}`,
    { shows: true },
  ),
  both(
    'GET',
    '/v1/surveys/:surveyId/participants/:participantId/verdict',
    'viewer',
    ({ survey: id, participant }) => `/v1/surveys/${enc(id)}/participants/${participant}/verdict`,
  ),
  both(
    'PUT',
    '/v1/surveys/:surveyId/participants/:participantId/verdict',
    'analyst',
    ({ survey: id, participant }) => `/v1/surveys/${enc(id)}/participants/${participant}/verdict`,
    { body: () => ({ verdict: 'keep', note: 'known' }) },
  ),
  both(
    'DELETE',
    '/v1/surveys/:surveyId/participants/:participantId/verdict',
    'analyst',
    ({ survey: id, participant }) => `/v1/surveys/${enc(id)}/participants/${participant}/verdict`,
  ),
  both(
    'POST',
    '/v1/surveys/:surveyId/participants/:participantId/analyze-again',
    'analyst',
    ({ survey: id, participant }) => `/v1/surveys/${enc(id)}/participants/${participant}/analyze-again`,
    { shows: true, isDear: true },
  ),
  both(
    'POST',
    '/v1/surveys/:surveyId/analyze-again',
    'analyst',
    ({ survey: id }) => `/v1/surveys/${enc(id)}/analyze-again`,
    { status: 202 },
  ),
  both(
    'GET',
    '/v1/surveys/:surveyId/analyze-again',
    'viewer',
    ({ survey: id }) => `/v1/surveys/${enc(id)}/analyze-again`,
  ),
  both(
    'GET',
    '/v1/surveys/:surveyId/references',
    'viewer',
    ({ survey: id }) => `/v1/surveys/${enc(id)}/references`,
    {
      shows: true,
    },
  ),
  both(
    'PUT',
    '/v1/surveys/:surveyId/references',
    'analyst',
    ({ survey: id }) => `/v1/surveys/${enc(id)}/references`,
    {
      body: REFERENCES,
      isDear: true,
    },
  ),
  both(
    'POST',
    '/v1/surveys/:surveyId/references/ask',
    'analyst',
    ({ survey: id }) => `/v1/surveys/${enc(id)}/references/ask`,
    { body: () => ({ question: REFERENCES().question }), status: 409 },
  ),
  both(
    'DELETE',
    '/v1/surveys/:surveyId/references',
    'analyst',
    ({ survey: id }) => `/v1/surveys/${enc(id)}/references?question_id=none`,
    { status: 404 },
  ),
  both(
    'GET',
    '/v1/surveys/:surveyId/settings',
    'viewer',
    ({ survey: id }) => `/v1/surveys/${enc(id)}/settings`,
  ),
  both(
    'PUT',
    '/v1/surveys/:surveyId/settings',
    'analyst',
    ({ survey: id }) => `/v1/surveys/${enc(id)}/settings`,
    { body: SURVEY_SETTINGS },
  ),
  both(
    'GET',
    '/v1/surveys/:surveyId/results',
    'analyst',
    ({ survey: id }) => `/v1/surveys/${enc(id)}/results`,
    {
      shows: true,
    },
  ),
  members('GET', '/v1/participants', 'viewer', ({ participant }) => `/v1/participants?q=${participant}`),
  members(
    'GET',
    '/v1/surveys/:surveyId/superseded',
    'viewer',
    ({ survey: id }) => `/v1/surveys/${enc(id)}/superseded`,
  ),
  members(
    'GET',
    '/v1/surveys/:surveyId/questions',
    'viewer',
    ({ survey: id }) => `/v1/surveys/${enc(id)}/questions`,
  ),
  members(
    'GET',
    '/v1/surveys/:surveyId/table',
    'viewer',
    ({ survey: id }) => `/v1/surveys/${enc(id)}/table?limit=2`,
    { shows: true },
  ),
  members(
    'GET',
    '/v1/surveys/:surveyId/clusters',
    'viewer',
    ({ survey: id }) => `/v1/surveys/${enc(id)}/clusters`,
  ),
  members(
    'GET',
    '/v1/surveys/:surveyId/participants/:participantId/reasons',
    'viewer',
    ({ survey: id, participant }) => `/v1/surveys/${enc(id)}/participants/${participant}/reasons`,
  ),
  members('GET', '/v1/typing/:id', 'viewer', ({ analysis }) => `/v1/typing/${analysis}`, { shows: true }),
  both(
    'POST',
    '/v1/survey-jobs',
    'analyst',
    ({ survey: id }) => `/v1/survey-jobs?name=a.csv&survey_id=${enc(id)}`,
    {
      body: () => 'participant_id,text\n1,one two three four\n',
      status: 202,
    },
  ),
  both('POST', '/v1/survey-jobs/inspect', 'analyst', () => '/v1/survey-jobs/inspect?name=a.csv', {
    body: () => 'participant_id,text\n1,one two three four\n',
  }),
  both('GET', '/v1/survey-jobs', 'viewer', () => '/v1/survey-jobs', { shows: true }),
  both('GET', '/v1/survey-jobs/:id', 'viewer', ({ upload }) => `/v1/survey-jobs/${upload}`, { shows: true }),
  both('POST', '/v1/survey-jobs/:id/cancel', 'analyst', ({ upload }) => `/v1/survey-jobs/${upload}/cancel`, {
    shows: true,
  }),
  both('GET', '/v1/survey-jobs/:id/result', 'viewer', ({ upload }) => `/v1/survey-jobs/${upload}/result`, {
    shows: true,
  }),
  both('GET', '/v1/survey-jobs/:id/summary', 'viewer', ({ upload }) => `/v1/survey-jobs/${upload}/summary`),
  both('GET', '/v1/webhooks', 'viewer', () => '/v1/webhooks', { shows: true }),
  both('POST', '/v1/webhooks', 'owner', () => '/v1/webhooks', {
    body: () => ({ name: 'Hook', url: 'http://127.0.0.1:9/hook', events: ['session.completed'] }),
  }),
  both('GET', '/v1/webhooks/:id', 'viewer', ({ webhook }) => `/v1/webhooks/${webhook}`, { shows: true }),
  both('PATCH', '/v1/webhooks/:id', 'owner', ({ webhook }) => `/v1/webhooks/${webhook}`, {
    body: () => ({ name: 'Other', enabled: true }),
  }),
  both('DELETE', '/v1/webhooks/:id', 'owner', ({ webhook }) => `/v1/webhooks/${webhook}`),
  both('POST', '/v1/webhooks/:id/rotate', 'owner', ({ webhook }) => `/v1/webhooks/${webhook}/rotate`, {
    body: () => ({ overlap_hours: 1 }),
  }),
  both('POST', '/v1/webhooks/:id/test', 'owner', ({ webhook }) => `/v1/webhooks/${webhook}/test`),
  both(
    'GET',
    '/v1/webhooks/:id/deliveries',
    'viewer',
    ({ webhook }) => `/v1/webhooks/${webhook}/deliveries?limit=2`,
    { shows: true },
  ),
  both(
    'POST',
    '/v1/deliveries/:id/redeliver',
    'owner',
    ({ delivery }) => `/v1/deliveries/${delivery}/redeliver`,
    {
      shows: true,
    },
  ),
  survey('v021'),
  survey('v012'),
  survey('latest'),
  {
    route: 'POST /i/v1/batch',
    family: '/i/v1/batch',
    access: 'site',
    role: null,
    path: () => '/i/v1/batch',
    body: ({ siteKey }) => makeBatch(siteKey),
  },
  {
    route: 'POST /i/v1/batch/result',
    family: '/i/v1/batch',
    access: 'site',
    role: null,
    path: () => '/i/v1/batch/result',
    body: ({ siteKey, session }) => ({ site_key: siteKey, session_id: session, token: 'none' }),
    status: 401,
  },
  {
    route: 'POST /i/v1/batch/step-up',
    family: '/i/v1/batch',
    access: 'site',
    role: null,
    path: () => '/i/v1/batch/step-up',
    body: ({ siteKey }) => ({ site_key: siteKey, result: 'bhr1_none' }),
    status: 400,
  },
  {
    route: 'POST /i/v1/batch/step-up/answer',
    family: '/i/v1/batch',
    access: 'site',
    role: null,
    path: () => '/i/v1/batch/step-up/answer',
    body: ({ siteKey }) => ({ site_key: siteKey, result: 'bhr1_none', task: 'a'.repeat(22) }),
    status: 400,
  },
  {
    route: 'POST /v1/results/verify',
    family: '/v1/results',
    access: 'sessions',
    role: null,
    path: () => '/v1/results/verify',
    body: () => ({ result: 'bhr1_none' }),
  },

  open('GET /openapi.json', '/openapi.json'),
  open('GET /healthz', '/healthz'),
  open('GET /readyz', '/readyz'),
  open('GET /.well-known/security.txt', '/.well-known/security.txt', { status: 404 }),
  open('GET /byhand.js', '/byhand.js'),
  open('GET /byhand.js.sri', '/byhand.js.sri'),
  open('GET /byhand.mjs', '/byhand.mjs'),
  open('GET /byhand-worker.js', '/byhand-worker.js'),
  open('GET /integrations/:file', '/integrations/jspsych.js'),
  open('GET /packages/:file', '/packages/byhand-node.tgz'),
  open('GET /link/:token', '/link/none', { status: 404 }),
  open('GET /demo/visit', '/demo/visit?session=x', { status: 401 }),
  open('GET /demo/bots/:name', '/demo/bots/stealth-naive', { isDear: true }),
  open('GET /forms.mjs', '/forms.mjs'),
  open('GET /step_up.mjs', '/step_up.mjs'),
  open('GET /', '/'),
  open('GET /app', '/app'),
  open('GET /app/*', '/app/sessions'),

  {
    ...change(
      'POST',
      '/login',
      () => '/login',
      () => ({ email: EMAIL, password: PASSWORD }),
      { status: 401 },
    ),
    access: 'open',
    role: null,
  },
  {
    ...change(
      'POST',
      '/link',
      () => '/link',
      ({ link }) => ({ token: link }),
    ),
    access: 'open',
    role: null,
  },
  {
    ...change(
      'POST',
      '/first-login',
      () => '/first-login',
      ({ link, member }) => ({
        token: link,
        email: `first.${member}@example.org`,
        password: PASSWORD,
      }),
    ),
    access: 'open',
    role: null,
  },
  {
    ...change(
      'POST',
      '/join',
      () => '/join',
      ({ link, member }) => ({
        token: link,
        name: 'Person',
        email: `joined.${member}@example.org`,
        password: PASSWORD,
      }),
    ),
    access: 'open',
    role: null,
  },
  { ...change('POST', '/logout', () => '/logout', undefined), access: 'open', role: null },

  read('/me', () => '/me'),
  read('/challenge', () => '/challenge', { shows: false }),
  change(
    'POST',
    '/challenge',
    () => '/challenge',
    () => ({ seed: 'f1 other', results: [] }),
    { role: 'viewer' },
  ),
  change(
    'PATCH',
    '/me',
    () => '/me',
    () => ({ name: 'Another name' }),
    { role: 'viewer', shows: true },
  ),
  change('POST', '/logout-everywhere', () => '/logout-everywhere', undefined, { role: 'viewer' }),
  change(
    'POST',
    '/password',
    () => '/password',
    () => ({ current: PASSWORD, password: 'another long password' }),
    {
      role: 'viewer',
      status: 400,
    },
  ),
  change('POST', '/totp/start', () => '/totp/start', undefined, { role: 'viewer' }),
  change(
    'POST',
    '/totp/confirm',
    () => '/totp/confirm',
    () => ({ code: '000000' }),
    { role: 'viewer', status: 400 },
  ),
  change(
    'POST',
    '/totp/recovery-codes',
    () => '/totp/recovery-codes',
    () => ({ password: PASSWORD }),
    { role: 'viewer', status: 400 },
  ),
  change(
    'DELETE',
    '/totp',
    () => '/totp',
    () => ({ password: PASSWORD }),
    { role: 'viewer', status: 400 },
  ),
  change(
    'POST',
    '/workspace',
    () => '/workspace',
    ({ workspace }) => ({ workspace_id: workspace }),
    {
      role: 'viewer',
      shows: true,
    },
  ),
  change(
    'PATCH',
    '/workspace',
    () => '/workspace',
    () => ({ name: 'Another workspace' }),
  ),
  change(
    'POST',
    '/workspaces',
    () => '/workspaces',
    () => ({ name: 'New workspace' }),
    { shows: true },
  ),
  read('/first-session', () => '/first-session', { shows: false }),

  read('/members', () => '/members'),
  change(
    'PATCH',
    '/members/:id',
    ({ member }) => `/members/${member}`,
    () => ({ role: 'analyst' }),
  ),
  change('DELETE', '/members/:id', ({ member }) => `/members/${member}`, undefined),
  read('/invitations', () => '/invitations', { role: 'owner' }),
  change(
    'POST',
    '/invitations',
    () => '/invitations',
    () => ({ role: 'viewer', email: EMAIL }),
  ),
  change('DELETE', '/invitations/:id', ({ invitation }) => `/invitations/${invitation}`, undefined),
  read('/audit', () => '/audit?limit=5', { role: 'owner' }),

  read('/demo-workspace', () => '/demo-workspace', { shows: false }),
  change('POST', '/demo-workspace', () => '/demo-workspace', undefined, { isDear: true }),
  change('DELETE', '/demo-workspace', () => '/demo-workspace', undefined, {
    status: 404,
    isDear: true,
    role: 'viewer',
  }),
]

/** Files of the API explorer. */
const isDocs = ({ url }: Route) => url.startsWith('/docs')
/** A preflight is public; a HEAD is its GET without a body. */
const isItsOwn = ({ method }: Route) => method !== 'HEAD' && method !== 'OPTIONS'

/** Routes missing from the table, and entries without a route. */
export function differences(table: readonly Route[]): string[] {
  const there = new Set(table.filter((route) => isItsOwn(route) && !isDocs(route)).map(nameOf))
  const known = new Set(CASES.map(({ route }) => route))
  return [
    ...[...there].filter((route) => !known.has(route)).map((route) => `not in the table: ${route}`),
    ...[...known].filter((route) => !there.has(route)).map((route) => `no such route: ${route}`),
  ]
}
