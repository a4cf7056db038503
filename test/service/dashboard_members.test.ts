import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IssuedKey, KeyItem, KeyList } from '../../src/contract/dashboard/keys.ts'
import type { Me } from '../../src/contract/dashboard/me.ts'
import type { InvitationList, IssuedInvitation, MemberList } from '../../src/contract/dashboard/members.ts'
import { cookieOf, type DashboardClient, dashboardClient, loginTo, PASSWORD } from './dashboard_client.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'

let service: RunningService
let workspace: TestWorkspace
let owner: DashboardClient
beforeAll(async () => {
  service = await runService()
  workspace = await service.workspace()
  owner = await loginTo(service, workspace.id, 'owner', 'owner@example.org')
})
afterAll(() => service?.stop())

const anonymous = () => dashboardClient(service.address)
const members = async () => (await owner.get<MemberList>('/members')).json.items
const idOf = async (email: string) => (await members()).find((member) => member.email === email)?.id as string
const audited = async () =>
  (await owner.get<{ items: { action: string; subject: string; who: string }[] }>('/audit?limit=200')).json
    .items

describe('invitations', () => {
  const invite = async (body: object) =>
    (await owner.send<IssuedInvitation>('POST', '/invitations', body)).json
  const tokenOf = ({ url }: IssuedInvitation) => new URL(url).hash.slice(1)

  it('admit one person once, with the offered role', async () => {
    const issued = await invite({ role: 'analyst', email: 'Ana@Example.org' })
    expect(issued.url).toMatch(new RegExp(`^${service.address}/app/join#[\\w-]{43}$`))
    const token = tokenOf(issued)
    expect((await anonymous().send('POST', '/link', { token })).json).toEqual({
      kind: 'invitation',
      workspace: 'test',
      role: 'analyst',
      email: 'ana@example.org',
    })
    const join = (email: string) =>
      anonymous().send<Me>('POST', '/join', { token, name: 'Ana', email, password: PASSWORD })
    expect((await join('eve@example.org')).json).toMatchObject({ errors: [{ pointer: '/email' }] })
    const joined = await join('ana@example.org')
    expect(joined.json).toMatchObject({ role: 'analyst', member: { name: 'Ana', email: 'ana@example.org' } })
    expect((await join('ana@example.org')).status).toBe(410)
    const ana = dashboardClient(service.address, cookieOf(joined))
    for (const path of ['/invitations', '/audit']) expect((await ana.get(path)).status).toBe(403)
    expect((await ana.send('POST', '/keys', { kind: 'secret', name: 'x' })).status).toBe(403)
    expect((await members()).map(({ email, role, you }) => [email, role, you])).toEqual([
      ['ana@example.org', 'analyst', false],
      ['owner@example.org', 'owner', true],
    ])
  })

  it('are listed without their token, and can be withdrawn', async () => {
    const issued = await invite({ role: 'viewer' })
    const list = await owner.get<InvitationList>('/invitations')
    expect(list.json.items.map(({ id }) => id)).toContain(issued.invitation.id)
    expect(list.text).not.toContain(tokenOf(issued))
    expect((await owner.send('DELETE', `/invitations/${issued.invitation.id}`)).status).toBe(200)
    expect((await anonymous().send('POST', '/link', { token: tokenOf(issued) })).status).toBe(410)
    expect((await owner.send('DELETE', `/invitations/${issued.invitation.id}`)).status).toBe(404)
    expect((await audited()).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['member_invited', 'invitation_withdrawn', 'joined']),
    )
  })

  it('add an existing account to a second workspace, and the member can switch', async () => {
    const other = await service.workspace()
    const theirs = await loginTo(service, other.id)
    const { json } = await theirs.send<IssuedInvitation>('POST', '/invitations', { role: 'viewer' })
    const token = tokenOf(json)
    const join = (password: string) =>
      anonymous().send<Me>('POST', '/join', { token, name: '', email: 'owner@example.org', password })
    expect((await join('wrong password!')).status).toBe(401)
    const joined = await join(PASSWORD)
    expect(joined.json).toMatchObject({ role: 'viewer', workspace: { id: other.id } })
    expect(joined.json.workspaces.map(({ id }) => id).sort()).toEqual([workspace.id, other.id].sort())
    const client = dashboardClient(service.address, cookieOf(joined))
    expect((await client.send('POST', '/keys', { kind: 'secret', name: 'x' })).status).toBe(403)
    const back = await client.send<Me>('POST', '/workspace', { workspace_id: workspace.id })
    expect(back.json).toMatchObject({ role: 'owner', workspace: { id: workspace.id } })
    expect((await client.get<Me>('/me')).json.workspace.id).toBe(workspace.id)
    expect((await client.send('POST', '/workspace', { workspace_id: 'ws_foreign' })).status).toBe(404)
  })
})

