/** The signed result in a real browser, against the real service. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { VerifyAnswer } from '../../src/contract/result.ts'
import { type RunningService, runService, type TestWorkspace } from '../service/running_service.ts'
import { type LaunchedChromium, launchChromium } from '../setup/browser.ts'

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

async function openSite(): Promise<Page> {
  const page = await chromium.context.newPage()
  const body = `<!doctype html><textarea id="q1"></textarea>
    <script src="/byhand.js" data-site-key="${workspace.siteKey}"></script>`
  await page.route('**/site', (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(`${service.address}/site`)
  return page
}

async function verify(result: string): Promise<VerifyAnswer> {
  const response = await fetch(`${service.address}/v1/results/verify`, {
    method: 'POST',
    headers: { authorization: `Bearer ${workspace.secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ result, site_key: workspace.siteKey }),
  })
  return (await response.json()) as VerifyAnswer
}

it('contains everything that the page recorded before the call', async () => {
  const page = await openSite()
  await page.click('#q1')
  await page.keyboard.type('The bakery on the corner.')
  const [id, result] = await page.evaluate(async () => [
    window.getServiceSessionId(),
    await window.byhand.getSignedResult('answers', 'form 7'),
  ])
  expect(await verify(result as string)).toMatchObject({
    valid: true,
    result: {
      session_id: id,
      hostname: '127.0.0.1',
      page_action: 'answers',
      page_data: 'form 7',
      effective_action: 'Auto-reject or high-priority review',
    },
  })
  await page.close()
})

it('is empty when the service does not answer, and the page goes on', async () => {
  const page = await openSite()
  await page.route('**/result', (route) => route.abort())
  expect(await page.evaluate(() => window.byhand.getSignedResult())).toBe('')
  await page.close()
})
