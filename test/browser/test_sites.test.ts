/** The site keys for browser tests in a driven browser, which the service would otherwise reject as a bot. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TEST_SITES } from '../../src/contract/test_sites.ts'
import { openTestWorkspace } from '../../src/server/test_mode/test_mode.ts'
import { createKey } from '../../src/server/workspace/keys.ts'
import { type RunningService, runService } from '../service/running_service.ts'
import { type LaunchedChromium, launchChromium } from '../setup/browser.ts'

let service: RunningService
let chromium: LaunchedChromium
let secret: string
let ordinarySite: string
beforeAll(async () => {
  service = await runService()
  const { id: workspace } = await service.workspace()
  const { store, now } = service.services
  await openTestWorkspace(store, workspace, now())
  const issue = async (kind: 'site' | 'secret') => {
    const wanted = { workspace, kind, name: 'ci', scopes: ['sessions'], isTest: true } as const
    return (await createKey(store.keys, wanted, now())).key
  }
  secret = await issue('secret')
  ordinarySite = await issue('site')
  chromium = await launchChromium()
})
afterAll(async () => {
  await chromium?.close()
  await service?.stop()
})

async function open(html: string, siteKey: string): Promise<Page> {
  const page = await chromium.context.newPage()
  const body = `<!doctype html><link rel="icon" href="data:,">${html.replaceAll('SITE_KEY', siteKey)}`
  await page.route('**/site', (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(`${service.address}/site`)
  return page
}

async function siteverify(response: string): Promise<unknown> {
  const body = new URLSearchParams({ secret, response })
  return (await (await fetch(`${service.address}/siteverify`, { method: 'POST', body })).json()).success
}

const SCRIPT = '<script src="/byhand.js" data-site-key="SITE_KEY" async></script><textarea></textarea>'
const [PASS, FAIL] = Object.keys(TEST_SITES) as [string, string]

it('decide about the page with the script, also after a reload', async () => {
  for (const [siteKey, success] of [
    [PASS, true],
    [FAIL, false],
    // Control: an ordinary site key sees the driven browser.
    [() => ordinarySite, false],
  ] as const) {
    const page = await open(SCRIPT, typeof siteKey === 'string' ? siteKey : siteKey())
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    for (let visit = 0; visit < 2; visit++) {
      await page.waitForFunction(() => window.byhand)
      await page.fill('textarea', 'I bake bread on Sundays.')
      // Text, because the test runner would replace the import.
      const step = await page.evaluate("import('/step_up.mjs').then(({ stepUp }) => stepUp())")
      const id = await page.evaluate(() => window.byhand.sessionId())
      const result = await page.evaluate(() => window.byhand.getSignedResult('signup'))
      expect(await siteverify(result)).toBe(success)
      if (typeof siteKey === 'string') expect([id, step]).toEqual([TEST_SITES[siteKey], 'not needed'])
      await page.reload()
    }
    expect(complaints).toEqual([])
    await page.close()
  }
})

it('decide about the drop-in for captchas', async () => {
  for (const [siteKey, success] of [
    [PASS, true],
    [FAIL, false],
  ] as const) {
    const page = await open(
      '<script src="/turnstile/v0/api.js" async></script><form><div class="cf-turnstile" data-sitekey="SITE_KEY"></div></form>',
      siteKey,
    )
    const field = 'form [name="cf-turnstile-response"]'
    await page.waitForFunction((of) => document.querySelector<HTMLInputElement>(of)?.value, field)
    expect(await siteverify(await page.locator(field).inputValue())).toBe(success)
    await page.close()
  }
})
