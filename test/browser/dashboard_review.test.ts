/** Reviewing in the dashboard: from a file to clean rows, and the queues that are worked by keyboard. */

import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { SessionItem } from '../../src/contract/dashboard/sessions.ts'
import { axeViolations } from './dashboard_axe.ts'
import { openDashboard, SOON } from './dashboard_page.ts'
import { RECORDED_VISIT, SURVEY, withSessions, withSurvey } from './dashboard_state.ts'

const it = openDashboard()

const COPIED = 'The market is lively and warm, and the bread of the second stall is the best in town.'
const ROWS = [
  ['p1', COPIED],
  ['p2', COPIED],
  ['p3', 'I come for the cheese and stay because my neighbours drink their coffee there.'],
  ['p4', 'the cheese'],
]
const FILE = `participant,What did you like?\n${ROWS.map(([id, text]) => `${id},"${text}"`).join('\n')}\n`

/** Drops a file like a person does, not into the input. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([name, text]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], name, { type: 'text/csv' }))
      return transfer
    },
    [name, text] as const,
  )
  await page.locator('.drop-zone').dispatchEvent('drop', { dataTransfer: data })
}

/** The participants in a file, except the first, of whom the others are copies. */
async function downloaded(page: Page, name: string): Promise<string[]> {
  const participants = page.getByRole('region', { name: 'Participants' })
  const link = participants.getByRole('link', { name: new RegExp(`^${name}( \\(\\d+\\))?$`) })
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
  const text = readFileSync(await file.path(), 'utf8')
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[0] as string)
    .filter((id) => id !== 'p1')
}

const EFFORT_3 = 'Most answers are rated 3 or lower'

describe('a researcher', () => {
  it('drops a file, decides, and downloads the clean rows', async ({ visit }) => {
    const { page, heading, button } = visit
    await visit.open('/uploads', 'Analyze a file')
    await drop(page, 'market.csv', FILE)
    await button('Analyze answers').click()
    await heading('Survey market').waitFor()
    const row = (id: string) => page.getByRole('row', { name: new RegExp(`^${id}\\b`) })
    await row('p2').getByText('Same answer as others').waitFor()
    expect(await row('p2').locator('[aria-pressed=true]').count()).toBe(0)
    expect(await downloaded(page, 'Keep')).toEqual(['p3', 'p4'])
    expect(await downloaded(page, 'Review')).toEqual(['p2'])

    // The analysis ends before the page sees its progress.
    await page.route(/analyze-again$/, async (route) => {
      await sleep(2_000)
      await route.continue()
    })
    await page.getByLabel('Review participants with little effort').selectOption({ label: EFFORT_3 })
    await row('p4').getByText('Most answers say almost nothing.').waitFor()
    await page.getByText('4 participants: 1 failed a check. Keep 1, review 3, remove 0.').waitFor()
    expect(await downloaded(page, 'Review')).toEqual(['p2', 'p4'])

    await row('p2').getByRole('button', { name: 'Keep' }).click()
    await row('p2')
      .getByText(/^Computed:/)
      .waitFor()
    await page.getByText('1 reviewed by a person.').waitFor()
    expect(await downloaded(page, 'Keep')).toEqual(['p2', 'p3'])
    await page
      .getByRole('group', { name: 'Filter by verdict' })
      .getByRole('button', { name: /^Review/ })
      .click()
    await expect.poll(() => row('p3').count(), SOON).toBe(0)
    expect(await downloaded(page, 'Listed participants')).toEqual(['p4'])
    expect(await downloaded(page, 'Everything')).toEqual(['p2', 'p3', 'p4'])

    await page.getByRole('group', { name: 'Filter by verdict' }).getByRole('button', { name: /^All/ }).click()
    await row('p2').getByRole('button', { name: 'Undo' }).click()
    await expect
      .poll(
        () =>
          row('p2')
            .getByText(/^Computed:/)
            .count(),
        SOON,
      )
      .toBe(0)
    expect(await axeViolations(page)).toEqual([])
  })

  it('sets a verdict with a note on the page of a participant', async ({ visit }) => {
    const { page, button } = visit
    await withSurvey(visit)
    await visit.open(`/surveys/${SURVEY}/participants/p-1`, 'Participant')
    await page.getByLabel('Note').fill('Wrote it in a notes app.')
    await button('Keep').click()
    await page.getByText('Wrote it in a notes app.').waitFor()
    await page.getByRole('link', { name: `Survey ${SURVEY}` }).click()
    await page
      .getByRole('row', { name: /^p-1/ })
      .getByText(/^Computed:/)
      .waitFor()
  })

  it('works through participants by keyboard', async ({ visit }) => {
    const { page } = visit
    await withSurvey(visit)
    await visit.open(`/surveys/${SURVEY}/review`, 'Review')
    await page
      .getByText(/Same answer as others/)
      .first()
      .waitFor()
    const [severity] = await page.locator('.review-list .under').allTextContents()
    expect(severity).toMatch(/^Severity: (strong|medium|weak)$/)
    await page.keyboard.press('k')
    await page.getByRole('status').getByText('Kept.').waitFor()
    await page.keyboard.press('r')
    await page.getByRole('heading', { name: 'Nothing to review' }).waitFor()
    await page.keyboard.press('u')
    await page.getByRole('status').getByText('Undone.').waitFor()
    await page.getByRole('link', { name: `Survey ${SURVEY}` }).click()
    await page.getByRole('button', { name: /^Review ?1$/ }).waitFor()
    await page.getByRole('button', { name: /^Keep ?1$/ }).waitFor()
  })
})

