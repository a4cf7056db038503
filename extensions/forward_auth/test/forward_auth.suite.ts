/** A proxy with forward auth in front of an application: who reaches the application, and what it gets to know. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { INGEST_PATH, RESULT_SUFFIX } from '../../../src/contract/paths.ts'
import { RESULT_LIFE_MS } from '../../../src/contract/result.ts'
import { createKey } from '../../../src/server/workspace/keys.ts'
import { collectClient, makeBatch } from '../../../test/service/collect_client.ts'
import { type RunningService, runService, type TestWorkspace } from '../../../test/service/running_service.ts'
import { freePort } from '../../../test/setup/free_port.ts'
import { untilOpen } from '../../../test/setup/until_open.ts'
import type { ForwardAuthRule } from '../contract.ts'
import type { StartProxy } from './proxies.ts'

const RULES: readonly ForwardAuthRule[] = [
  { path: '/', on_unknown: 'review' },
  { path: '/public', on_unknown: 'allow' },
  { path: '/signup', on_unknown: 'block' },
]

/** Spellings of `/signup` that some server reads as this path. */
const SPELLINGS = [
  '//signup',
  '//evil/signup',
  '//evil@x:1/x/../signup',
  '/\\evil/signup',
  '/./signup',
  '/public/../signup',
  '/public/%2e%2e/signup',
  '/public%2f..%2fsignup',
  '/public/%252e%252e/signup',
  '/%73ignup',
  '/SIGNUP',
  '/signup/',
  '/signup/../public',
  '/signup%2f',
  '/signup;a=b',
  '/public/..;/signup',
  '/public\\..\\signup',
  '/signup?/public',
  '/signup.',
  '/signup%20',
  '/signup%E2%80%8B',
  '/%EF%BD%93ignup',
  '/public/..%c0%afsignup',
  '/%252573ignup',
  '/public/%25252e%25252e/signup',
]

interface Reached {
  readonly status: number | undefined
  /** The headers that the application got; absent if the request did not reach it. */
  readonly application?: IncomingHttpHeaders
  readonly text: string
}

