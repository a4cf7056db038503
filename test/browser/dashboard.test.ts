/** The dashboard as one person uses it, from the first login to erasing a user: one story, each step on the last. */
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { totpCode } from '../../src/server/account/totp.ts'
import { surveyClient, typedBy } from '../service/survey_client.ts'
import { seriousViolations } from './dashboard_axe.ts'
import { type Desk, EMAIL, openDesk, PASSWORD, SOON } from './dashboard_desk.ts'

const SURVEY = 'neighbourhood'
/** Enough to click on for the checks to have an opinion about the clicks. */
const COLOURS = ['Red', 'Green', 'Blue', 'Yellow', 'Black', 'White', 'Brown', 'Grey']

let desk: Desk
let page: Page
let snippet = ''
let shop: Server
let shopOrigin = ''

beforeAll(async () => {
  desk = await openDesk()
  page = desk.page
  shop = createServer((request, response) => {
    const user = new URL(request.url ?? '', 'http://local').searchParams.get('user')
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Shop</title><h1>Shop</h1>
      ${snippet.replace(' async', ` data-user-id="${user}" data-tags="spring" async`)}
      <p><label>Name <input id="name"></label></p>
      ${COLOURS.map((colour) => `<p><button>${colour}</button></p>`).join('')}
      <button id="buy">Buy</button><div style="height:3000px"></div>`)
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  shopOrigin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
})
afterAll(async () => {
  await desk?.close()
  shop?.close()
})
afterEach(() => {
  const said = desk.noise.splice(0).filter((line) => !/status of 4(00|01|04|10)/.test(line))
  expect(said).toEqual([])
})

const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const button = (name: string) => page.getByRole('button', { name, exact: true })

/** A page of somebody's with the snippet on it, used as a program would. */
async function visitShop(user: string): Promise<void> {
  const visit = await desk.chromium.context.newPage()
  await visit.goto(`${shopOrigin}/checkout?user=${encodeURIComponent(user)}`)
  for (let i = 0; i < 20; i++) await visit.mouse.move(40 + i * 9, 60 + i * 4)
  await visit.click('#name')
  await visit.keyboard.type('Grace', { delay: 20 })
  for (const colour of COLOURS) await visit.click(`text=${colour}`)
  await visit.mouse.wheel(0, 300)
  await visit.click('#buy')
  await visit.waitForResponse((response) => response.request().method() === 'POST')
  await visit.goto('about:blank')
  await visit.close()
}

/** A secret as an authenticator reads it. */
function fromBase32(text: string): Uint8Array {
  const bits = [...text]
    .map((char) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(char).toString(2).padStart(5, '0'))
    .join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}

describe('coming in', () => {
  it('by the first link, once', async () => {
    const link = await desk.link()
    await page.goto(link)
    await page.getByLabel('Email').fill(EMAIL)
    expect(await seriousViolations(page)).toEqual([])
    await page.getByLabel('Password').fill(PASSWORD)
    await button('Enter').click()
    await heading('Keys and setup').waitFor()
    expect(page.url()).not.toContain('#')
    await page.getByRole('button', { name: 'Log out' }).click()
    await heading('Log in').waitFor()
    await page.goto(link)
    await page.getByText('This link was already used').waitFor()
  })

  it('by password, back to where one wanted to go', async () => {
    await page.goto(`${desk.service.address}/app/quality`)
    await page.getByLabel('Email').fill(EMAIL)
    expect(await seriousViolations(page)).toEqual([])
    await page.getByLabel('Password').fill('not the password at all')
    await button('Log in').click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Password').fill(PASSWORD)
    await button('Log in').click()
    await heading('Quality').waitFor()
  })
})

describe('the first session', () => {
  it('is waited for with the snippet of a new key, and turns the light green', async () => {
    await desk.open('/keys', 'Keys and setup')
    await page.getByText('Waiting for your first session').waitFor()
    await button('Create a key').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Shop')
    await dialog.getByLabel('Allowed origins').fill(shopOrigin)
    await dialog.getByRole('button', { name: 'Create a key' }).click()
    await page.getByText('Your new key').waitFor()
    snippet = (await page.getByRole('region', { name: 'snippet' }).textContent()) ?? ''
    expect(snippet).toMatch(/^<script src="http:.+byhand\.js" data-site-key="bh_pk_\w+" async><\/script>$/)
    await visitShop('first visitor')
    await page.getByText('Your first session has arrived.').waitFor()
    await page.getByRole('link', { name: 'Look at it' }).click()
    await heading('Session').waitFor()
  })

  it('comes into an open list by itself', async () => {
    await desk.open('/sessions', 'Sessions')
    await page.getByRole('link', { name: 'first visitor' }).waitFor()
    await visitShop('second visitor')
    await page.getByRole('link', { name: 'second visitor' }).waitFor()
  })

  it('is found by its user, its tag and how its id begins', async () => {
    await page.getByRole('link', { name: 'second visitor' }).click()
    await expect.poll(() => page.locator('tbody tr').count(), SOON).toBe(1)
    expect(new URL(page.url()).searchParams.get('user')).toBe('second visitor')
    const id = (await page.locator('tbody tr a.mono').textContent()) ?? ''
    await page.getByRole('link', { name: 'Clear' }).click()
    await expect.poll(() => page.locator('tbody tr').count(), SOON).toBe(2)
    await page.getByLabel('Session id').fill(id.slice(0, 8))
    await button('Filter').click()
    await expect.poll(() => page.locator('tbody tr').count(), SOON).toBe(1)
    await page.getByLabel('Session id').fill('')
    await page.getByText('More filters').click()
    await page.getByLabel('Tag').fill('autumn')
    await button('Filter').click()
    await page.getByText('No session fits').waitFor()
    await page.goBack()
    await page.goBack()
    await expect.poll(() => page.locator('tbody tr').count(), SOON).toBe(2)
  })

  it('is opened, replayed and labelled', async () => {
    await page.locator('tbody tr a.mono').first().click()
    await heading('Session').waitFor()
    await page.getByRole('heading', { name: 'Fifteen checks' }).waitFor()
    expect(await page.locator('.checks > li').count()).toBe(15)
    expect(await page.getByText(/^Without it the score would be \d+\.$/).count()).toBeGreaterThan(0)
    await page.locator('.log').getByText('Clicked "Buy"').waitFor()
    const position = page.getByRole('slider', { name: 'Position' })
    const at = async () => Number(await position.inputValue())
    await page.getByLabel('Speed').selectOption('16')
    await button('Play').click()
    await expect.poll(at, SOON).toBeGreaterThan(300)
    expect(await page.locator('.stage .path').getAttribute('points')).toMatch(/\d+,\d+ \d+,\d+/)
    await page
      .getByRole('button', { name: /in the replay$/ })
      .first()
      .click()
    expect(new URL(page.url()).searchParams.get('check')).not.toBeNull()
    await button('This was a bot').click()
    await page.getByText(/^Marked as a bot by/).waitFor()
    await page.reload()
    await page.getByText(/^Marked as a bot by/).waitFor()
    expect(await button('This was a bot').getAttribute('aria-pressed')).toBe('true')
  })

  it('has a sheet of reasons without a score, and an export', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export as JSON' }).click(),
    ])
    expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toHaveProperty('session_id')
    await page.getByRole('link', { name: 'Reason sheet' }).click()
    const sheet = page.locator('.reason-sheet')
    await sheet.waitFor()
    expect(await sheet.textContent()).not.toMatch(/score|Detected|Auto-|risk/i)
  })
})

describe('settings', () => {
  it('are tried out before they are saved', async () => {
    await desk.open('/settings', 'Risk settings')
    const weight = page.getByLabel('Automation tool: points')
    await weight.fill('0')
    expect(await button('Save').isDisabled()).toBe(true)
    await button('What if?').click()
    await page.getByText(/^computed on the newest [12] of 2 stored sessions$/).waitFor()
    await page
      .getByText('Labelled sessions set aside')
      .or(page.getByText('Set aside (review or reject)'))
      .first()
      .waitFor()
    await button('Save').click()
    await page.getByText(/^Saved\./).waitFor()
    await page.reload()
    await expect.poll(() => weight.inputValue(), SOON).toBe('0')
  })
})

describe('surveys', () => {
  it('show how an answer was written, where typing_url leads', async () => {
    const answer =
      'The bakery on the corner knows my name, and the park is never full, even on Sundays in May.'
    const send = surveyClient(desk.service.address, desk.workspace.secretKey)
    const typed = typedBy(answer.slice(0, 40), 7)
    const { json } = await send({
      survey_id: SURVEY,
      participant_id: 'p-1',
      questions: { q1: 'What do you like about your neighbourhood?', q2: 'And what not?' },
      responses: { q1: answer, q2: 'The noise of the bar below me.' },
      question_histories: { q1: [...typed, { s: answer, t: (typed.at(-1)?.t ?? 0) + 4_000 }] },
    })
    expect(json.checks.q1).toContain('Partial pasting')
    await page.goto(json.typing_url)
    await heading('Typing').waitFor()
    await page.getByText('No typing was recorded for this answer').waitFor()
    const card = page.getByRole('region', { name: 'What do you like' })
    expect(await card.locator('.run.bulk').textContent()).toBe(answer.slice(40))
    expect(await card.getByRole('button', { name: /Partial pasting/ }).count()).toBe(1)
    await card.getByRole('slider').fill('0')
    expect(await card.locator('.sheet').textContent()).not.toContain(answer)
    await card.getByLabel('Speed').selectOption('16')
    await card.getByRole('button', { name: 'Play' }).click()
    await expect.poll(() => card.locator('.sheet').textContent(), SOON).toBe(answer)
  })

  it('are listed, with their participants and like answers', async () => {
    const send = surveyClient(desk.service.address, desk.workspace.secretKey)
    await send({
      survey_id: SURVEY,
      participant_id: 'p-2',
      questions: { q2: 'And what not?' },
      responses: { q2: 'The noise of the bar below me.' },
    })
    await desk.open('/surveys', 'Surveys')
    await page.getByRole('link', { name: SURVEY }).click()
    await page.getByText('2 answered, 0 empty').waitFor()
    await page.getByRole('link', { name: 'p-2' }).click()
    await page.getByText('Cross-duplicate response').first().waitFor()
    await page.getByRole('link', { name: 'Like answers' }).click()
    await expect.poll(() => page.locator('.side-by-side li').count(), SOON).toBe(2)
  })

  it('are checked from a file, with progress and a file to take away', async () => {
    await desk.open('/uploads', 'Check a file')
    const rows = Array.from(
      { length: 12 },
      (_, i) => `p${i},"I liked visit ${i} to the market, it was lively and warm"`,
    )
    await page.locator('input[type=file]').setInputFiles({
      name: 'market.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`participant,What did you like?\n${rows.join('\n')}\n`),
    })
    await page.getByLabel('Column of the participant id').selectOption('participant')
    await page.getByLabel('What did you like?').check()
    await button('Check the answers').click()
    await page.getByText(/^12 rows checked/).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the file with verdicts' }).click(),
    ])
    expect(readFileSync(await download.path(), 'utf8').split('\n').length).toBeGreaterThan(12)
  })
})

describe('the rest of the house', () => {
  it('tells of everything that was done', async () => {
    await desk.open('/audit', 'Audit log')
    for (const what of ['created a key', 'labelled a session', 'changed the settings', 'uploaded a survey'])
      await page.getByText(what).first().waitFor()
  })

  it('lets another person in by invitation, and knows them by their role', async () => {
    await desk.open('/members', 'Members')
    await page.getByLabel('Role', { exact: true }).selectOption('viewer')
    await button('Make a link').click()
    const link = (await page.getByRole('region', { name: 'invitation link' }).textContent()) ?? ''
    const other = await desk.chromium.context.browser()?.newContext()
    if (other === undefined) throw new Error('the browser has no room for another person')
    const guest = await other.newPage()
    await guest.goto(link)
    await guest.getByLabel('Your name').fill('Grace')
    await guest.getByLabel('Email').fill('grace@example.org')
    await guest.getByLabel('Password').fill(PASSWORD)
    await guest.getByRole('button', { name: 'Enter' }).click()
    await guest.getByRole('heading', { level: 1, name: 'Sessions' }).waitFor()
    await guest.locator('tbody tr a.mono').first().click()
    await guest.getByRole('heading', { name: 'Fifteen checks' }).waitFor()
    expect(await guest.getByRole('button', { name: 'This was a person' }).count()).toBe(0)
    await other.close()
  })

  it('says why a webhook was not told', async () => {
    await desk.open('/webhooks', 'Webhooks')
    await button('Add a webhook').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Address').fill('https://127.0.0.1/hook')
    await dialog.getByRole('button', { name: 'Add a webhook' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel('Name').fill('Warehouse')
    await dialog.getByLabel('Address').fill('https://hooks.invalid/byhand')
    await dialog.getByRole('button', { name: 'Add a webhook' }).click()
    const secret = (await page.getByRole('region', { name: 'Signing secret' }).last().textContent()) ?? ''
    expect(secret).toMatch(/whsec_\S+/)
    await page.getByRole('link', { name: 'Warehouse' }).click()
    await button('Send a test').click()
    const delivery = page.locator('.delivery')
    await delivery.getByText('1 try').waitFor()
    await delivery.locator('summary').click()
    await delivery.getByText(/no answer/).waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await delivery.getByRole('button', { name: 'Send again' }).waitFor()
  })

  it('shows demo data in a workspace that is empty, and takes it away again', async () => {
    await desk.open('/account', 'Account')
    await page.getByLabel('Name of another workspace').fill('Playground')
    await button('Create a workspace').click()
    await expect
      .poll(() => page.locator('.side select option:checked').textContent(), SOON)
      .toBe('Playground')
    await desk.open('/sessions', 'Sessions')
    await button('Fill with demo data').click()
    // Every one of them is scored and checked before the answer comes.
    await expect.poll(() => page.locator('tbody tr').count(), { timeout: 90_000 }).toBeGreaterThan(20)
    await desk.open('/privacy', 'Privacy')
    await button('Remove the demo data').click()
    await page.getByText('There is no demo data here.').waitFor()
    await page.locator('.side select').selectOption('test')
    await heading('Sessions').waitFor()
    await page.getByRole('link', { name: 'first visitor' }).waitFor()
  })

  it('asks for a code once there is a second factor', async () => {
    await desk.open('/account', 'Account')
    await button('Set up an authenticator').click()
    await page.getByRole('img', { name: /^QR code/ }).waitFor()
    const secret = fromBase32((await page.locator('.copy code').textContent()) ?? '')
    const step = Math.floor(Date.now() / 30_000)
    await page.getByLabel('Code from your authenticator').fill(totpCode(secret, step))
    await button('Turn on').click()
    await page.getByText('A login asks for a code.').waitFor()
    await page.getByRole('button', { name: 'Log out', exact: true }).click()
    await page.getByLabel('Email').fill(EMAIL)
    await page.getByLabel('Password').fill(PASSWORD)
    await button('Log in').click()
    await page.getByLabel('Code from your authenticator').fill(totpCode(secret, step + 1))
    await button('Log in').click()
    await heading('Sessions').waitFor()
    // A login begins in any of one's workspaces.
    await page.locator('.side select').selectOption('test')
    await page.getByRole('link', { name: 'first visitor' }).waitFor()
  })

  it('gives a user their data, and forgets them for ever', async () => {
    await desk.open('/privacy', 'Privacy')
    const card = (name: string) => page.locator('.card', { has: page.getByRole('heading', { name }) })
    await card('Give somebody their data').getByLabel('User id').fill('second visitor')
    const downloading = page.waitForEvent('download')
    await button('Export').click()
    const file = await (await downloading).path()
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      sessions: [{ user_id: 'second visitor' }],
    })
    await page.getByText('The file has been made.').waitFor()
    await card('Erase somebody').getByLabel('User id').fill('second visitor')
    await page.getByLabel('Yes, erase it for ever').check()
    await button('Erase').click()
    await page.getByText(/^Erased: 1 session,/).waitFor()
    await desk.open('/sessions', 'Sessions')
    await expect.poll(() => page.locator('tbody tr').count(), SOON).toBe(1)
  })
})

describe('every page', () => {
  it('is looked at by eyes that see', async () => {
    await desk.open('/quality', 'Quality')
    await page.evaluate(() => document.getElementById('content')?.append(document.createElement('img')))
    expect((await seriousViolations(page)).join()).toContain('image-alt')
  })

  it.each([
    ['/sessions', 'Sessions'],
    ['/surveys', 'Surveys'],
    [`/surveys/${SURVEY}`, 'Survey'],
    [`/surveys/${SURVEY}/clusters`, 'Like answers'],
    [`/surveys/${SURVEY}/participants/p-1`, 'Participant'],
    [`/surveys/${SURVEY}/participants/p-1/reasons`, 'What was observed'],
    ['/uploads', 'Check a file'],
    ['/quality', 'Quality'],
    ['/keys', 'Keys and setup'],
    ['/settings', 'Risk settings'],
    ['/privacy', 'Privacy'],
    ['/webhooks', 'Webhooks'],
    ['/members', 'Members'],
    ['/audit', 'Audit log'],
    ['/account', 'Account'],
    ['/nowhere', 'There is nothing here'],
  ])('%s keeps nobody out', async (path, title) => {
    await desk.open(path, title)
    await page.getByText('Loading…').waitFor({ state: 'detached' })
    expect(await seriousViolations(page)).toEqual([])
    await page.setViewportSize({ width: 375, height: 812 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  it('of one session and of typing keeps nobody out, in the dark too', async () => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await desk.open('/sessions', 'Sessions')
    await page.locator('tbody tr a.mono').first().click()
    await page.getByRole('heading', { name: 'Fifteen checks' }).waitFor()
    await page.getByRole('heading', { name: 'Replay' }).waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Reason sheet' }).click()
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await desk.open(`/surveys/${SURVEY}/participants/p-1`, 'Participant')
    await page.getByRole('link', { name: 'Typing' }).click()
    await heading('Typing').waitFor()
    await page.locator('.sheet').waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
  })

  it('is reached by keyboard alone', async () => {
    await desk.open('/sessions', 'Sessions')
    await page.keyboard.press('Tab')
    const visited = new Set<string>()
    for (let i = 0; i < 40; i++) {
      visited.add(await page.evaluate(() => document.activeElement?.textContent ?? ''))
      await page.keyboard.press('Tab')
    }
    for (const name of ['Surveys', 'Keys and setup', 'Account', 'Log out', 'Filter', 'More filters'])
      expect([...visited]).toContain(name)
  })
})