describe('the session queue', () => {
  it('is worked by keyboard, with undo and help', async ({ visit }) => {
    const { page, owner } = visit
    const ids = await withSessions(visit, 'first', 'second')
    const labels = async () =>
      (await owner.get<{ items: SessionItem[] }>('/sessions')).json.items.map(({ label }) => label)
    await visit.open('/review?queue=reject', 'Review')
    await page.getByRole('region', { name: 'Reasons' }).getByRole('listitem').first().waitFor()
    const current = page.locator('.review-list [aria-current=true]')
    const [first, second] = await page.locator('.review-list button').allTextContents()
    expect(await page.locator('.review-list button').count()).toBe(ids.length)
    expect(await current.textContent()).toBe(first)
    await page.keyboard.press('j')
    expect(await current.textContent()).toBe(second)
    await page.keyboard.press('k')
    await page.getByLabel('Note').fill('be')
    await page.getByLabel('Note').blur()
    expect(await labels()).toEqual([null, null])
    await page.keyboard.press('b')
    await page.getByRole('status').getByText('Marked as bot.').waitFor()
    await page.keyboard.press('p')
    await page.getByRole('heading', { name: 'Nothing to review' }).waitFor()
    expect(await labels()).toEqual(['bot', 'person'])
    await page.keyboard.press('u')
    await page.getByRole('status').getByText('Undone.').waitFor()
    await expect.poll(labels, SOON).toEqual(['bot', null])
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'detached' })
  })
})

describe('similar sessions of the queue', () => {
  it('are decided together, beside a replay that plays', async ({ visit }) => {
    const { page, owner } = visit
    // The second and the third repeat the first, so both have the same detections.
    await withSessions(visit, 'first', 'second', 'third')
    await visit.open('/review?queue=reject', 'Review')
    const position = page.getByRole('region', { name: 'Replay' }).getByText(/^8× · /)
    await expect.poll(() => position.textContent(), SOON).not.toContain(' 0:00.0 /')
    await page.getByLabel(/^Apply my decision to 1 other: same page/).check()
    await page.keyboard.press('b')
    await page.getByRole('status').getByText('2 entries decided together.').waitFor()
    const { items } = (await owner.get<{ items: SessionItem[] }>('/sessions')).json
    expect(items.map(({ label }) => label)).toEqual(['bot', 'bot', null])
  })
})

describe('the page of a session', () => {
  it('has one clock, and a poster with the names of the clicked elements', async ({ visit }) => {
    const { page, heading } = visit
    const [id] = await withSessions(visit, 'visitor')
    await visit.open(`/sessions/${id}`, RECORDED_VISIT)
    await page.getByRole('img', { name: /Send my answers/ }).waitFor()
    const click = page.locator('.log li', { hasText: 'Clicked "Send my answers"' }).first()
    const time = (await click.locator('.mono').textContent()) ?? ''
    await click.getByRole('button').click()
    await expect.poll(() => page.locator('.click.new').count(), SOON).toBeGreaterThan(0)
    const duration = await page.locator('.fact', { hasText: 'Duration' }).locator('dd').textContent()
    const [minutes = 0, seconds = 0] = time.split(':').map(Number)
    // The duration is rounded down to whole seconds.
    expect(minutes * 60 + seconds).toBeLessThan(Number.parseFloat(duration ?? '') + 1)
    await page.getByRole('link', { name: 'Sessions' }).last().click()
    await heading('Sessions').waitFor()
  })
})
