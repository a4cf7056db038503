/** The dashboard in use: logging in, sessions, settings, privacy and surveys. Each test has its own workspace. */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { totpCode } from '../../src/server/account/totp.ts'
import { fromBase32 } from '../service/base32.ts'
import { loginTo } from '../service/dashboard_client.ts'
import { axeViolations } from './dashboard_axe.ts'
import { openDashboard, openUserMenu, PASSWORD, SOON } from './dashboard_page.ts'
import {
  ANSWER,
  LINKED_USERS,
  RECORDED_BUTTON,
  RECORDED_VISIT,
  SURVEY,
  TAG,
  TYPED_CHARS,
  withLabel,
  withLinkedSessions,
  withManySessions,
  withSessions,
  withSurvey,
  withWorkspace,
} from './dashboard_state.ts'

const it = openDashboard()

describe('logging in', () => {
  it('works with the first-start link, once', async ({ anonymous }) => {
    const { page, email, heading, button } = anonymous
    const link = await anonymous.link()
    await page.goto(link)
    await page.getByLabel('Email').fill(email)
    expect(await axeViolations(page)).toEqual([])
    await page.getByLabel('Password').fill(PASSWORD)
    await button('Continue').click()
    await heading('Keys and setup').waitFor()
    expect(page.url()).not.toContain('#')
    await openUserMenu(page)
    await button('Log out').click()
    await heading('Log in').waitFor()
    await page.goto(link)
    await page.getByText('This link was already used').waitFor()
  })

  it('works with a password, and returns to the requested page', async ({ anonymous }) => {
    const { page, service, workspace, email, heading, button } = anonymous
    await loginTo(service, workspace.id, 'owner', email)
    await page.goto(`${service.address}/app/quality`)
    await page.getByLabel('Email').fill(email)
    expect(await axeViolations(page)).toEqual([])
    await page.getByLabel('Password').fill('not the password at all')
    await button('Log in').click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Password').fill(PASSWORD)
    await button('Log in').click()
    await heading('Accuracy').waitFor()
  })

  it('requires a code when a second factor is set up', async ({ visit }) => {
    const { page, email, heading, button } = visit
    await withSessions(visit, 'first visitor')
    await withWorkspace(visit, 'Playground')
    await visit.open('/account', 'Account')
    await button('Set up an authenticator').click()
    await page.getByRole('img', { name: /^QR code/ }).waitFor()
    const secret = fromBase32((await page.locator('.copy code').textContent()) ?? '')
    const step = Math.floor(Date.now() / 30_000)
    await page.getByLabel('Authenticator code').fill(totpCode(secret, step))
    await button('Turn on').click()
    const codes = (await page.getByRole('region', { name: 'Recovery codes' }).textContent())?.split('\n')
    expect(codes).toHaveLength(10)
    expect(await axeViolations(page)).toEqual([])
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).click()
    expect((await readFile(await (await download).path(), 'utf8')).trim().split('\n')).toEqual(codes)
    await button('I saved the codes').click()
    await page.getByText('10 of 10 recovery codes left.').waitFor()
    const logIn = async () => {
      await openUserMenu(page)
      await button('Log out').click()
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password').fill(PASSWORD)
      await button('Log in').click()
    }
    await logIn()
    await page.getByLabel('Authenticator code').fill(totpCode(secret, step + 1))
    await button('Log in').click()
    await heading('Overview').waitFor()
    await logIn()
    await button('Use a recovery code').click()
    await page.getByLabel('Recovery code').fill(codes?.[3] as string)
    await button('Log in').click()
    await heading('Overview').waitFor()
    await visit.open('/account', 'Account')
    await page.getByText('9 of 10 recovery codes left.').waitFor()
    // A login starts in the workspace used last.
    await page.locator('.side select').getByText('Playground').waitFor({ state: 'attached' })
    await openUserMenu(page)
    await page.locator('.side select').selectOption('test')
    await page.getByRole('link', { name: 'Sessions', exact: true }).click()
    await page.getByRole('link', { name: 'first visitor' }).waitFor()
  })

  it('works with an invitation, with the permissions of its role', async ({ visit }) => {
    const { page, button } = visit
    await withSessions(visit, 'first visitor')
    await visit.open('/members', 'Members')
    await page.getByLabel('Role', { exact: true }).selectOption('viewer')
    await button('Create invite link').click()
    const link = (await page.getByRole('region', { name: 'Invite link' }).textContent()) ?? ''
    const guest = await visit.newGuest()
    await guest.goto(link)
    await guest.getByLabel('Your name').fill('Grace')
    await guest.getByLabel('Email').fill(`guest.of.${visit.email}`)
    await guest.getByLabel('Password').fill(PASSWORD)
    await guest.getByRole('button', { name: 'Continue' }).click()
    await guest.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    await guest.getByRole('link', { name: 'Sessions', exact: true }).click()
    await guest.locator('tbody tr .row-link').first().click()
    await guest.getByRole('heading', { name: 'What decided the score' }).waitFor()
    expect(await guest.getByRole('button', { name: 'Mark as person' }).count()).toBe(0)
  })
})