describe('an invitation', () => {
  it('never resets the password of an account, whatever the name of its creator', async () => {
    const other = await service.workspace()
    const eve = await loginTo(service, other.id, 'owner', 'eve@example.org')
    for (const name of ['password reset', 'byhand login', 'reset_1']) {
      await eve.send('PATCH', '/me', { name })
      const offer = { role: 'viewer', email: 'owner@example.org' }
      const { json } = await eve.send<IssuedInvitation>('POST', '/invitations', offer)
      const token = new URL(json.url).hash.slice(1)
      expect((await anonymous().send('POST', '/link', { token })).json).toMatchObject({ kind: 'invitation' })
      const takeover = { token, name: '', email: 'owner@example.org', password: 'chosen by someone else' }
      expect((await anonymous().send('POST', '/join', takeover)).status).toBe(401)
    }
  })
})

describe('members', () => {
  it('change roles and leave, but the workspace always has an owner', async () => {
    const me = await idOf('owner@example.org')
    expect((await owner.send('PATCH', `/members/${me}`, { role: 'viewer' })).json).toMatchObject({
      code: 'last_owner',
    })
    expect((await owner.send('DELETE', `/members/${me}`)).json).toMatchObject({ code: 'last_owner' })
    const carl = await loginTo(service, workspace.id, 'viewer', 'carl@example.org')
    const id = await idOf('carl@example.org')
    expect((await carl.send('PATCH', `/members/${me}`, { role: 'viewer' })).status).toBe(403)
    expect((await carl.send('DELETE', `/members/${me}`)).status).toBe(403)
    expect((await owner.send('PATCH', `/members/${id}`, { role: 'analyst' })).status).toBe(200)
    expect((await carl.get<Me>('/me')).json.role).toBe('analyst')
    expect((await owner.send('PATCH', `/members/${id}`, { role: 'king' })).status).toBe(400)
    expect((await carl.send('DELETE', `/members/${id}`)).status).toBe(200)
    expect((await carl.get('/me')).status).toBe(401)
    expect((await owner.send('DELETE', `/members/${id}`)).status).toBe(404)
  })

  it('can change their name', async () => {
    const renamed = await owner.send<Me>('PATCH', '/me', { name: ' Olga ' })
    expect(renamed.json.member.name).toBe('Olga')
    await owner.send('PATCH', '/workspace', { name: 'Renamed' })
    expect((await owner.get<Me>('/me')).json.workspace.name).toBe('Renamed')
    const last = (await audited())[0]
    expect(last).toMatchObject({ action: 'workspace_renamed', who: 'Olga', subject: 'Renamed' })
  })

  it('own the workspaces they create', async () => {
    const dora = await loginTo(service, (await service.workspace()).id)
    const made = await dora.send<Me>('POST', '/workspaces', { name: 'Second' })
    expect(made.json).toMatchObject({ role: 'owner', workspace: { name: 'Second' } })
    expect(made.json.workspaces).toHaveLength(2)
  })
})

