/** The React and Vue clients in a real browser, against the real service. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openClient } from '../../clients/node/src/index.ts'
import { type RunningService, runService, type TestWorkspace } from '../service/running_service.ts'
import { type LaunchedChromium, launchChromium } from '../setup/browser.ts'
import { pageBundle } from './page_bundle.ts'

let service: RunningService
let workspace: TestWorkspace
let chromium: LaunchedChromium
let code: string

beforeAll(async () => {
  service = await runService({ BYHAND_RATE_SESSIONS_PER_IP: '0', BYHAND_RATE_BATCHES_PER_IP: '0' })
  workspace = await service.workspace()
  chromium = await launchChromium()
  code = await pageBundle('frameworks.js')
})
afterAll(async () => {
  await chromium?.close()
  await service?.stop()
})

async function open(scriptPath: string, endpoint?: string): Promise<Page> {
  const page = await chromium.context.newPage()
  await page.route('**/byhand/**', (route) =>
    route.continue({ url: route.request().url().replace('/byhand/', '/') }),
  )
  await page.route('**/frameworks.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: code }),
  )
  const body =
    '<!doctype html><div id="react-root"></div><div id="vue-root"></div><script src="/frameworks.js"></script>'
  await page.route('**/site*', (route) => route.fulfill({ contentType: 'text/html', body }))
  const query = new URLSearchParams({
    key: workspace.siteKey,
    src: scriptPath,
    ...(endpoint && { endpoint }),
  })
  await page.goto(`${service.address}/site?${query}`)
  return page
}

it('load the script once, and sign results', async () => {
  const page = await open('/byhand.js')
  const client = openClient({ url: service.address, secretKey: workspace.secretKey })
  const id = await page
    .waitForFunction(() => window.getServiceSessionId?.())
    .then((found) => found.jsonValue())
  for (const name of ['react', 'vue']) {
    await page.locator(`#${name}[data-status=ready][data-session="${id}"]`).click()
    const result = await page.locator(`#${name}[data-result]`).getAttribute('data-result')
    expect(await client.verifyResult(result ?? '', workspace.siteKey)).toMatchObject({
      valid: true,
      result: { session_id: id, page_action: name },
    })
  }
  expect(await page.locator('script[data-site-key]').count()).toBe(1)
  expect(await client.report(id as string)).toMatchObject({ user_id: 'u-7', tags: ['framework'] })
  await page.close()
})

it('work under a path prefix that a proxy removes', async () => {
  const page = await open('/byhand/byhand.js', '/byhand/i/v1/batch')
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  for (const name of ['react', 'vue']) {
    await page.locator(`#${name}[data-status=ready]`).click()
    expect(await page.locator(`#${name}[data-result]`).getAttribute('data-result')).toMatch(/^bhr1_/)
    await page.locator(`#${name}`).dblclick()
    expect(await page.locator(`#${name}[data-step-up]`).getAttribute('data-step-up')).not.toBe('unavailable')
  }
  expect(paths).toContain('/byhand/step_up.mjs')
  expect(paths.filter((path) => !path.startsWith('/byhand/'))).toEqual([])
  await page.close()
})

it('leave the page usable if the script cannot be loaded', async () => {
  const page = await open('/missing.js')
  for (const name of ['react', 'vue']) {
    await page.locator(`#${name}[data-status=failed]`).click()
    expect(await page.locator(`#${name}[data-result]`).getAttribute('data-result')).toBe('none')
  }
  await page.close()
})
