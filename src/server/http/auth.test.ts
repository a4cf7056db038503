import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import type { KeyRow, Scope } from '../../store/keys.ts'
import { openRateLimiter } from '../limits/rate_limit.ts'
import type { Services } from '../services.ts'
import { requireKey } from './auth.ts'
import { type ApiError, problemOf } from './errors.ts'

function keyed(scope: Scope, quota = 0) {
  const rows: Record<string, Partial<KeyRow>> = {
    right: { id: 'k1', workspace: 'w', kind: 'secret', scopes: [scope] },
    other: { id: 'k2', workspace: 'w', kind: 'secret', scopes: [scope === 'survey' ? 'sessions' : 'survey'] },
    site: { id: 'k3', workspace: 'w', kind: 'site', scopes: [] },
  }
  const policy = { name: 'x', quota, windowS: 60 }
  const services = {
    config: { rates: { read: policy, survey: policy } },
    keys: { find: async (key: string) => rows[key] ?? null },
    rates: openRateLimiter(() => 0),
  } as unknown as Services
  const app = Fastify()
  app.decorateRequest('caller')
  app.setErrorHandler((error: ApiError, request, reply) =>
    reply.code(error.status).send(problemOf(error, 'req_1', request.url)),
  )
  app.post(
    '/survey-check/v021',
    { onRequest: requireKey(services, scope) },
    async (request) => request.caller,
  )
  return async (headers: Record<string, string>) => {
    const reply = await app.inject({ method: 'POST', url: '/survey-check/v021', headers })
    return { status: reply.statusCode, headers: reply.headers, json: reply.json() }
  }
}

describe('requireKey for surveys', () => {
  it.each(['api_key', 'x-api-key', 'api-key', 'API_KEY'])('reads the header %s', async (name) => {
    expect(await keyed('survey')({ [name]: 'right' })).toMatchObject({
      status: 200,
      json: { workspace: 'w', keyId: 'k1' },
    })
  })

  it('also reads a bearer token', async () => {
    expect((await keyed('survey')({ authorization: 'Bearer right' })).status).toBe(200)
  })

  it('explains that a proxy may have dropped a header with an underscore', async () => {
    const reply = await keyed('survey')({})
    expect(reply).toMatchObject({ status: 401, json: { code: 'missing_survey_key', error: true } })
    expect(reply.json.problem).toContain('underscores_in_headers')
  })

  it('rejects unknown keys, site keys and keys with another scope', async () => {
    expect((await keyed('survey')({ api_key: 'unknown' })).json.code).toBe('invalid_key')
    expect((await keyed('survey')({ api_key: 'site' })).json.code).toBe('site_key_rejected')
    expect((await keyed('survey')({ api_key: 'other' })).json.code).toBe('wrong_scope')
  })
})

describe('requireKey for sessions', () => {
  it('reads a bearer token only', async () => {
    const ask = keyed('sessions')
    expect((await ask({ authorization: 'Bearer right' })).status).toBe(200)
    expect((await ask({ api_key: 'right', 'x-api-key': 'right' })).json.code).toBe('missing_key')
  })

  it('counts only requests with a valid key against the rate limit', async () => {
    const ask = keyed('sessions', 2)
    for (let i = 0; i < 5; i++) await ask({ authorization: 'Bearer other' })
    const first = await ask({ authorization: 'Bearer right' })
    expect(first.headers).toMatchObject({ 'ratelimit-policy': '"x";q=2;w=60', ratelimit: '"x";r=1;t=30' })
    expect((await ask({ authorization: 'Bearer right' })).status).toBe(200)
    expect(await ask({ authorization: 'Bearer right' })).toMatchObject({ status: 429 })
  })
})
