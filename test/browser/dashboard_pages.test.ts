/** Administration pages of the dashboard, and requirements for every page: axe, phone width, dark mode, keyboard. */
import { describe, expect } from 'vitest'
import { EXTENSIONS } from '../../extensions/dashboard.ts'
import { EXAMPLE_SESSIONS } from '../../src/contract/example_session.ts'
import { axeViolations } from './dashboard_axe.ts'
import { type DashboardVisit, openDashboard, openUserMenu, SOON } from './dashboard_page.ts'
import {
  recordedNow,
  SURVEY,
  withKey,
  withLabel,
  withLinkedSessions,
  withMember,
  withSessions,
  withSettings,
  withSurvey,
  withUpload,
  withWebhook,
} from './dashboard_state.ts'

const it = openDashboard()

const withVisitor = (visit: DashboardVisit) => withSessions(visit, 'first visitor')

async function withHistory(visit: DashboardVisit): Promise<void> {
  await withKey(visit)
  await withLabel(visit)
  await withSettings(visit)
  await withUpload(visit)
}

describe('administration', () => {
  it('logs every change', async ({ visit }) => {
    await withHistory(visit)
    await visit.open('/audit', 'Audit log')
    for (const what of ['created a key', 'labeled as bot', 'changed the settings', 'uploaded a survey'])
      await visit.page.getByText(what).first().waitFor()
    // A member who joins is not named twice.
    const joined = visit.page.getByRole('row', { name: 'joined the workspace' }).first()
    expect((await joined.textContent())?.split(visit.email)).toHaveLength(2)
    const labeled = visit.page.getByRole('row', { name: 'labeled as bot' }).first()
    await labeled.getByRole('link', { name: 'labeled visitor' }).click()
    await visit.page.getByRole('heading', { name: 'Replay' }).waitFor()
  })

  it('shows why a webhook delivery failed', async ({ visit }) => {
    const { page, button } = visit
    await visit.open('/webhooks', 'Webhooks')
    await button('Add a webhook').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('URL').fill('https://127.0.0.1/hook')
    await dialog.getByRole('button', { name: 'Add a webhook' }).click()
    await dialog.getByRole('alert').getByText('BYHAND_WEBHOOK_PRIVATE_TARGETS=yes').waitFor()
    await dialog.getByLabel('Name').fill('Warehouse')
    await dialog.getByLabel('URL').fill('https://hooks.invalid/byhand')
    await dialog.getByRole('button', { name: 'Add a webhook' }).click()
    const secret = (await page.getByRole('region', { name: 'Signing secret' }).last().textContent()) ?? ''
    expect(secret).toMatch(/whsec_\S+/)
    await page.getByRole('link', { name: 'Warehouse' }).click()
    await button('Send test event').click()
    const delivery = page.locator('.delivery')
    await delivery.getByText('1 attempt').waitFor()
    await delivery.locator('summary').click()
    await delivery.getByText(/no response/).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await delivery.getByRole('button', { name: 'Resend' }).waitFor()
  })

  it('asks before a member is removed', async ({ visit }) => {
    const { page } = visit
    await withMember(visit)
    await visit.open('/members', 'Members')
    const members = page.locator('tbody tr')
    await expect.poll(() => members.count(), SOON).toBe(2)
    await page.getByRole('button', { name: /^Remove: / }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove this member?' })
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Close' }).click()
    expect(await members.count()).toBe(2)
    await page.getByRole('button', { name: /^Remove: / }).click()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect.poll(() => members.count(), SOON).toBe(1)
  })

  it('offers sample data in a workspace of its own, and asks before it removes it', async ({ visit }) => {
    const { page, heading, button, workspace } = visit
    await workspace.append(EXAMPLE_SESSIONS.person, recordedNow(), {
      tags: ['welcome'],
      receivedAt: Date.now(),
    })
    await visit.open('/sessions', 'Sessions')
    await heading('Sessions').waitFor()
    await page.getByRole('heading', { name: 'No sessions yet' }).waitFor()
    await button('Open the demo workspace').click()
    await expect.poll(() => page.locator('.side select option:checked').textContent(), SOON).toBe('Demo')
    await heading('Overview').waitFor()
    const sessions = async () => Number(await page.locator('.headline strong').first().textContent())
    await expect.poll(sessions, SOON).toBeGreaterThan(5)
    for (const path of ['uploads', 'keys', 'webhooks', 'members']) {
      await page.locator(`.side a[href="/app/${path}"]`).click()
      await page.getByText('Not available in the demo workspace.').waitFor()
      expect(await page.locator('main :is(input[type=file], .primary, .invite)').count()).toBe(0)
    }
    // Control: the form is there in another workspace.
    await page.locator('.side a[href="/app/uploads"]').click()
    await button('Switch to test').click()
    await page.locator('input[type=file]').waitFor({ state: 'attached' })
    await openUserMenu(page)
    await page.locator('.side select').selectOption({ label: 'Demo' })
    await heading('Overview').waitFor()
    await button('Remove demo').click()
    const dialog = page.getByRole('dialog')
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Close' }).click()
    await button('Remove demo').click()
    await dialog.getByRole('button', { name: 'Remove demo' }).click()
    await expect.poll(() => page.locator('.side select option:checked').textContent(), SOON).toBe('test')
    await page.getByRole('heading', { name: 'No sessions yet' }).waitFor()
    await openUserMenu(page)
    await page.locator('.side select').selectOption({ label: 'Demo workspace…' })
    await page.getByText('Sample data from our lab').or(page.getByText('Loading the sample data')).waitFor()
    await button('Remove demo').click()
    await dialog.getByRole('button', { name: 'Remove demo' }).click()
    await page.getByRole('heading', { name: 'No sessions yet' }).waitFor()
  })
})

type State = (visit: DashboardVisit) => Promise<unknown>
const ADDED_TABS = EXTENSIONS.flatMap(({ surveyTabs = {} }) => Object.keys(surveyTabs))
const PAGES: readonly (readonly [path: string, title: string, state?: State])[] = [
  ['/overview', 'Overview', withVisitor],
  ['/sessions', 'Sessions', withVisitor],
  ['/surveys', 'Surveys', withSurvey],
  [`/surveys/${SURVEY}`, 'Survey', withSurvey],
  [`/surveys/${SURVEY}/questions`, 'Survey', withSurvey],
  [`/surveys/${SURVEY}/references`, 'Survey', withSurvey],
  [`/surveys/${SURVEY}/clusters`, 'Survey', withSurvey],
  ...ADDED_TABS.map((tab) => [`/surveys/${SURVEY}/${tab}`, 'Survey', withSurvey] as const),
  [`/surveys/${SURVEY}/participants/p-1`, 'Participant', withSurvey],
  [`/surveys/${SURVEY}/participants/p-1/reasons`, 'Printable summary', withSurvey],
  [`/surveys/${SURVEY}/review`, 'Review', withSurvey],
  ['/review?queue=reject', 'Review', withVisitor],
  ['/session-clusters', 'Linked sessions', withLinkedSessions],
  ['/uploads', 'Analyze a file', withUpload],
  ['/quality', 'Accuracy', withLabel],
  ['/keys', 'Keys and setup', withKey],
  ['/settings', 'Risk settings', withSettings],
  ['/privacy', 'Privacy', withVisitor],
  ['/webhooks', 'Webhooks', withWebhook],
  ['/members', 'Members', withMember],
  ['/audit', 'Audit log', withHistory],
  ['/account', 'Account'],
  ['/nowhere', 'Page not found'],
]

describe('accessibility', () => {
  it('control: existing violations are found', async ({ visit }) => {
    const { page } = visit
    await visit.open('/quality', 'Accuracy')
    await page.evaluate(() => document.getElementById('content')?.append(document.createElement('img')))
    expect((await axeViolations(page)).join()).toContain('image-alt')
  })

  it.for(PAGES)('%s has no violations, and fits a phone', async ([path, title, state], { visit }) => {
    const { page } = visit
    await state?.(visit)
    await visit.open(path, title)
    await expect.poll(() => page.getByText('Loading…').count(), SOON).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    await page.setViewportSize({ width: 375, height: 812 })
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    await expect.poll(width, SOON).toBeLessThanOrEqual(375)
  })

  it('the pages of one session and of typing have no violations in dark mode', async ({ visit }) => {
    const { page, heading } = visit
    await withVisitor(visit)
    await withSurvey(visit)
    await page.emulateMedia({ colorScheme: 'dark' })
    await visit.open('/sessions', 'Sessions')
    await page.locator('tbody tr .row-link').first().click()
    await page.getByRole('heading', { name: 'What decided the score' }).waitFor()
    await page.getByRole('heading', { name: 'Replay' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Printable summary' }).click()
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    expect(await axeViolations(page)).toEqual([])
    await visit.open(`/surveys/${SURVEY}/participants/p-1`, 'Participant')
    await page.getByRole('link', { name: 'Typing' }).click()
    await heading('Typing').waitFor()
    await page.locator('.sheet').waitFor()
    expect(await axeViolations(page)).toEqual([])
  })

  it('the command palette finds pages, sessions, surveys, participants and docs by keyboard', async ({
    visit,
  }) => {
    const { page, heading } = visit
    await withVisitor(visit)
    await withSurvey(visit)
    await visit.open('/overview', 'Overview')
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog')
    const field = palette.getByRole('combobox', { name: /^Search pages/ })
    // The active entry stays in view.
    await palette.getByRole('option').first().waitFor()
    const pages = await palette.getByRole('option').count()
    for (let i = 1; i < pages; i++) await page.keyboard.press('ArrowDown')
    const last = palette.getByRole('option').last()
    expect(await last.getAttribute('aria-selected')).toBe('true')
    const [box, list] = [await last.boundingBox(), await palette.getByRole('listbox').boundingBox()]
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((list?.y ?? 0) + (list?.height ?? 0) + 1)
    await field.fill('nothing has this name')
    await page.getByText('Nothing found').waitFor()
    await field.fill(SURVEY.slice(0, 5))
    await palette.getByRole('option', { name: SURVEY, exact: true }).waitFor()
    await field.fill('p-2')
    await palette.getByRole('option', { name: /^p-2/ }).waitFor()
    await page.keyboard.press('Enter')
    await heading('Participant').waitFor()
    await page.getByText('p-2').first().waitFor()
    await page.keyboard.press('Control+k')
    await field.fill('troubleshoot')
    await palette.getByRole('option', { name: 'Troubleshoot missing sessions' }).waitFor()
    await field.fill('first vis')
    await palette.getByRole('option', { name: /^first visitor/ }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await field.fill('risk set')
    await palette.getByRole('option', { name: 'Risk settings', exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await heading('Risk settings').waitFor()
  })

  it('every control is reachable with the keyboard', async ({ visit }) => {
    const { page } = visit
    await withVisitor(visit)
    await visit.open('/sessions', 'Sessions')
    await openUserMenu(page)
    await page.locator('h1').focus()
    await page.keyboard.press('Tab')
    const visited = new Set<string>()
    for (let i = 0; i < 60; i++) {
      visited.add(await page.evaluate(() => document.activeElement?.textContent?.trim() ?? ''))
      await page.keyboard.press('Tab')
    }
    for (const name of ['Surveys', 'Keys and setup', 'Account', 'Log out', '7 days', 'More filters'])
      expect([...visited]).toContain(name)
  })
})
