/** `cookie.js` in a real browser, on a page behind nginx with forward auth. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { RESULT_COOKIE, RESULT_LIFE_MS } from '../../../src/contract/result_cookie.ts'
import { type RunningService, runService, type TestWorkspace } from '../../../test/service/running_service.ts'
import { type LaunchedChromium, launchChromium, PATIENCE_MS } from '../../../test/setup/browser.ts'
import { freePort } from '../../../test/setup/free_port.ts'
import { untilOpen } from '../../../test/setup/until_open.ts'
import { nginx } from './proxies.ts'

let service: RunningService
let workspace: TestWorkspace
let chromium: LaunchedChromium
let context: BrowserContext
let site: string
let close = async () => {}

beforeAll(async () => {
  service = await runService({ BYHAND_RATE_SESSIONS_PER_IP: '0', BYHAND_RATE_BATCHES_PER_IP: '0' })
  workspace = await service.workspace()
  const forward_auth = [
    { path: '/', on_unknown: 'allow' },
    { path: '/signup', on_unknown: 'block' },
  ] as const
  await service.services.store.keys.changeSettings(workspace.id, () => ({ forward_auth }))
  chromium = await launchChromium()
  context = chromium.context
  const application = createServer(({ url, headers }, response) => {
    response.setHeader('content-type', 'text/html')
    if (url === '/signup') return response.end(headers['x-byhand-session'])
    const names = url === '/with' ? ['byhand', 'cookie'] : ['byhand']
    const tags = names.map(
      (name) =>
        `<script src="${service.address}/${name}.js" data-site-key="${workspace.siteKey}" async></script>`,
    )
    return response.end(`<!doctype html><link rel="icon" href="data:,">${tags.join('')}`)
  })
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve))
  const folder = await mkdtemp(join(tmpdir(), 'byhand-cookie-'))
  const port = await freePort()
  const [command, ...words] = await nginx({
    folder,
    port,
    service: new URL(service.address).host,
    application: `127.0.0.1:${(application.address() as AddressInfo).port}`,
    siteKey: workspace.siteKey,
    secretKey: workspace.secretKey,
  })
  const proxy = spawn(command, words, { stdio: 'ignore' })
  close = async () => {
    proxy.kill()
    application.close()
    await rm(folder, { recursive: true, force: true })
  }
  await untilOpen(port)
  site = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  await chromium?.close()
  await close()
  await service?.stop()
})
beforeEach(() => context.clearCookies())

async function visit(path: string): Promise<Page> {
  const page = await context.newPage()
  await page.clock.install()
  await page.goto(site + path)
  await page.waitForFunction(() => window.byhand?.getServiceSessionId())
  return page
}

const cookie = async () => (await context.cookies(site)).find(({ name }) => name === RESULT_COOKIE)
const untilCookie = (isExpected: (value: string | undefined) => boolean) =>
  vi.waitFor(async () => expect((await cookie())?.value).toSatisfy(isExpected), { timeout: PATIENCE_MS })

it('keeps the signed result in a cookie of the site, with which the proxy knows the session', async () => {
  const page = await visit('/with')
  await untilCookie((value) => value?.startsWith('bhr1_') === true)
  const { expires, ...rest } = (await cookie()) as NonNullable<Awaited<ReturnType<typeof cookie>>>
  expect(rest).toMatchObject({ domain: '127.0.0.1', path: '/', sameSite: 'Lax', secure: false })
  expect(Math.abs(expires - (Date.now() + RESULT_LIFE_MS) / 1000)).toBeLessThan(30)

  const sessionId = await page.evaluate(() => window.getServiceSessionId())
  const key = { workspace: workspace.id, sessionId }
  await service.services.scoring.report(key)
  expect((await page.goto(`${site}/signup`))?.status()).toBe(403)
  await service.services.store.facts.setLabel(key, { label: 'person', memberId: 'm', at: 1, note: '' })
  expect(await (await page.goto(`${site}/signup`))?.text()).toBe(sessionId)
  await context.clearCookies()
  expect((await page.goto(`${site}/signup`))?.status()).toBe(403)
  await page.close()
})

it('renews the cookie while the page is visible', async () => {
  const page = await visit('/with')
  await untilCookie((value) => value !== undefined)
  const first = (await cookie())?.value
  await page.clock.fastForward(46_000)
  await untilCookie((value) => value !== undefined && value !== first)
  await page.close()
})

it('tries again when the service did not answer', async () => {
  let attempts = 0
  await context.route('**/batch/result', (route) => {
    attempts++
    return route.abort()
  })
  const page = await visit('/with')
  await vi.waitFor(() => expect(attempts).toBeGreaterThan(0), { timeout: PATIENCE_MS })
  expect(await page.evaluate(() => window.byhand.getSignedResult())).toBe('')
  expect(await cookie()).toBeUndefined()
  await context.unroute('**/batch/result')
  await page.clock.fastForward(6_000)
  await untilCookie((value) => value !== undefined)
  await page.close()
})

it('is not set by pages without the script', async () => {
  const page = await visit('/without')
  expect(await page.evaluate(() => window.byhand.getSignedResult())).not.toBe('')
  expect(await page.evaluate(() => document.cookie)).toBe('')
  await page.close()
})
