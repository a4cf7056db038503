/** The script against the real service, with real store and scoring. */
import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it as test } from 'vitest'
import { decodeBatch } from '../../src/contract/batch/codec.ts'
import { HELP_PATH } from '../../src/contract/paths.ts'
import type { EventLog, SessionReport } from '../../src/contract/session.ts'
import { createKey } from '../../src/server/workspace/keys.ts'
import { type RunningService, runService, type TestWorkspace } from '../service/running_service.ts'
import { type LaunchedChromium, launchChromium } from '../setup/browser.ts'
import { SENSITIVE_FIELDS, sensitivePage } from './sensitive_fields.ts'
import { listenForNoise } from './visit.ts'

let service: RunningService
let workspace: TestWorkspace
let chromium: LaunchedChromium

beforeAll(async () => {
  service = await runService({ BYHAND_RATE_SESSIONS_PER_IP: '0', BYHAND_RATE_BATCHES_PER_IP: '0' })
  workspace = await service.workspace()
  chromium = await launchChromium()
})
afterAll(async () => {
  await chromium?.close()
  await service?.stop()
})
interface ServiceVisit {
  readonly page: Page
  readonly noise: string[]
  open(path: string): Promise<unknown>
  /** Opens a survey page with the script. */
  demo(): Promise<unknown>
  sessionId(): Promise<string>
}

/** The lab's survey on the origin of the service. Without a key it has no script. */
function surveyPage({ searchParams }: URL): string {
  const key = searchParams.get('key')
  const tag = key === null ? '' : `<script src="/byhand.js" data-site-key="${key}" data-tags="demo"></script>`
  return SURVEY_PAGE.replace('<!-- byhand -->', tag).replace(
    /<link rel="stylesheet".*|<script src="\/l.*/g,
    '',
  )
}
const SURVEY_PAGE = readFileSync(join(import.meta.dirname, '../../research/lab/pages/demo.html'), 'utf8')

const it = test.extend('visit', async ({ onTestFinished }): Promise<ServiceVisit> => {
  const page = await chromium.context.newPage()
  onTestFinished(() => page.close())
  const noise: string[] = []
  listenForNoise(page, noise)
  const open = (path: string) => page.goto(service.address + path)
  await page.route(`${service.address}/demo*`, (route) =>
    route.fulfill({ contentType: 'text/html', body: surveyPage(new URL(route.request().url())) }),
  )
  return {
    page,
    noise,
    open,
    demo: () => open(`/demo?key=${workspace.siteKey}`),
    sessionId: () => page.evaluate(() => window.getServiceSessionId()),
  }
})

async function read<Answer>(path: string): Promise<Answer> {
  const response = await fetch(service.address + path, {
    headers: { authorization: `Bearer ${workspace.secretKey}` },
  })
  expect(response.status).toBe(200)
  return (await response.json()) as Answer
}

async function until<Value>(look: () => Promise<Value | undefined>, what: string): Promise<Value> {
  for (let tries = 0; tries < 300; tries++) {
    const found = await look()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`timed out waiting for ${what}`)
}

const batchesOf = async (id: string) =>
  (await service.services.store.sessions.batches({ workspace: workspace.id, sessionId: id })).map(
    ({ bytes }) => decodeBatch(bytes).batch,
  )

/** All batches of a page until it is left. */
const wholePage = (id: string) =>
  until(async () => {
    const found = await batchesOf(id)
    const last = found.at(-1)
    return last?.final && found.length === last.seq + 1 ? found : undefined
  }, 'the last batch')