const rows = (page: Page) => page.locator('tbody tr').count()

/** A site with the snippet on its page. */
async function startShop(): Promise<{ origin: string; setSnippet(html: string): void; close(): void }> {
  let snippet = ''
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Shop</title><h1>Shop</h1>
      ${snippet.replace(' async', ' data-user-id="first visitor" async')}<button id="buy">Buy</button>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setSnippet: (html) => {
      snippet = html
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

describe('the first session', () => {
  it('arrives from a page with the snippet of a new key', async ({ visit, onTestFinished }) => {
    const { page, heading, button } = visit
    const shop = await startShop()
    onTestFinished(shop.close)
    await visit.open('/keys', 'Keys and setup')
    await button('Create a key').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Shop')
    await dialog.getByLabel('Allowed origins').fill(shop.origin)
    await dialog.getByRole('button', { name: 'Create a key' }).click()
    await page.getByText('Your new key').waitFor()
    const tag = page.getByRole('region', { name: /^Add one line to every page/ })
    const snippet = (await tag.textContent()) ?? ''
    expect(snippet).toMatch(/^<script src="http:.+byhand\.js" data-site-key="bh_pk_\w+" async><\/script>$/)
    // Site keys are public, so the tag can still be copied later.
    await page.reload()
    await expect.poll(() => tag.textContent(), SOON).toBe(snippet)
    const ways = page.getByLabel('Your site')
    await ways.selectOption('JavaScript module')
    await page.getByText("import { start } from './byhand.mjs'").waitFor()
    const download = (await page.getByRole('region', { name: /^Download it/ }).textContent()) ?? ''
    const module = await (await fetch(download.replace(/^curl -o byhand\.mjs /, ''))).text()
    expect(module).toBe(readFileSync(join(import.meta.dirname, '../../dist/browser/byhand.mjs'), 'utf8'))
    await ways.selectOption('Express')
    await page.getByText(/requireHuman\(\{ client: byhand, siteKey: 'bh_pk_\w+' \}\)/).waitFor()
    await ways.selectOption('nginx')
    const tags = (await page.getByRole('region', { name: /^Add a second script/ }).textContent()) ?? ''
    for (const [, url] of tags.matchAll(/src="([^"]+)"/g))
      expect((await fetch(url as string)).status).toBe(200)
    await page.getByText('Waiting for the first session with this key').waitFor()
    shop.setSnippet(snippet)
    const customer = await visit.newGuest()
    await customer.goto(`${shop.origin}/checkout`)
    await customer.click('#buy')
    await customer.goto('about:blank')
    // The visit opens by itself.
    await heading(/^\w.+ · \/checkout/).waitFor()
    await page.locator('.log').getByText('Clicked "Buy"').waitFor()
    await page.goBack()
    await page.getByText('A session with this key has arrived').waitFor()
    expect(await page.getByRole('row', { name: /^Shop/ }).textContent()).not.toContain('Never')
  })
})

describe('a page that was not opened before', () => {
  it('offers a retry while the service cannot be reached', async ({ visit }) => {
    const { page, context, heading, button, noise } = visit
    await visit.open('/sessions', 'Sessions')
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByText('Could not reach the service').waitFor()
    await button('Try again').click()
    await page.getByText('Could not reach the service').waitFor()
    await context.setOffline(false)
    await button('Try again').click()
    await heading('Webhooks').waitFor()
    noise.length = 0
  })
})

describe('a form', () => {
  it('shows the problem of a field at the field', async ({ visit }) => {
    const { page, button } = visit
    await visit.open('/keys', 'Keys and setup')
    await button('Create a key').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Shop')
    await dialog.getByLabel('Allowed origins').fill('not an origin')
    await dialog.getByRole('button', { name: 'Create a key' }).click()
    const problem = await dialog.getByRole('alert').textContent()
    expect(problem).toMatch(/^Allowed origins /)
    expect(problem).not.toContain('request')
  })
})

describe('the list of sessions', () => {
  it('shows a new session without a reload', async ({ visit }) => {
    const { page } = visit
    await withSessions(visit, 'first visitor')
    await visit.open('/sessions', 'Sessions')
    await page.getByRole('link', { name: 'first visitor' }).waitFor()
    await withSessions(visit, 'second visitor')
    await page.getByRole('link', { name: 'second visitor' }).waitFor()
  })

  it('finds sessions at once by the beginning of a user, tag or id, and by browser and page', async ({
    visit,
  }) => {
    const { page } = visit
    const [, id = ''] = await withSessions(visit, 'first visitor', 'second visitor')
    await visit.open('/sessions', 'Sessions')
    await expect.poll(() => rows(page), SOON).toBe(2)
    for (const [text, found] of [
      [id.slice(0, 8), 1],
      ['second', 1],
      [TAG.slice(0, 4), 2],
      ['headless', 2],
      ['Linux', 2],
      ['/', 2],
    ] as const) {
      await page.getByLabel('Search', { exact: true }).fill(text)
      await expect.poll(() => new URL(page.url()).searchParams.get('q'), SOON).toBe(text)
      await expect.poll(() => rows(page), SOON).toBe(found)
    }
    await page.getByRole('link', { name: /^Search: / }).click()
    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByRole('button', { name: 'Fewer filters' }).waitFor()
    await page.getByLabel('Tag').fill('autumn')
    await page.getByText('No matching sessions').waitFor()
    expect(await page.getByText('Clear filters').count()).toBe(1)
    await page.getByRole('link', { name: /^Tag: autumn/ }).click()
    await page.getByLabel('Browser').selectOption('Firefox')
    await page.getByText('No matching sessions').waitFor()
    await page.getByLabel('Browser').selectOption('')
    await expect.poll(() => rows(page), SOON).toBe(2)
  })

  it('labels several sessions at once, and undoes it', async ({ visit }) => {
    const { page, button, owner } = visit
    await withSessions(visit, 'first visitor', 'second visitor')
    await visit.open('/sessions', 'Sessions')
    await page.getByLabel('Select all sessions shown').check()
    await button('Mark 2 as bots').click()
    await page.getByText('2 sessions marked as bots.').waitFor()
    const labels = async () =>
      (await owner.get<{ items: { label: string | null }[] }>('/sessions')).json.items.map(
        ({ label }) => label,
      )
    expect(await labels()).toEqual(['bot', 'bot'])
    // A mark beside the action, also on a phone.
    await page.setViewportSize({ width: 390, height: 844 })
    const marks = page.locator('tbody').getByRole('img', { name: 'Marked as bot.' })
    await expect.poll(() => marks.count(), SOON).toBe(2)
    expect(await page.locator('tbody .action-cell .pill:visible').allTextContents()).toEqual([
      'Reject',
      'Reject',
    ])
    await button('Undo').click()
    await expect.poll(labels, SOON).toEqual([null, null])
  })

  it('names sessions in words, opens them from anywhere in the row, and exports what it shows', async ({
    visit,
  }) => {
    const { page } = visit
    const [id] = await withSessions(visit, 'first visitor', 'second visitor')
    await visit.open('/sessions?user=first%20visitor', 'Sessions')
    const row = page.locator('tbody tr')
    const named = /^first visitor: Headless Chrome on Linux · \/.* · [\d.]+\ss · mouse and keyboard$/
    await row.getByRole('link', { name: named }).waitFor()
    // The page has room in a small window.
    await page.setViewportSize({ width: 1000, height: 800 })
    expect((await row.locator('.page-cell').boundingBox())?.width).toBeGreaterThan(60)
    await page.setViewportSize({ width: 1280, height: 800 })
    // One line of 40 px, with a drawing of keys and pointer.
    expect(Math.round((await row.boundingBox())?.height ?? 0)).toBe(40)
    await row.locator('.strip-keys[d^=M]').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export as CSV' }).click(),
    ])
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(id)
    const box = await row.boundingBox()
    await row.click({ position: { x: (box?.width ?? 0) - 4, y: 4 } })
    await expect.poll(() => page.url(), SOON).toContain(id)
    await visit.open('/audit', 'Audit log')
    await page.getByText('csv, user').waitFor()
  })

  it('opens the period of a bar of the histogram, also with the keyboard', async ({ visit }) => {
    const { page } = visit
    await withSessions(visit, 'first visitor')
    await visit.open('/sessions?period=7d', 'Sessions')
    const bars = page.locator('.bars a')
    await bars.last().click()
    await expect.poll(() => new URL(page.url()).searchParams.has('since'), SOON).toBe(true)
    await expect.poll(() => rows(page), SOON).toBe(1)
    await page.getByRole('link', { name: '7 days' }).click()
    await bars.first().focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByText('No matching sessions').waitFor()
  })
})