export function forwardAuthSuite(name: string, proxy: StartProxy): void {
  describe(`forward auth with ${name}`, () => {
    let offset = 0
    let service: RunningService
    let workspace: TestWorkspace
    let application: Server
    let folder: string
    let port: number
    const children: ChildProcess[] = []

    beforeAll(async () => {
      service = await runService(
        { BYHAND_RATE_SESSIONS_PER_IP: '0', BYHAND_RATE_RESULTS_PER_SESSION: '20' },
        { now: () => Date.now() + offset },
      )
      workspace = await service.workspace()
      await service.services.store.keys.changeSettings(workspace.id, () => ({ forward_auth: RULES }))
      application = createServer(({ headers }, response) => response.end(JSON.stringify(headers)))
      await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve))
      folder = await mkdtemp(join(tmpdir(), 'byhand-forward-auth-'))
      port = await start(new URL(service.address).host)
    })
    afterAll(async () => {
      for (const child of children) child.kill()
      application?.close()
      await service?.stop()
      await rm(folder, { recursive: true, force: true })
    })
    beforeEach(() => {
      offset = 0
    })

    /** Returns the port of a proxy in front of a service. */
    async function start(behind: string, secretKey = workspace.secretKey): Promise<number> {
      const chosen = await freePort()
      const place = {
        folder: await mkdtemp(join(folder, 'proxy')),
        port: chosen,
        service: behind,
        application: `127.0.0.1:${(application.address() as AddressInfo).port}`,
        siteKey: workspace.siteKey,
        secretKey,
      }
      const [command, ...words] = await proxy(place)
      children.push(spawn(command, words, { stdio: 'ignore', env: { ...process.env, HOME: place.folder } }))
      await untilOpen(chosen)
      return chosen
    }

    /** Sends the path as it is, without normalization. */
    function visit(
      path: string,
      headers: Readonly<Record<string, string>> = {},
      to = port,
    ): Promise<Reached> {
      return new Promise((resolve, reject) => {
        const sent = request({ host: '127.0.0.1', port: to, path, headers, agent: false }, async (answer) => {
          let text = ''
          for await (const chunk of answer) text += chunk
          const status = answer.statusCode
          resolve({ status, text, ...(status === 200 && { application: JSON.parse(text) }) })
        })
        sent.on('error', reject)
        sent.end()
      })
    }

    /** The cookie of a session that a reviewer labeled, so that its action is known. */
    async function cookieOf(
      label?: 'person' | 'bot',
      owner = workspace,
      siteKey = owner.siteKey,
    ): Promise<{ cookie: string; session: string }> {
      const page = collectClient(service.address)
      const batch = makeBatch(siteKey)
      const { json } = await page.post(batch)
      page.close()
      if (label !== undefined) {
        const key = { workspace: owner.id, sessionId: batch.session_id }
        await service.services.scoring.report(key)
        await service.services.store.facts.setLabel(key, { label, memberId: 'm', at: 1, note: '' })
      }
      const answer = await fetch(service.address + INGEST_PATH + RESULT_SUFFIX, {
        method: 'POST',
        body: JSON.stringify({ site_key: siteKey, session_id: batch.session_id, token: json.token }),
      })
      const { result } = (await answer.json()) as { result: string }
      return { cookie: `theme=dark; byhand-result=${result}; other=1`, session: batch.session_id }
    }

    it('passes a person on, and names the session to the application only', async () => {
      const { cookie, session } = await cookieOf('person')
      const { application: seen } = await visit('/signup', {
        cookie,
        authorization: 'Bearer of-the-application',
      })
      expect(seen).toMatchObject({
        'x-byhand-outcome': 'allow',
        'x-byhand-reason': 'passed',
        'x-byhand-session': session,
        'x-byhand-score': expect.stringMatching(/^\d+$/),
        authorization: 'Bearer of-the-application',
      })
      expect(JSON.stringify(seen)).not.toContain(workspace.secretKey)
    })

    it('stops a bot on every path, without a reason', async () => {
      const { cookie, session } = await cookieOf('bot')
      for (const path of ['/signup', '/', '/public']) {
        const { status, text } = await visit(path, { cookie })
        expect([path, status]).toEqual([path, 403])
        expect(text).not.toContain(session)
        expect(text).not.toMatch(/too_risky|score|bh_sk_/)
      }
    })

    it('applies on_unknown of the path without a cookie and without enough evidence', async () => {
      const { cookie } = await cookieOf()
      for (const [headers, reason] of [
        [{}, 'missing'],
        [{ cookie }, 'step_up'],
      ] as const) {
        expect((await visit('/signup', headers)).status).toBe(403)
        expect((await visit('/about', headers)).application).toMatchObject({
          'x-byhand-outcome': 'review',
          'x-byhand-reason': reason,
        })
        expect((await visit('/public/page', headers)).application).toMatchObject({
          'x-byhand-outcome': 'allow',
        })
      }
    })

    it('rejects forged, expired and foreign cookies', async () => {
      const { cookie } = await cookieOf('person')
      const stranger = await service.workspace()
      const { key } = await createKey(
        service.services.store.keys,
        { workspace: workspace.id, kind: 'site', name: 'other' },
        Date.now(),
      )
      const changed = cookie.replace(
        /(bhr1_.{40})(.)/,
        (_, start, char) => start + (char === 'A' ? 'B' : 'A'),
      )
      for (const [headers, reason] of [
        [{ cookie: changed }, 'invalid'],
        [{ cookie: 'byhand-result=bhr1_AAAA' }, 'invalid'],
        [{ cookie: 'byhand-result=' }, 'missing'],
        [await cookieOf('person', stranger), 'invalid'],
        [await cookieOf('person', workspace, key), 'wrong_site_key'],
      ] as const) {
        const { status } = await visit('/signup', { cookie: headers.cookie })
        expect([reason, status]).toEqual([reason, 403])
        const { application: seen } = await visit('/', { cookie: headers.cookie })
        expect(seen).toMatchObject({ 'x-byhand-reason': reason, 'x-byhand-session': 'none' })
      }
      offset = RESULT_LIFE_MS
      expect((await visit('/signup', { cookie })).status).toBe(403)
    })

    it('ends the use of one cookie by many clients', async () => {
      const { cookie } = await cookieOf('person')
      const statuses = await Promise.all(
        Array.from({ length: 30 }, async () => (await visit('/signup', { cookie })).status),
      )
      expect(statuses.filter((status) => status === 403).length).toBeGreaterThanOrEqual(8)
      expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(20)
    })

    it('ignores headers with which a visitor poses as the proxy', async () => {
      const stranger = await service.workspace()
      const own = await cookieOf('person', stranger)
      for (const headers of [
        { 'x-forwarded-uri': '/public' },
        { 'X-Forwarded-URI': '/public', 'x-original-url': '/public', 'x-rewrite-url': '/public' },
        { 'x-forwarded-method': 'OPTIONS' },
        { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'localhost' },
        { 'x-byhand-key': stranger.secretKey, cookie: own.cookie },
        { authorization: `Bearer ${stranger.secretKey}`, cookie: own.cookie },
      ]) {
        const { status } = await visit('/signup', headers as Record<string, string>)
        expect([headers, status === 200]).toEqual([headers, false])
      }
      const { application: seen } = await visit('/', {
        'x-byhand-outcome': 'allow',
        'x-byhand-reason': 'passed',
        'x-byhand-session': 'forged',
        'x-byhand-score': '0',
      })
      expect(seen).toMatchObject({
        'x-byhand-outcome': 'review',
        'x-byhand-reason': 'missing',
        'x-byhand-session': 'none',
        'x-byhand-score': 'none',
      })
    })

    it('control: leaves other paths to their own rules', async () => {
      for (const path of ['/sign.up', '/signups', '/public/signup', '/public/signup%20now']) {
        expect([path, (await visit(path)).status]).toEqual([path, 200])
      }
    })

    it.each(SPELLINGS)('protects the path in another spelling: %s', async (path) => {
      expect((await visit(path)).status).not.toBe(200)
    })

    it('answers within six seconds while the service accepts connections but does not answer', async () => {
      const hung = createTcpServer((socket) => socket.on('error', () => {}).resume())
      await new Promise<void>((resolve) => hung.listen(0, '127.0.0.1', resolve))
      const behind = await start(`127.0.0.1:${(hung.address() as AddressInfo).port}`)
      const began = performance.now()
      expect((await visit('/public', {}, behind)).status).toBeGreaterThanOrEqual(500)
      expect(performance.now() - began).toBeLessThan(6_000)
      hung.close()
    }, 60_000)

    it('shows visitors an error of the site, not of theirs, while its secret key is wrong', async () => {
      const wrong = await start(new URL(service.address).host, 'bh_sk_wrong')
      for (const path of ['/public', '/signup'])
        expect([path, (await visit(path, {}, wrong)).status]).toEqual([
          path,
          expect.toBeOneOf([500, 502, 503]),
        ])
    })

    it('does not pass requests on while the service cannot be reached', async () => {
      const alone = await start(`127.0.0.1:${await freePort()}`)
      expect((await visit('/public', {}, alone)).status).toBeGreaterThanOrEqual(500)
    })
  })
}