describe('keys', () => {
  const keys = async () => (await owner.get<KeyList>('/keys')).json.items

  it('are shown once, work, and can be rotated with overlap and revoked', async () => {
    const made = await owner.send<IssuedKey>('POST', '/keys', {
      kind: 'secret',
      name: 'Server',
      scopes: ['sessions'],
    })
    const { secret, key } = made.json
    expect(secret).toMatch(/^bh_sk_\w{33}$/)
    expect(key).toMatchObject({
      name: 'Server',
      scopes: ['sessions'],
      state: 'live',
      site_key: null,
      last4: secret.slice(-4),
    })
    const read = (bearer: string) =>
      fetch(`${service.address}/v1/users/nobody/sessions`, { headers: { authorization: `Bearer ${bearer}` } })
    expect((await read(secret)).status).toBe(200)
    expect((await owner.get('/keys')).text).not.toContain(secret)
    const rotated = await owner.send<IssuedKey>('POST', `/keys/${key.id}/rotate`, { overlap_hours: 1 })
    expect((await keys()).find(({ id }) => id === key.id)?.state).toBe('ending')
    expect((await read(rotated.json.secret)).status).toBe(200)
    expect((await read(secret)).status).toBe(200)
    expect((await owner.send('DELETE', `/keys/${rotated.json.key.id}`)).status).toBe(200)
    expect((await owner.send('DELETE', `/keys/${rotated.json.key.id}`)).status).toBe(404)
    await expect.poll(async () => (await read(rotated.json.secret)).status, { timeout: 20_000 }).toBe(401)
    const actions = (await audited())
      .filter(({ subject }) => subject === 'Server')
      .map(({ action }) => action)
    expect(actions).toEqual(['key_revoked', 'key_rotated', 'key_created'])
  })

  it('of sites carry origins, which can be changed', async () => {
    const origins = ['https://Example.org/']
    const { json } = await owner.send<IssuedKey>('POST', '/keys', { kind: 'site', name: 'Shop', origins })
    expect(json.secret).toMatch(/^bh_pk_/)
    expect(json.key.origins).toEqual(['https://example.org'])
    expect((await keys()).find(({ id }) => id === json.key.id)?.site_key).toBe(json.secret)
    const path = `/keys/${json.key.id}`
    const changed = await owner.send<KeyItem>('PATCH', path, {
      name: 'Shop 2',
      origins: ['https://*.example.org'],
    })
    expect(changed.json).toMatchObject({ name: 'Shop 2', origins: ['https://*.example.org'] })
    expect((await keys()).find(({ id }) => id === json.key.id)).toEqual(changed.json)
    for (const body of [
      { origins: ['example.org'] },
      { scopes: ['sessions'] },
      { name: '' },
      { scopes: [] },
    ]) {
      expect((await owner.send('PATCH', path, body)).status).toBe(400)
    }
  })

  it('of another workspace are not found', async () => {
    const other = await loginTo(service, (await service.workspace()).id)
    const [mine] = await keys()
    for (const [method, path] of [
      ['PATCH', `/keys/${mine?.id}`],
      ['DELETE', `/keys/${mine?.id}`],
      ['POST', `/keys/${mine?.id}/rotate`],
    ] as const) {
      expect((await other.send(method, path, method === 'PATCH' ? { name: 'mine' } : {})).status).toBe(404)
    }
  })
})

describe('without a login', () => {
  it.each([
    ['/me', 'login_required'],
    ['/members', 'login_required'],
    ['/keys', 'missing_key'],
    ['/sessions', 'missing_key'],
    ['/sessions/x', 'login_required'],
    ['/surveys', 'missing_key'],
    ['/settings', 'missing_key'],
    ['/webhooks', 'missing_key'],
    ['/audit', 'login_required'],
    ['/quality', 'login_required'],
    ['/survey-jobs', 'missing_key'],
    ['/typing/x', 'login_required'],
    ['/demo-workspace', 'login_required'],
  ])('%s returns 401 %s', async (path, code) => {
    const { status, json, headers } = await anonymous().get<{ code: string }>(path)
    expect([status, json.code]).toEqual([401, code])
    expect(headers.get('cache-control')).toBe('no-store')
  })
})

describe('the pages', () => {
  const CSP =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

  it('are one document for every URL, with a strict policy and nothing inline', async () => {
    for (const path of ['/app', '/app/', '/app/sessions/abc', '/app/surveys/a%2Fb/clusters', '/app/join']) {
      const response = await fetch(service.address + path)
      expect([path, response.status]).toEqual([path, 200])
      expect(response.headers.get('content-security-policy')).toBe(CSP)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('referrer-policy')).toBe('no-referrer')
      const html = await response.text()
      expect(html).toMatch(/<script type="module"[^>]* src="\/app\/assets\//)
      expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/)
    }
  })

  it('use immutable files that are compressed once', async () => {
    const html = await (await fetch(`${service.address}/app/`)).text()
    const src = /src="(\/app\/assets\/[^"]+\.js)"/.exec(html)?.[1] as string
    const response = await fetch(service.address + src, { headers: { 'accept-encoding': 'br' } })
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(response.headers.get('content-encoding')).toBe('br')
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    const etag = response.headers.get('etag') as string
    expect((await fetch(service.address + src, { headers: { 'if-none-match': etag } })).status).toBe(304)
    for (const path of [
      '/app/assets/none.js',
      '/app/assets/../../package.json',
      '/app/..%2f..%2fpackage.json',
    ]) {
      const { status, headers } = await fetch(service.address + path)
      expect([path, status === 404 || headers.get('content-type')?.startsWith('text/html')]).toEqual([
        path,
        true,
      ])
    }
  })
})