describe('a chart', () => {
  it('counts every session, with several filters too', async ({ visit }) => {
    const { page } = visit
    await withManySessions(visit, 150)
    await visit.open('/sessions?period=24h&country=DE', 'Sessions')
    const chart = page.getByRole('region', { name: 'Sessions over time' })
    await chart.getByText(/^150 sessions · /).waitFor()
    await visit.open('/sessions?period=24h&country=DE&browser=Chrome', 'Sessions')
    await chart.getByText(/^150 sessions · /).waitFor()
    await visit.open('/sessions?period=24h&country=DE&browser=Firefox', 'Sessions')
    await page.getByText('No matching sessions').waitFor()
  })
})

describe('the overview', () => {
  it('shows shares, trend and properties, and filters by a click', async ({ visit }) => {
    const { page } = visit
    await withSessions(visit, 'first visitor', 'second visitor')
    await withSurvey(visit)
    await visit.open('/', 'Overview')
    await page.getByRole('link', { name: /^2 visits/ }).waitFor()
    await page.getByText(/^2 visits in the last 7 days, 2 bots \(100%\)\.$/).waitFor()
    await page.getByRole('link', { name: SURVEY }).waitFor()
    await page.getByText('just now').first().waitFor()
    expect(await page.getByRole('region', { name: 'Referrers' }).count()).toBe(0)
    await page.getByRole('region', { name: 'Browsers' }).getByRole('link').click()
    await expect.poll(() => new URL(page.url()).searchParams.get('browser'), SOON).toBe('Headless Chrome')
    await page.getByRole('link', { name: /^Browser: Headless Chrome/ }).waitFor()
    await page.getByText('More filters').click()
    await page.getByLabel('Operating system', { exact: true }).selectOption('iOS')
    await page.getByText('No sessions in this period').waitFor()
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await page.getByRole('link', { name: '24 hours' }).click()
    expect(new URL(page.url()).searchParams.get('period')).toBe('24h')
    await page.locator('.bars a').last().hover()
    await page.locator('.hover-card').getByText('Reject').waitFor()
    await page.getByRole('link', { name: /^2 bots/ }).click()
    await visit.heading('Sessions').waitFor()
    await expect.poll(() => rows(page), SOON).toBe(2)
  })

  it('lists the sites that visitors came from, and filters by one', async ({ visit }) => {
    const { page } = visit
    await withManySessions(visit, 3)
    await visit.open('/overview?period=24h', 'Overview')
    await page
      .getByRole('region', { name: 'Referrers' })
      .getByRole('link', { name: 'search.example' })
      .click()
    await page.getByRole('link', { name: /^Referrer: search\.example/ }).waitFor()
    await page.getByRole('link', { name: /^3 visits/ }).waitFor()
  })

  it('zooms into the period that is dragged over', async ({ visit }) => {
    const { page } = visit
    await withSessions(visit, 'first visitor')
    await visit.open('/overview?period=7d', 'Overview')
    const bars = page.locator('.bars')
    await bars.locator('a').first().waitFor()
    const { x = 0, y = 0, width = 0, height = 0 } = (await bars.boundingBox()) ?? {}
    const at = (share: number) => [x + width * share, y + height / 2] as const
    await page.mouse.move(...at(0.9))
    await page.mouse.down()
    await page.mouse.move(...at(0.7), { steps: 4 })
    await page.locator('.zoom').waitFor()
    await page.mouse.move(...at(0.999), { steps: 4 })
    await page.mouse.up()
    // It stays on this page: a click would open the list of sessions.
    await visit.heading('Overview').waitFor()
    const search = () => new URL(page.url()).searchParams
    await expect.poll(() => search().has('since'), SOON).toBe(true)
    const days = (Number(search().get('until')) - Number(search().get('since'))) / 86_400_000
    expect(days).toBeGreaterThan(0.2)
    expect(days).toBeLessThan(1.5)
    await page.getByRole('link', { name: /^1 visit\b/ }).waitFor()
    await page.getByRole('link', { name: '7 days' }).click()
    await expect.poll(() => search().has('since'), SOON).toBe(false)
  })

  it('explains an empty workspace', async ({ visit }) => {
    await visit.open('/', 'Overview')
    await visit.page.getByText('No sessions yet').waitFor()
    await visit.page.getByRole('link', { name: 'Set up the script' }).waitFor()
  })
})

