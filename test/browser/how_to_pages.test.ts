/** The lines of the how-to pages, front end and back end together: a bot is stopped, and a person is not. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningService, runService, type TestWorkspace } from '../service/running_service.ts'
import { type LaunchedChromium, launchChromium } from '../setup/browser.ts'
import { submitWithoutBrowser } from './example_visitors.ts'
import { APP_NAMES, type AppName, type HowToApps, linesOf, startHowToApps } from './how_to_apps.ts'
import { signUp, submitAsPerson } from './native_person.ts'

let service: RunningService
let workspace: TestWorkspace
let chromium: LaunchedChromium
let apps: HowToApps

beforeAll(async () => {
  service = await runService({ BYHAND_RATE_SESSIONS_PER_IP: '0', BYHAND_RATE_BATCHES_PER_IP: '0' })
  workspace = await service.workspace()
  chromium = await launchChromium()
  apps = await startHowToApps({ url: service.address, ...workspace })
})
afterAll(async () => {
  await apps?.close()
  await chromium?.close()
  await service?.stop()
})

async function submitAsBot(name: AppName): Promise<number> {
  const page = await chromium.context.newPage()
  await page.goto(apps.urls[name])
  await page.fill('#name', 'Ann Miller')
  await page.fill('#about', 'I bake bread on Sundays.')
  await page.waitForFunction(() => window.byhand)
  await page.evaluate(() => window.byhand.flush())
  const posted = page.waitForResponse(
    (response) => response.url().endsWith('/signup') && response.request().method() === 'POST',
  )
  await page.click('#send')
  // A page that closes before the response is shown may never report that it closed, so it stays open.
  return (await posted).status()
}

describe.each(APP_NAMES)('the lines for %s', (name) => {
  it('stop a bot, and a request without a browser', async () => {
    expect(await submitAsBot(name)).toBe(403)
    expect((await submitWithoutBrowser(apps.urls[name])).status).toBe(403)
  })
})

// Some at the same time, because a person needs half a minute.
describe.concurrent('on a server, the lines let a person pass', () => {
  it.each(['express', 'fastify', 'php'] as const)('%s', async (name) => {
    expect((await submitAsPerson(apps.urls[name], '/', name, signUp)).status).toBe(200)
  })
})

it('the lines for a module record a session', async () => {
  const lines = linesOf({ url: service.address, ...workspace })
  const folder = await mkdtemp(join(tmpdir(), 'byhand-module-'))
  await promisify(execFile)('bash', ['-c', lines('module', /^curl/)], { cwd: folder })
  const module = await readFile(join(folder, 'byhand.mjs'), 'utf8')
  const page = await chromium.context.newPage()
  const type = 'text/javascript'
  await page.route('**/byhand.mjs', (route) => route.fulfill({ contentType: type, body: module }))
  await page.route('**/app.js', (route) =>
    route.fulfill({ contentType: type, body: lines('module', /^import/) }),
  )
  const body = '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/app.js"></script>'
  await page.route('**/site', (route) => route.fulfill({ contentType: 'text/html', body }))
  const stored = page.waitForResponse((response) => response.url().endsWith('/i/v1/batch'))
  await page.goto(`${service.address}/site`)
  expect((await stored).status()).toBe(200)
  await page.close()
  await rm(folder, { recursive: true })
})

describe.concurrent('in a page, the lines let a person pass', () => {
  it.each(['captcha', 'react', 'vue'] as const)('%s', async (name) => {
    expect((await submitAsPerson(apps.urls[name], '/', name, signUp)).status).toBe(200)
  })
})
