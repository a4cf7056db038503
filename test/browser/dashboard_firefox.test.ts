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
import { LINKED_USERS, SURVEY, withLinkedSessions, withSessions, withSurvey } from './dashboard_state.ts'

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
/** A tab may end with a count. */
const follow = (name: string) =>
  page.locator(`::-p-xpath(//main//a[starts-with(normalize-space(.), "${name}")])`).click()

/** Opens a new workspace as its owner. */
async function openWorkspace(email: string) {
  const workspace = await service.workspace()
  const { store, now } = service.services
  const token = await createLoginLink(store.accounts, workspace.id, 'owner', now())
  await page.goto('about:blank')
  await page.goto(`${service.address}/app/join#${token}`)
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(PASSWORD)
  await press('Continue')
  await shown('Set up')
  return { service, workspace, owner: await loginTo(service, workspace.id) }
}
const labelsOf = async ({ owner }: Awaited<ReturnType<typeof openWorkspace>>) =>
  (await owner.get<{ items: SessionItem[] }>('/sessions')).json.items.map(({ label }) => label).sort()

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
    const visit = await openWorkspace('firefox@example.org')
    await withSessions(visit, 'first visitor', 'second visitor')
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
    await expect.poll(() => labelsOf(visit), SOON).toEqual(['bot', 'person'])

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

  it('a person zooms into the trend, marks linked sessions and undoes it', async () => {
    const visit = await openWorkspace('links@example.org')
    await withLinkedSessions(visit)
    await page.goto(`${service.address}/app/overview?period=7d`)
    const bars = await page.waitForSelector('.bars')
    await page.waitForSelector('.bars a')
    const { x = 0, y = 0, width = 0, height = 0 } = (await bars?.boundingBox()) ?? {}
    await page.mouse.move(x + width * 0.8, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width * 0.999, y + height / 2, { steps: 4 })
    await page.waitForSelector('.zoom')
    await page.mouse.up()
    await expect.poll(() => new URL(page.url()).searchParams.has('since'), SOON).toBe(true)
    expect(new URL(page.url()).pathname).toBe('/app/overview')
    await page.locator('.headline ::-p-text(5)').wait()

    await page.goto(`${service.address}/app/session-clusters`)
    await shown('One IP address, 5 visits, 5 accounts')
    await press('Mark 5 as bots')
    await shown('5 sessions marked as bots.')
    expect(await labelsOf(visit)).toEqual(LINKED_USERS.map(() => 'bot'))
    await press('Undo')
    await expect.poll(() => labelsOf(visit), SOON).toEqual(LINKED_USERS.map(() => null))
    expect(noise).toEqual([])
  })

  it('a person finds a participant with the palette, and reads the pages of the survey', async () => {
    const visit = await openWorkspace('surveys@example.org')
    await withSurvey(visit)
    await page.goto(`${service.address}/app/surveys`)
    await follow(SURVEY)
    await page.locator('mark').wait()
    await follow('Questions')
    await shown('2 answered, 0 empty')
    await follow('Similar answers')
    await press('Remove all 2')
    await shown('2 reviewed by a person.')
    await follow('Methods')
    await shown('We removed 2 of 2 participants')
    await follow('Panel report')
    await shown('2 of 2 participants removed')

    await page.keyboard.down('Control')
    await page.keyboard.press('k')
    await page.keyboard.up('Control')
    await page.locator('.palette input').fill('p-1')
    await page.locator('.palette [role=option] ::-p-text(p-1)').wait()
    await page.keyboard.press('Enter')
    await shown('Participant p-1')
    await follow('Typing')
    await page.locator('.sheet').wait()
    expect(noise).toEqual([])
  })
})