describe('a session', () => {
  it('is opened, replayed and labeled', async ({ visit }) => {
    const { page, heading, button } = visit
    await withSessions(visit, 'first visitor')
    await visit.open('/sessions', 'Sessions')
    await page.locator('tbody tr .row-link').first().click()
    await heading(RECORDED_VISIT).waitFor()
    await page.getByRole('heading', { name: 'What decided the score' }).waitFor()
    expect(await page.locator('.checks > li').count()).toBe(15)
    expect(await page.getByText(/^(?:\S.+ )?Without it, .*\d+\.$/).count()).toBeGreaterThan(0)
    const points = await page.locator('.score-parts strong').allTextContents()
    const score = Number(await page.locator('.result-score strong').textContent())
    expect(points.reduce((sum, text) => sum + Number(text), 0)).toBe(score)
    await page.locator('.log').getByText(`Clicked "${RECORDED_BUTTON}"`).waitFor()
    const position = page.getByRole('slider', { name: 'Position' })
    const at = async () => Number(await position.inputValue())
    await page.getByLabel('Speed').selectOption('16')
    await button('Play').click()
    await expect.poll(at, SOON).toBeGreaterThan(300)
    await expect
      .poll(() => page.locator('.stage .path').getAttribute('points'), SOON)
      .toMatch(/\d+,\d+ \d+,\d+/)
    await page
      .getByRole('button', { name: /in the replay$/ })
      .first()
      .click()
    expect(new URL(page.url()).searchParams.get('check')).not.toBeNull()
    await page.getByLabel('Note (optional)').fill('too fast')
    await button('Mark as bot').click()
    await page.getByText(/^Marked as bot by .*: too fast$/).waitFor()
    await page.reload()
    await page.getByText(/^Marked as bot by .*: too fast$/).waitFor()
    expect(await button('Mark as bot').getAttribute('aria-pressed')).toBe('true')
    await page.getByLabel('Note (optional)').fill('far too fast')
    await button('Save note').click()
    await page.getByText(/^Marked as bot by .*: far too fast$/).waitFor()
    expect(await button('Save note').count()).toBe(0)
  })

  it('has an event log that follows the replay and seeks it, and one duration', async ({ visit }) => {
    const { page, heading } = visit
    await withSessions(visit, 'first visitor')
    await visit.open('/sessions', 'Sessions')
    const row = page.locator('tbody tr .row-link').first()
    await row.click()
    await heading(RECORDED_VISIT).waitFor()
    const name = (await heading(RECORDED_VISIT).textContent()) ?? ''
    const [seconds = ''] = /[\d.]+(?=\ss ·)/.exec(name) ?? []
    const clock = page.locator('.clock')
    await clock.getByText(new RegExp(`/ 0:0?${seconds.replace('.', '\\.')}`)).waitFor()
    const log = page.getByRole('list', { name: 'Event log' })
    const entry = log.getByRole('button', { name: `Clicked "${RECORDED_BUTTON}"` }).first()
    await entry.click()
    const at = (await entry.locator('.mono').textContent()) ?? ''
    await clock.getByText(new RegExp(`^${at} /`)).waitFor()
    const current = log.locator('[aria-current]')
    await current.getByText(`Clicked "${RECORDED_BUTTON}"`).waitFor()
    await page.getByRole('slider', { name: 'Position' }).fill('0')
    await expect.poll(() => page.url(), SOON).not.toContain('at=')
    await current.getByText(/^Navigated to/).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await log.evaluate((list) => list.scrollTo(0, list.scrollHeight))
    const slider = page.getByRole('slider', { name: 'Position' })
    await slider.press('End')
    await slider.press('Home')
    const isInView = () =>
      current.evaluate((one) => {
        const [own, box] = [one, one.parentElement as Element].map((each) => each.getBoundingClientRect())
        return (
          own !== undefined && box !== undefined && own.top >= box.top - 1 && own.bottom <= box.bottom + 1
        )
      })
    await expect.poll(isInView, SOON).toBe(true)
    expect(await axeViolations(page)).toEqual([])
  })

  it('has a printable summary with the points, and an export', async ({ visit }) => {
    const { page } = visit
    const [id] = await withSessions(visit, 'first visitor')
    await visit.open(`/sessions/${id}`, RECORDED_VISIT)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export as JSON' }).click(),
    ])
    expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toHaveProperty('session_id')
    await page.getByRole('link', { name: 'Printable summary' }).click()
    const sheet = page.locator('.reason-sheet')
    await sheet.waitFor()
    expect(await sheet.textContent()).not.toMatch(/Detected|Auto-|risk|capped|found:/i)
    expect(await sheet.textContent()).toMatch(/Counted.*\(\d+ points?\)/)
    expect(await sheet.textContent()).toMatch(/Together: \d+ of 100 points\./)
  })
})

