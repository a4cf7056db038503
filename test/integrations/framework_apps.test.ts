/**
 * The page about frameworks, from outside: each app is made by its own create command, gets the lines of `byhand init` and
 * of the page, is built with strict types and without a secret key, and is driven in a browser.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEST_SITES } from '../../src/contract/test_sites.ts'
import { openTestWorkspace } from '../../src/server/test_mode/test_mode.ts'
import { createKey } from '../../src/server/workspace/keys.ts'
import { type RunningService, runService } from '../service/running_service.ts'
import { type LaunchedChromium, launchChromium } from '../setup/browser.ts'
import { APPS, type RunningApp, startApp } from './framework_apps.ts'

const [PASS] = Object.keys(TEST_SITES) as [string]
/** A form that is sent before the page is hydrated would reach no handler. */
const HYDRATED_MS = 1_000
/** Creating, installing and building an app; a busy machine takes its time. */
const MAKE_MS = 1_800_000

let service: RunningService
let chromium: LaunchedChromium
let secretKey: string

beforeAll(async () => {
  service = await runService({ BYHAND_RATE_SESSIONS_PER_IP: '0', BYHAND_RATE_BATCHES_PER_IP: '0' })
  const { store, now } = service.services
  const { id: workspace } = await service.workspace()
  await openTestWorkspace(store, workspace, now())
  const wanted = { workspace, kind: 'secret', name: 'ci', scopes: ['sessions'], isTest: true } as const
  secretKey = (await createKey(store.keys, wanted, now())).key
  chromium = await launchChromium()
})
afterAll(async () => {
  await chromium?.close()
  await service?.stop()
})

/** What the visitor learns: the status of the page's own request, or the words of the page. */
async function send(page: Page): Promise<string> {
  const statuses: number[] = []
  page.on('response', (response) => {
    if (response.request().method() === 'POST' && /\/signup(\?|$)/.test(response.url()))
      statuses.push(response.status())
  })
  await page.waitForTimeout(HYDRATED_MS)
  await page.fill('[name=name]', 'Ann Miller')
  await page.click('button')
  const words = async () => {
    const text = await page.locator('body').innerText()
    const word = /Welcome|Refused/.exec(text)?.[0]
    if (word) return word
    return statuses.some((status) => status === 403) ? 'Refused' : statuses.length > 0 ? 'Welcome' : ''
  }
  await expect.poll(words, { timeout: 30_000 }).not.toBe('')
  const said = await words()
  await page.close()
  return said
}

describe.each(Object.keys(APPS))('an app of %s', (name) => {
  let folder: string
  let app: RunningApp | undefined

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), `byhand-${name}-`))
    app = await startApp(name, folder, { url: service.address, siteKey: PASS, secretKey })
  }, MAKE_MS)
  afterAll(async () => {
    app?.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  async function open(path: string): Promise<{ page: Page; noise: string[] }> {
    const page = await chromium.context.newPage()
    const noise: string[] = []
    page.on('console', (message) => message.type() === 'error' && noise.push(message.text()))
    page.on('pageerror', (error) => noise.push(String(error)))
    await page.goto(app?.url + path)
    await page.waitForFunction(() => window.byhand)
    return { page, noise }
  }

  it('sends a form that is opened directly with a result', async () => {
    const { page, noise } = await open('/signup')
    expect(await page.locator('script[data-site-key]').count()).toBe(1)
    expect(await send(page)).toBe('Welcome')
    expect(noise).toEqual([])
  })

  it('sends a form that is reached by a link with a result', async () => {
    const { page, noise } = await open('/')
    await page.waitForTimeout(HYDRATED_MS)
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
    await page.click('#to-form')
    await page.waitForSelector('form[data-byhand-action]')
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
    expect(await send(page)).toBe('Welcome')
    expect(noise).toEqual([])
  })

  it('control: without the script, the same form is refused', async () => {
    const page = await chromium.context.newPage()
    await page.route('**/byhand.js', (route) => route.abort())
    await page.goto(`${app?.url}/signup`)
    expect(await send(page)).toBe('Refused')
  })
})