describe.concurrent('a visit', () => {
  it('is stored as recorded and listed in order', async ({ visit }) => {
    const { page, open, demo, sessionId } = visit
    await demo()
    const id = await sessionId()
    await page.click('#q3')
    await page.keyboard.type('Fewer cars.')
    await page.evaluate(() => window.byhand.setUserId('visitor 7'))
    await page.waitForTimeout(1500)
    await page.click('#send')
    await open('/demo')
    const batches = await wholePage(id)
    expect(batches.map(({ seq }) => seq)).toEqual(batches.map((_, i) => i))
    const edits = batches.flatMap((batch) => batch.edits ?? [])
    expect(edits.map((edit) => edit[4]).join('')).toBe('Fewer cars.')
    const { events } = await read<EventLog>(`/v1/sessions/${id}/events`)
    const actions = events.map(({ action }) => action)
    expect(actions[0]).toBe('Navigated to /demo')
    expect(actions).toContain('Typed 11 characters in "q3"')
    expect(actions).toContain('Clicked "Send my answers"')
    expect(actions.join()).not.toContain('cars')
    const { sessions } = await read<{ sessions: SessionReport[] }>('/v1/users/visitor%207/sessions')
    expect(sessions.map(({ session_id }) => session_id)).toEqual([id])
  })

  it('continues over pages with its token', async ({ visit }) => {
    const { demo, sessionId } = visit
    await demo()
    const id = await sessionId()
    await until(async () => ((await batchesOf(id)).length > 0 ? true : undefined), 'a first batch')
    await demo()
    await demo()
    expect(await sessionId()).toBe(id)
    const pages = await until(async () => {
      const found = new Set((await batchesOf(id)).map((batch) => batch.page))
      return found.size === 3 ? found : undefined
    }, 'three pages')
    expect(pages).toEqual(new Set([0, 1, 2]))
    const report = await read<SessionReport>(`/v1/sessions/${id}/report`)
    expect(report.session_id).toBe(id)
  })

  it('is not recorded with an unknown key, which is logged to the console once', async ({ visit }) => {
    const { page, noise, open, sessionId } = visit
    const key = `bh_pk_${'x'.repeat(33)}`
    const named = page.waitForEvent('console', (message) => message.text().startsWith('Byhand:'))
    await open(`/demo?key=${key}`)
    expect((await named).text()).toBe(
      `Byhand: The site key is unknown, revoked or expired. Site key: ${key}. Origin: ${service.address}. ${service.address}${HELP_PATH}`,
    )
    await page.click('#q1')
    await page.keyboard.type('still works')
    expect(await page.inputValue('#q1')).toBe('still works')
    expect(await sessionId()).toMatch(/^[\w-]{22}$/)
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide')))
    await page.waitForTimeout(500)
    expect(noise.filter((line) => !line.includes('401'))).toEqual([expect.stringContaining('Byhand:')])
  })

  it('is not recorded on an origin that the key does not allow, which is logged to the console once', async ({
    visit,
    onTestFinished,
  }) => {
    const { page, noise } = visit
    const { key } = await createKey(
      service.services.store.keys,
      { workspace: workspace.id, kind: 'site', name: 'shop', origins: ['https://shop.example'] },
      Date.now(),
    )
    const shop = createServer((_, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(
        `<!doctype html><title>Shop</title><script src="${service.address}/byhand.js" data-site-key="${key}"></script>`,
      )
    })
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void shop.close())
    const origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
    let posts = 0
    page.on('request', (request) => {
      if (request.method() === 'POST') posts++
    })
    const named = page.waitForEvent('console', (message) => message.text().startsWith('Byhand:'))
    await page.goto(origin)
    expect((await named).text()).toBe(
      `Byhand: The site key does not allow batches from this origin. Site key: ${key}. Origin: ${origin}. ${service.address}${HELP_PATH}`,
    )
    await page.mouse.click(5, 5)
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide')))
    await page.waitForTimeout(2_000)
    expect(posts).toBe(1)
    // The browser itself logs the status of the one request.
    expect(noise.filter((line) => !line.includes('status of 403'))).toEqual([
      expect.stringContaining('Byhand:'),
    ])
  })
})

describe.concurrent('stored data', () => {
  it('contains no byte of sensitive fields', async ({ visit }) => {
    const { page, open, sessionId } = visit
    await page.route('**/sensitive', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: sensitivePage().replace('data-site-key="k"', `data-site-key="${workspace.siteKey}"`),
      }),
    )
    await open('/sensitive')
    const id = await sessionId()
    for (const [i, { secret, html }] of SENSITIVE_FIELDS.entries()) {
      if (html.includes('type="hidden"')) continue
      await page.locator(`#wrap${i} [data-field]`).click()
      await page.keyboard.insertText(secret)
    }
    await page.fill('#wrap0 [data-field]', '')
    await page.click('#send')
    await open('/demo')
    const batches = await wholePage(id)
    const files = globSync('**/*', { cwd: service.folder, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    const bytes = Buffer.concat(files.map((file) => readFileSync(join(file.parentPath, file.name)))).toString(
      'latin1',
    )
    const text = JSON.stringify(batches) + bytes
    expect(batches.flatMap(({ rows }) => rows).length).toBeGreaterThan(150)
    expect(SENSITIVE_FIELDS.filter(({ secret }) => text.includes(secret.slice(0, 8)))).toEqual([])
  })
})
