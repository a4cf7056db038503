/** One service and one Chromium per test file; a new workspace, owner account and browser session per test. */
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLoginLink } from '../../src/server/account/accounts.ts'
import { type DashboardClient, dashboardClient, loginTo } from '../service/dashboard_client.ts'
import { type RunningService, runService, type TestWorkspace } from '../service/running_service.ts'
import { type LaunchedChromium, launchChromium, PATIENCE_MS } from '../setup/browser.ts'
import { listenForNoise, newContext } from './visit.ts'

export { PASSWORD } from '../service/dashboard_client.ts'

/** Playwright's own timeout, so that a slow machine passes. */
export const SOON = { timeout: PATIENCE_MS } as const

/** Console lines that a test may cause on purpose: rejected logins, used links, missing pages. */
const EXPECTED_NOISE = /status of 4(00|01|04|10)/

export interface DashboardVisit {
  readonly service: RunningService
  readonly workspace: TestWorkspace
  readonly context: BrowserContext
  readonly page: Page
  /** The email of the owner account. No other test uses it. */
  readonly email: string
  /** An HTTP client of the owner; without a cookie in an anonymous visit. */
  readonly owner: DashboardClient
  /** Console lines, uncaught errors, dialogs and policy violations. The test fails if any is left at its end. */
  readonly noise: string[]
  /** Creates a login link for a new owner of the workspace. */
  link(): Promise<string>
  /** Opens a page of the dashboard and waits for its title. */
  open(path: string, title: string | RegExp): Promise<void>
  /** Opens a page in a separate browser context, without cookies. */
  newGuest(): Promise<Page>
  heading(name: string | RegExp): Locator
  button(name: string): Locator
}

let accounts = 0

export interface DashboardOptions {
  /**
   * When true, each test has a browser context of its own. Otherwise all tests share one, which is cleared before each
   * test. This takes about half the CPU time, because pages of one context share a renderer process and its caches.
   */
  readonly ownContext?: boolean
  /** Variables of the service. */
  env?(): Promise<Readonly<Record<string, string>>>
}

/** Gives `it` two fixtures: `visit` is logged in as the owner, `anonymous` has no account yet. */
export function openDashboard({ ownContext = false, env }: DashboardOptions = {}) {
  let service: RunningService
  let chromium: LaunchedChromium

  beforeAll(async () => {
    const starting = runService({
      BYHAND_RATE_SESSIONS_PER_IP: '0',
      BYHAND_RATE_BATCHES_PER_IP: '0',
      ...(await env?.()),
    })
    chromium = await launchChromium()
    service = await starting
  })
  afterAll(async () => {
    await chromium?.close()
    await service?.stop()
  })

  async function begin(isLoggedIn: boolean, onEnd: (end: () => Promise<void>) => void) {
    const workspace = await service.workspace()
    const email = `owner${++accounts}@example.org`
    const noise: string[] = []
    const opened: (BrowserContext | Page)[] = []
    onEnd(async () => {
      for (const one of opened) await one.close()
      expect(noise.filter((line) => !EXPECTED_NOISE.test(line))).toEqual([])
    })
    const newGuest = async () => {
      const context = await newContext(chromium)
      opened.push(context)
      const page = await context.newPage()
      await listen(page, noise)
      return page
    }
    const newPage = async () => {
      await chromium.context.clearCookies()
      const page = await chromium.context.newPage()
      opened.push(page)
      const client = await chromium.context.newCDPSession(page)
      await client.send('Storage.clearDataForOrigin', { origin: service.address, storageTypes: 'all' })
      await listen(page, noise)
      return page
    }
    const page = await (ownContext ? newGuest : newPage)()
    const context = page.context()
    const owner = isLoggedIn
      ? await loginTo(service, workspace.id, 'owner', email)
      : dashboardClient(service.address)
    if (isLoggedIn) {
      const [name = '', value = ''] = owner.cookie.split('=', 2)
      await context.addCookies([{ name, value, url: service.address, httpOnly: true, sameSite: 'Strict' }])
    }
    const visit: DashboardVisit = {
      service,
      workspace,
      context,
      page,
      email,
      owner,
      noise,
      link: async () => {
        const { store, now } = service.services
        const token = await createLoginLink(store.accounts, workspace.id, 'owner', now())
        return `${service.address}/app/join#${token}`
      },
      open: async (path, title) => {
        await page.goto(`${service.address}/app${path}`)
        await visit.heading(title).waitFor()
      },
      newGuest,
      heading: (name) => page.getByRole('heading', { level: 1, name }),
      button: (name) => page.getByRole('button', { name, exact: true }),
    }
    return visit
  }

  return it
    .extend('visit', ({ onTestFinished }): Promise<DashboardVisit> => begin(true, onTestFinished))
    .extend('anonymous', ({ onTestFinished }): Promise<DashboardVisit> => begin(false, onTestFinished))
}

/** The account, the workspaces and the way out. */
export const openUserMenu = (page: Page): Promise<void> => page.locator('.user-menu > summary').click()

async function listen(page: Page, noise: string[]): Promise<void> {
  listenForNoise(page, noise)
  page.on('dialog', async (dialog) => {
    noise.push(`dialog: ${dialog.message()}`)
    await dialog.dismiss()
  })
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy: ${violatedDirective} ${blockedURI}`),
    ),
  )
}
