/** Forward auth with nginx, the settings of its rules, and the page script that sets the cookie. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ManageClient, manageClient } from '../../../test/service/manage_client.ts'
import { type RunningService, runService, type TestWorkspace } from '../../../test/service/running_service.ts'
import { forwardAuthSuite } from './forward_auth.suite.ts'
import { linesOf, nginx } from './proxies.ts'

forwardAuthSuite('nginx', nginx)

it.each(['nginx.conf', 'Caddyfile'] as const)(
  'proxies/%s has the lines of the how-to page in their order',
  async (name) => {
    const [page, file] = await linesOf(name)
    let found = 0
    for (const line of file) if (line === page[found]) found++
    expect(page.slice(found)).toEqual([])
  },
)

describe('GET /v1/forward-auth', () => {
  let service: RunningService
  let workspace: TestWorkspace
  let manage: ManageClient

  beforeAll(async () => {
    service = await runService()
    workspace = await service.workspace()
    manage = await manageClient(service.address, (await workspace.key(['admin'])).key)
  })
  afterAll(() => service.stop())

  const ask = (headers: Record<string, string>, query = `?site_key=${workspace.siteKey}`) =>
    fetch(`${service.address}/v1/forward-auth${query}`, { headers })
  const pointerOf = async (response: Response) =>
    ((await response.json()) as { errors: { pointer: string }[] }).errors[0]?.pointer

  it('accepts the key in either header, but not in both', async () => {
    const uri = { 'x-forwarded-uri': '/' }
    const bearer = { authorization: `Bearer ${workspace.secretKey}` }
    expect((await ask({ ...uri, ...bearer })).status).toBe(200)
    expect((await ask({ ...uri, 'x-byhand-key': workspace.secretKey })).status).toBe(200)
    const visitors = { authorization: 'Bearer of-the-application' }
    expect((await ask({ ...uri, ...visitors, 'x-byhand-key': workspace.secretKey })).status).toBe(200)
    const { secretKey } = await service.workspace()
    expect((await ask({ ...uri, ...bearer, 'x-byhand-key': secretKey })).status).toBe(401)
  })

  it("answers 502 to a proxy whose key is wrong, because 401 and 403 would be the visitor's", async () => {
    const uri = { 'x-forwarded-uri': '/' }
    const { key } = await workspace.key(['admin'])
    for (const authorization of [
      'Bearer',
      'Bearer of-the-application',
      'Bearer bh_sk_unknown',
      `Bearer ${workspace.siteKey}`,
      `Bearer ${key}`,
    ]) {
      const response = await ask({ ...uri, authorization })
      expect([authorization, response.status]).toEqual([authorization, 502])
      expect(await response.json()).toMatchObject({ code: 'proxy_misconfigured' })
    }
  })

  it('asks a caller without any key for one, and logs nothing', async () => {
    const errors = () =>
      service.logLines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error')
    const before = errors().length
    for (const headers of [{}, { authorization: '' }]) {
      const response = await ask({ ...headers, 'x-forwarded-uri': '/' })
      expect([response.status, response.headers.get('content-type')]).toEqual([
        401,
        'application/problem+json; charset=utf-8',
      ])
      const problem = (await response.json()) as { code: string; detail: string }
      expect(problem.code).toBe('missing_key')
      expect(problem.detail).toContain('`X-Byhand-Key`')
    }
    expect(errors()).toHaveLength(before)
    // Control: a wrong key is logged, without a stack.
    await ask({ 'x-byhand-key': 'bh_sk_unknown', 'x-forwarded-uri': '/' })
    const logged = errors().filter(({ message }) => message === 'forward auth rejected the key of a proxy')
    expect(logged.length).toBeGreaterThan(0)
    for (const line of logged) expect(line).toMatchObject({ error_code: expect.any(String) })
    for (const line of logged) expect(line).not.toHaveProperty('stack')
  })

  it('names a missing path or site key', async () => {
    const key = { 'x-byhand-key': workspace.secretKey }
    const withoutPath = await ask(key)
    expect([withoutPath.status, await pointerOf(withoutPath)]).toEqual([400, 'x-forwarded-uri'])
    const withoutSite = await ask({ ...key, 'x-forwarded-uri': '/' }, '')
    expect([withoutSite.status, await pointerOf(withoutSite)]).toEqual([400, 'site_key'])
  })

  it('follows the rules of the settings', async () => {
    const rules = [
      { path: '/a', on_unknown: 'block' },
      { path: '/a/b', on_unknown: 'allow', max_score: 10 },
    ]
    const { status, json } = await manage('PATCH', '/v1/settings', { forward_auth: rules })
    expect([status, json.forward_auth]).toEqual([200, rules])
    expect((await manage('PATCH', '/v1/settings', { monitor_only: false })).json.forward_auth).toEqual(rules)
    for (const [wrong, pointer] of [
      [[{ path: 'a', on_unknown: 'block' }], '/forward_auth/0/path'],
      [[{ path: '/a', on_unknown: 'stop' }], '/forward_auth/0/on_unknown'],
      [[{ path: '/a', on_unknown: 'block', max_score: 101 }], '/forward_auth/0/max_score'],
      [[...rules, { path: '/a', on_unknown: 'allow' }], '/forward_auth/2/path'],
    ] as const) {
      const refused = await manage('PATCH', '/v1/settings', { forward_auth: wrong })
      expect([refused.status, refused.json.errors[0].pointer]).toEqual([400, pointer])
    }
    const fresh = await service.workspace()
    await service.services.store.keys.changeSettings(fresh.id, () => ({ forward_auth: rules }))
    const outcomes = []
    for (const path of ['/a', '/a/b/c', '/c']) {
      const headers = { 'x-byhand-key': fresh.secretKey, 'x-forwarded-uri': path }
      outcomes.push((await ask(headers)).headers.get('x-byhand-outcome'))
    }
    expect(outcomes).toEqual([null, 'allow', 'review'])
  })
})
