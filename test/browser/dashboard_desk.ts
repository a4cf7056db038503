/** One service, one browser and one person at the dashboard; nothing may be said on the console or break its policy. */
import type { Page } from 'playwright-core'
import { createLoginLink } from '../../src/server/account/accounts.ts'
import { type RunningService, runService, type TestWorkspace } from '../service/running_service.ts'
import { type LaunchedChromium, launchChromium } from '../setup/browser.ts'
import { listenForNoise } from './visit.ts'

export const EMAIL = 'ada@example.org'
export const PASSWORD = 'a long enough password'
/** As long as the browser itself waits: machines are slow at times, and only a fault lasts. */
export const SOON = { timeout: 30_000 } as const

export interface Desk {
  readonly service: RunningService
  readonly workspace: TestWorkspace
  readonly chromium: LaunchedChromium
  readonly page: Page
  /** What the page said, threw or was refused by its policy; a refused login is no noise. */
  readonly noise: string[]
  /** A link that lets one person in as an owner. */
  link(): Promise<string>
  /** Opens a page of the dashboard and waits for its title. */
  open(path: string, title: string): Promise<void>
  close(): Promise<void>
}

export async function openDesk(): Promise<Desk> {
  const service = await runService({ BYHAND_RATE_SESSIONS_PER_IP: '0', BYHAND_RATE_BATCHES_PER_IP: '0' })
  const workspace = await service.workspace()
  const chromium = await launchChromium()
  const page = await chromium.context.newPage()
  const noise: string[] = []
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
  return {
    service,
    workspace,
    chromium,
    page,
    noise,
    link: async () => {
      const { store, now } = service.services
      const token = await createLoginLink(store.accounts, workspace.id, 'owner', now())
      return `${service.address}/app/join#${token}`
    },
    open: async (path, title) => {
      await page.goto(`${service.address}/app${path}`)
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
    },
    close: async () => {
      await chromium.close()
      await service.stop()
    },
  }
}

/** Comes in by the link, as a person would. */
export async function enter(desk: Desk): Promise<void> {
  const { page } = desk
  await page.goto(await desk.link())
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { level: 1, name: 'Keys and setup' }).waitFor()
}