describe('linked sessions', () => {
  it('are marked all at once, and undone', async ({ visit }) => {
    const { page, button, owner } = visit
    await withLinkedSessions(visit)
    await visit.open('/session-clusters', 'Linked sessions')
    const cluster = page.getByRole('region', { name: 'One IP address, 5 visits, 5 accounts' })
    await cluster.getByRole('img', { name: 'The rhythms of 5 visits over each other' }).waitFor()
    const labels = async () =>
      (await owner.get<{ items: { label: string | null }[] }>('/sessions')).json.items.map(
        ({ label }) => label,
      )
    await page.setViewportSize({ width: 390, height: 844 })
    for (const row of await cluster.locator('tbody tr').all())
      expect((await row.boundingBox())?.height).toBeLessThanOrEqual(64)
    await cluster.getByRole('button', { name: 'Mark 5 as bots' }).click()
    await cluster.getByText('5 sessions marked as bots.').waitFor()
    expect(await labels()).toEqual(LINKED_USERS.map(() => 'bot'))
    expect(await axeViolations(page)).toEqual([])
    await button('Undo').click()
    await expect.poll(labels, SOON).toEqual(LINKED_USERS.map(() => null))
    await cluster.getByRole('link', { name: /^second account/ }).click()
    await page.getByRole('heading', { name: 'Replay' }).waitFor()
  })
})

