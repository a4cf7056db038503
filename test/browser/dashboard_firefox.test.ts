/** The main flows of the dashboard and the live demo in Firefox. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElementHandle, Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SessionItem } from '../../src/contract/dashboard/sessions.ts'
import { createLoginLink } from '../../src/server/account/accounts.ts'
import { loginTo, PASSWORD } from '../service/dashboard_client.ts'
import { type RunningService, runService } from '../service/running_service.ts'
import { type LaunchedFirefox, launchFirefox } from '../setup/browser.ts'
import { SOON } from './dashboard_page.ts'
import { withSessions } from './dashboard_state.ts'

let firefox: LaunchedFirefox
let service: RunningService
let page: Page
const noise: string[] = []

beforeAll(async () => {
  const starting = runService({ BYHAND_DEMO: 'yes' })
  firefox = await launchFirefox()
  service = await starting
  page = await firefox.browser.newPage()
  page.setDefaultTimeout(SOON.timeout)
  page.on('console', (message) => noise.push(message.text()))
  page.on('pageerror', (error) => noise.push((error as Error).message))
})
afterAll(async () => {
  await firefox?.close()
  await service?.stop()
})

const shown = (text: string) => page.locator(`::-p-text(${text})`).wait()
const press = (name: string) => page.locator(`::-p-xpath(//button[normalize-space(.)="${name}"])`).click()

describe('in Firefox', () => {
  it('the live demo scores the visitor and plays a bot beside them', async () => {
    await page.goto(service.address)
    await page.locator('textarea').click()
    await page.keyboard.type('We walked along the river.', { delay: 30 })
    await shown('of 15 checks')
    await page.locator('::-p-xpath(//button[contains(., "Bot in disguise")])').click()
    await shown('Recorded in our lab')
  })

  it('a person joins, reads and labels a visit, works through the queue and analyzes a file', async () => {
    const workspace = await service.workspace()
    await withSessions({ service, workspace }, 'first visitor', 'second visitor')
    const { store, now } = service.services
    const token = await createLoginLink(store.accounts, workspace.id, 'owner', now())
    await page.goto(`${service.address}/app/join#${token}`)
    await page.locator('input[name=email]').fill('firefox@example.org')
    await page.locator('input[name=password]').fill(PASSWORD)
    await press('Continue')
    await shown('Set up')

    await page.goto(`${service.address}/app/overview`)
    await page.locator('.headline .tone-stop').click()
    await page.locator('.row-link').click()
    await shown('Printable summary')
    await press('Play')
    await press('Mark as person')
    await page.locator('button[aria-pressed=true]').wait()

    await page.goto(`${service.address}/app/review?queue=reject`)
    await shown('Reasons')
    await page.keyboard.press('b')
    await shown('Marked as bot')
    const owner = await loginTo(service, workspace.id)
    const labels = async () =>
      (await owner.get<{ items: SessionItem[] }>('/sessions')).json.items.map(({ label }) => label).sort()
    await expect.poll(labels, SOON).toEqual(['bot', 'person'])

    const folder = mkdtempSync(join(tmpdir(), 'byhand-file-'))
    try {
      const file = join(folder, 'answers.csv')
      writeFileSync(
        file,
        'participant_id,text\n1,The bakery on the corner knows my name.\n2,asdf jkl asdf jkl\n',
      )
      await page.goto(`${service.address}/app/uploads`)
      const input = await page.waitForSelector('input[type=file]')
      await (input as ElementHandle<HTMLInputElement>).uploadFile(file)
      await press('Analyze answers')
      await shown('Gibberish')
    } finally {
      rmSync(folder, { recursive: true })
    }
    expect(noise).toEqual([])
  })
})