describe('risk settings', () => {
  it('show their effect before they are saved', async ({ visit }) => {
    const { page, button } = visit
    await withSessions(visit, 'first visitor')
    await withLabel(visit)
    await visit.open('/settings', 'Risk settings')
    const weight = page.getByLabel('Automation tool: points')
    await weight.fill('0')
    await page.getByLabel('Monitor only').check()
    // The effect appears by itself, beside the ranges too.
    await page
      .getByRole('status')
      .getByText(/^[12] sessions? changes?$/)
      .waitFor()
    await page.locator('.band-strip b').first().waitFor()
    await page.getByText(/^Based on the newest [12] of 2 stored sessions, without labels$/).waitFor()
    await page.locator('.what-if').getByRole('link', { name: RECORDED_VISIT }).first().waitFor()
    await page.getByText('Flagged now (Review or Reject)').waitFor()
    await button('Save').click()
    await page.getByText(/^Saved\./).waitFor()
    await page.reload()
    await expect.poll(() => weight.inputValue(), SOON).toBe('0')
  })
})

describe('privacy', () => {
  it('exports the data of a user, and erases it', async ({ visit }) => {
    const { page, button } = visit
    await withSessions(visit, 'first visitor', 'second visitor')
    await visit.open('/privacy', 'Privacy')
    const card = (name: string) => page.locator('.card', { has: page.getByRole('heading', { name }) })
    await card("Export a person's data").getByLabel('User id').fill('second visitor')
    const downloading = page.waitForEvent('download')
    await button('Export').click()
    const file = await (await downloading).path()
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      sessions: [{ user_id: 'second visitor' }],
    })
    await page.getByText('Export complete.').waitFor()
    await card("Erase a person's data").getByLabel('User id').fill('second visitor')
    await page.getByLabel('Yes, erase this data permanently').check()
    await button('Erase').click()
    await page.getByText(/^Erased: 1 session,/).waitFor()
    await visit.open('/sessions', 'Sessions')
    await expect.poll(() => rows(page), SOON).toBe(1)
  })
})

describe('surveys', () => {
  it('play back how an answer was typed, at typing_url', async ({ visit }) => {
    const { page, heading } = visit
    const { checks, typing_url } = await withSurvey(visit)
    expect(checks.q1).toContain('Partial pasting')
    await page.goto(typing_url)
    await heading('Typing').waitFor()
    await page.getByText('No typing was recorded for this answer').waitFor()
    const card = page.getByRole('region', { name: 'What do you like' })
    expect(await card.locator('.run.bulk').textContent()).toBe(ANSWER.slice(TYPED_CHARS))
    expect(await card.getByRole('button', { name: /Partly pasted/ }).count()).toBe(1)
    await card.getByRole('slider').fill('0')
    expect(await card.locator('.sheet').textContent()).not.toContain(ANSWER)
    await card.getByLabel('Speed').selectOption('16')
    await card.getByRole('button', { name: 'Play' }).click()
    await expect.poll(() => card.locator('.sheet').textContent(), SOON).toBe(ANSWER)
  })

  it('are listed, with their participants and similar answers', async ({ visit }) => {
    const { page } = visit
    await withSurvey(visit)
    await visit.open('/surveys', 'Surveys')
    await page.getByRole('link', { name: SURVEY }).click()
    const row = page.getByRole('row', { name: /^p-1/ })
    await row.getByText('Partly pasted').waitFor()
    expect(await row.locator('mark').allTextContents()).toEqual([ANSWER.slice(TYPED_CHARS)])
    await page.getByRole('link', { name: 'Questions' }).click()
    await page.getByText('2 answered, 0 empty').first().waitFor()
    await page.getByRole('link', { name: 'Similar answers' }).click()
    const group = page.getByRole('region', { name: /^Similar answers to/ })
    await expect.poll(() => group.getByRole('listitem').count(), SOON).toBe(2)
    await group.getByRole('button', { name: 'Remove all 2' }).click()
    await expect.poll(() => group.getByText('Remove', { exact: true }).count(), SOON).toBe(2)
    expect(await group.getByText('Computed: Review', { exact: true }).count()).toBe(2)
    await page.getByText('2 reviewed by a person.').waitFor()
    await page.getByRole('link', { name: 'Participants' }).click()
    await page.getByLabel('Not reviewed yet (0)').check()
    await page.getByText('No matching participants').waitFor()
  })

  it('show the verdict and the evidence in the answer, and keep earlier analyses', async ({ visit }) => {
    const { page, button } = visit
    await withSurvey(visit)
    await visit.open(`/surveys/${SURVEY}`, 'Survey')
    await page
      .getByRole('row', { name: /p-1/ })
      .getByText(/^Severity: (strong|medium|weak)$/)
      .waitFor()
    await page.getByRole('link', { name: 'p-1' }).click()
    const marked = page.locator('blockquote mark')
    await marked.first().waitFor()
    expect(await marked.allTextContents()).toEqual([ANSWER.slice(TYPED_CHARS)])
    expect(await marked.first().getAttribute('title')).toBe('Partly pasted')
    const [quote] = await page.locator('blockquote').allTextContents()
    expect(quote).toBe(ANSWER)
    const analyses = page.getByRole('group', { name: 'Analyses' }).locator('tbody tr')
    // The second when p-2 gave the same answer to q2.
    expect(await analyses.count()).toBe(2)
    await button('Analyze again').click()
    await expect.poll(() => analyses.count(), SOON).toBe(3)
    await page.getByRole('link', { name: 'Show', exact: true }).first().click()
    await page.getByText('This is an earlier analysis.').waitFor()
    await page.getByRole('link', { name: 'Show the latest' }).click()
    await expect.poll(() => page.getByText('This is an earlier analysis.').count(), SOON).toBe(0)
  })

  it('have a methods paragraph for a paper and a report for the panel', async ({ visit }) => {
    const { page } = visit
    await withSurvey(visit)
    await visit.owner.send('PUT', `/surveys/${SURVEY}/participants/p-2/verdict`, { verdict: 'remove' })
    await visit.open(`/surveys/${SURVEY}`, 'Survey')
    const download = async (name: string) => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name, exact: true }).click(),
      ])
      return readFile(await file.path(), 'utf8')
    }
    await page.getByRole('link', { name: 'Methods' }).click()
    await page.getByText(/We removed 1 of 2 participants \(50\.0%\)/).waitFor()
    expect(await download('Exclusion table (CSV)')).toContain('All participants,2,')
    await page.getByRole('link', { name: 'Panel report' }).click()
    await page.getByText('1 of 2 participants removed').waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(await download('Table (CSV)')).toContain('p-2,Cross-duplicate response,reviewer')
    expect(await download('Printable page (HTML)')).toContain('<td>p-2</td>')
  })

  it('are checked from a file, with progress and a file to download', async ({ visit }) => {
    const { page, button } = visit
    await visit.open('/uploads', 'Analyze a file')
    const rows = Array.from(
      { length: 12 },
      (_, i) => `p${i},"I liked visit ${i} to the market, it was lively and warm"`,
    )
    await page.locator('input[type=file]').setInputFiles({
      name: 'market.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`participant,What did you like?\n${rows.join('\n')}\n`),
    })
    await page.getByText('open-ended: 12 of 12 answers have four words or more').waitFor()
    expect(await page.getByLabel('What did you like?').isChecked()).toBe(true)
    await page.getByText('1 other column').click()
    await page.getByRole('checkbox', { name: 'participant participant ID' }).waitFor()
    await page.getByLabel('Column with the participant ID').selectOption('participant')
    await page.getByLabel('Question as participants saw it').fill('What did you like about the market?')
    await page.getByLabel('Type of answer').selectOption('List')
    await page.getByText('Turn off checks').click()
    await page.getByLabel('Same answer as others').check()
    await button('Analyze answers').click()
    await visit.heading('Survey market').waitFor()
    await page.getByRole('link', { name: 'p11' }).waitFor()
    expect(await page.getByText('Same answer as others').count()).toBe(0)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Everything' }).click(),
    ])
    expect(readFileSync(await download.path(), 'utf8').split('\n').length).toBeGreaterThan(12)
    await visit.open('/uploads', 'Analyze a file')
    await page.getByText(/^12 rows processed/).waitFor()
    await page.getByText('Summary').click()
    await page.getByText(/^12 participants: 0 failed a check\./).waitFor()
  })

  it('warn before a name joins an existing survey', async ({ visit }) => {
    const { page } = visit
    await withSurvey(visit)
    await visit.open('/uploads', 'Analyze a file')
    await page.locator('input[type=file]').setInputFiles({
      name: 'other.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('participant,Why?\np-1,I liked the long walk\n'),
    })
    const warning = page.getByText(`The survey “${SURVEY}” exists, with 2 participants.`)
    await page.getByLabel('Name of the survey').fill(`${SURVEY} 2`)
    await page.getByRole('button', { name: 'Analyze answers' }).waitFor()
    expect(await warning.count()).toBe(0)
    await page.getByLabel('Name of the survey').fill(SURVEY)
    await warning.waitFor()
    await page.getByLabel('Name of the survey').fill('')
    await expect.poll(() => warning.count(), SOON).toBe(0)
  })

  it('are read again in the encoding that the user chooses', async ({ visit }) => {
    const { page } = visit
    await visit.open('/uploads', 'Analyze a file')
    await page.locator('input[type=file]').setInputFiles({
      name: 'why.csv',
      mimeType: 'text/csv',
      buffer: Buffer.concat([Buffer.from('id,why\n1,'), Buffer.from('cfeef2eeecf320f7f2ee', 'hex')]),
    })
    await page.getByText('The encoding of this file is not clear.').waitFor()
    await page.getByLabel('Encoding').selectOption('windows-1251')
    await page.getByText('1 participant row, windows-1251.').waitFor()
    await page.getByText('No column of open-ended answers is selected.').waitFor()
  })
})
