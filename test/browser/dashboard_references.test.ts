/** Reference answers in the dashboard: what chatbots answer to the questions of a survey. */
import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { loginTo } from '../service/dashboard_client.ts'
import { PARTICIPANTS, PASTED, personAt, QUESTIONS, REFERENCES } from '../service/reference_answers.ts'
import { surveyClient } from '../service/survey_client.ts'
import { axeViolations } from './dashboard_axe.ts'
import { type DashboardVisit, openDashboard, SOON } from './dashboard_page.ts'

const it = openDashboard()

const ID = 'spring'
const PATH = `/surveys/${ID}/references`
const TITLE = 'Reference answers'
const FIVE = REFERENCES.q1.slice(0, 5)

async function withAnswers({ service, workspace }: DashboardVisit, ...people: object[]): Promise<void> {
  const send = surveyClient(service.address, workspace.secretKey)
  for (const [at, responses] of people.entries())
    await send({ survey_id: ID, participant_id: `p-${at}`, questions: QUESTIONS, responses })
}

const withReferences = (visit: DashboardVisit, id: keyof typeof QUESTIONS) =>
  visit.owner.send('PUT', PATH, {
    question_id: id,
    question: QUESTIONS[id],
    references: REFERENCES[id],
  })

const storedBy = async ({ owner }: DashboardVisit): Promise<string[][]> =>
  (await owner.get<{ items: { references: { text: string }[] }[] }>(PATH)).json.items.map(({ references }) =>
    references.map(({ text }) => text),
  )

const cardOf = (page: Page, id: keyof typeof QUESTIONS = 'q1') =>
  page.getByRole('region', { name: QUESTIONS[id] })

const boxOf = (card: Locator) => card.getByLabel('Answers of chatbots')

const inBox = (answers: readonly string[]) => answers.join('\n\n')

/** Opens the reference answers to both questions. */
async function openBoth(visit: DashboardVisit): Promise<[Locator, Locator]> {
  await withAnswers(visit, personAt(0))
  await withReferences(visit, 'q1')
  await withReferences(visit, 'q2')
  await visit.open(PATH, 'Survey')
  const cards: [Locator, Locator] = [cardOf(visit.page), cardOf(visit.page, 'q2')]
  for (const card of cards) await card.getByText('Add reference answers').click()
  return cards
}

async function deleteAll(page: Page, card: Locator): Promise<void> {
  await card.getByRole('button', { name: 'Delete all' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete all' }).click()
}

describe('reference answers', () => {
  it('are pasted, saved, corrected and deleted', async ({ visit }) => {
    const { page } = visit
    await withAnswers(visit, personAt(0))
    await visit.open(`/surveys/${ID}/questions`, 'Survey')
    const question = page.locator('section.card', { has: page.getByRole('heading', { name: QUESTIONS.q1 }) })
    await question.getByText(/^0 reference answers\./).waitFor()
    await page.getByRole('link', { name: TITLE, exact: true }).click()
    const card = cardOf(page)
    await card.getByText('0 reference answers', { exact: true }).waitFor()
    expect(await card.getByRole('button', { name: 'Delete all' }).count()).toBe(0)

    expect(await card.getByRole('button', { name: 'Ask the configured chatbot' }).count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    const prompts = await card.locator('.copy code').allTextContents()
    expect(prompts).toHaveLength(3)
    for (const prompt of prompts) expect(prompt).toContain(QUESTIONS.q1)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await card.getByRole('button', { name: 'Copy: Prompt, short' }).click()
    await card.getByRole('button', { name: 'Copied: Prompt, short' }).waitFor()
    expect(await copied()).toBe(prompts[2])
    await card.getByRole('button', { name: 'Copy all: All prompts' }).click()
    await card.getByRole('button', { name: 'Copied: All prompts' }).waitFor()
    expect(await copied()).toBe(inBox(prompts))

    const box = boxOf(card)
    await box.fill('only three words')
    await card.getByRole('button', { name: 'Save' }).click()
    expect(await card.getByRole('alert').textContent()).toBe(
      'Answers of chatbots must have at least 4 words.',
    )
    expect(await box.getAttribute('aria-invalid')).toBe('true')
    expect(await box.inputValue()).toBe('only three words')
    expect(await axeViolations(page)).toEqual([])
    expect(await storedBy(visit)).toEqual([])

    await card.getByText('Add reference answers').click()
    await card.getByText('Add reference answers').click()
    expect(await box.inputValue()).toBe('only three words')
    await box.fill(inBox(FIVE))
    await card.getByRole('button', { name: 'Save' }).click()
    await card.getByText('Saved 5 reference answers. Participants are being analyzed again.').waitFor()
    await card.getByText('5 reference answers', { exact: true }).waitFor()
    await card.getByText('5 of 5 needed. Ten find more.').waitFor()
    expect(await storedBy(visit)).toEqual([FIVE])

    await visit.open(`/surveys/${ID}/questions`, 'Survey')
    await question.getByText('5 reference answers. 5 of 5 needed. Ten find more.').waitFor()
    await page.goBack()
    await card.getByText('5 reference answers', { exact: true }).waitFor()
    await card.getByText('Add reference answers').click()
    expect(await box.inputValue()).toBe(inBox(FIVE))
    const four = FIVE.filter((_, at) => at !== 1)
    await box.fill(inBox(four))
    await card.getByRole('button', { name: 'Save' }).click()
    await card.getByText('4 of 5 needed. Not used yet.').waitFor()
    expect(await storedBy(visit)).toEqual([four])

    const remove = card.getByRole('button', { name: 'Delete all' })
    await remove.click()
    const dialog = page.getByRole('dialog', { name: 'Delete these reference answers?' })
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Close' }).click()
    expect(await storedBy(visit)).toHaveLength(1)
    await remove.click()
    await dialog.getByRole('button', { name: 'Delete all' }).click()
    await card.getByText('Deleted. Participants are being analyzed again.').waitFor()
    await card.getByText('0 reference answers', { exact: true }).waitFor()
    await expect.poll(() => box.inputValue(), SOON).toBe('')
    expect(await storedBy(visit)).toEqual([])
  })

  it('are gone after a deletion, also if the list is not reloaded', async ({ visit }) => {
    const { page } = visit
    const [first, second] = await openBoth(visit)
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
    const list = `/v1${PATH}`
    await page.route(`**${list}`, async (route) => {
      if (route.request().method() !== 'GET') return route.continue()
      await isReleased
      // The page has canceled the first request. The second one fails, as on a busy service.
      await route.fulfill({ status: 408, json: {} }).catch(() => {})
    })
    const canceled = page.waitForEvent('requestfailed', (request) => request.url().endsWith(list))
    const reload = page.waitForRequest(
      (request) => request.method() === 'GET' && request.url().endsWith(list),
    )
    await deleteAll(page, first)
    await reload
    await boxOf(second).fill(inBox(REFERENCES.q2.slice(1)))
    await second.getByRole('button', { name: 'Save' }).click()
    await canceled
    release()
    await second.getByText('Saved 5 reference answers.').waitFor()
    await first.getByText('Deleted.').waitFor()
    expect(await boxOf(first).inputValue()).toBe('')
    expect(await boxOf(second).inputValue()).toBe(inBox(REFERENCES.q2.slice(1)))
    await first.getByText('0 reference answers', { exact: true }).waitFor()
    await expect.poll(() => visit.noise.splice(0), SOON).toEqual([expect.stringContaining('408')])
  })

  it('control: a deletion does not discard unsaved text of another question', async ({ visit }) => {
    const [first, second] = await openBoth(visit)
    await boxOf(second).fill('not saved')
    await deleteAll(visit.page, first)
    await first.getByText('0 reference answers', { exact: true }).waitFor()
    await expect.poll(() => boxOf(first).inputValue(), SOON).toBe('')
    expect(await boxOf(second).inputValue()).toBe('not saved')
  })

  it('say how many are usable, and what was left out', async ({ visit }) => {
    await withAnswers(visit, personAt(0))
    await visit.open(PATH, 'Survey')
    const card = cardOf(visit.page)
    const [first = '', second = '', ...others] = FIVE
    const pieces = [
      QUESTIONS.q1,
      `Certainly! Here is one:\n\n${first}\n\nLet me know if you need more.`,
      `1. ${second}\n${others.map((text, at) => `${at + 2}. ${text}`).join('\n')}`,
      first,
      'too short',
    ]
    await boxOf(card).fill(inBox(pieces))
    await card.getByRole('button', { name: 'Save' }).click()
    await card.getByText('Saved: 5 of 7 answers are usable. Participants are being analyzed again.').waitFor()
    const dropped = card.getByRole('list', { name: 'Left out' }).getByRole('listitem')
    expect(await dropped.allTextContents()).toEqual([
      `${first} is there twice`,
      'too short must have at least 4 words',
    ])
    expect(await axeViolations(visit.page)).toEqual([])
    expect(await storedBy(visit)).toEqual([FIVE])
  })

  it('show a problem at its field, and keep the answers', async ({ visit }) => {
    const { page } = visit
    await withAnswers(visit, personAt(0))
    await visit.open(PATH, 'Survey')
    const card = cardOf(page)
    await card.getByRole('button', { name: 'Save' }).click()
    expect(await card.getByRole('alert').textContent()).toBe(
      'Answers of chatbots must have at least 4 words.',
    )
    await card
      .getByLabel('Question as participants saw it')
      .fill('Was gefällt Ihnen an dem Ort, an dem Sie wohnen?')
    await boxOf(card).fill(FIVE[0] as string)
    await card.getByRole('button', { name: 'Save' }).click()
    await card.getByRole('alert').getByText('Question as participants saw it must be in English').waitFor()
    expect(await boxOf(card).inputValue()).toBe(FIVE[0])
  })

  it('are not replaced after somebody else changed them', async ({ visit }) => {
    const { page } = visit
    await withAnswers(visit, personAt(0))
    await visit.open(PATH, 'Survey')
    const card = cardOf(page)
    await boxOf(card).fill(FIVE[0] as string)
    await withReferences(visit, 'q1')
    await card.getByRole('button', { name: 'Save' }).click()
    const problem = 'Somebody else changed this at the same time. Nothing was saved. Reload it and try again.'
    await card.getByRole('alert').getByText(problem, { exact: true }).waitFor()
    expect(await boxOf(card).inputValue()).toBe(FIVE[0])
    expect(await storedBy(visit)).toEqual([REFERENCES.q1])
    expect(visit.noise.splice(0)).toEqual([expect.stringContaining('status of 409')])

    await page.reload()
    await card.getByText('Add reference answers').click()
    const others = REFERENCES.q1.filter((_, at) => at !== 1)
    await boxOf(card).fill(inBox(others))
    await card.getByRole('button', { name: 'Save' }).click()
    await card.getByText('Saved 5 reference answers. Participants are being analyzed again.').waitFor()
    expect(await storedBy(visit)).toEqual([others])
  })

  it('control: a viewer reads them and cannot change them', async ({ visit }) => {
    await withAnswers(visit, personAt(0))
    await withReferences(visit, 'q1')
    await visit.open(PATH, 'Survey')
    const saves = async (page: Page, summary: string) => {
      await cardOf(page).getByText(summary).click()
      await cardOf(page)
        .getByText(FIVE[0] as string)
        .first()
        .waitFor()
      return page.getByRole('button', { name: /Save|Delete all|Copy all/ }).count()
    }
    expect(await saves(visit.page, 'Add reference answers')).toBe(5)

    const guest = await visit.newGuest()
    const { cookie } = await loginTo(visit.service, visit.workspace.id, 'viewer')
    const [name = '', value = ''] = cookie.split('=', 2)
    await guest.context().addCookies([{ name, value, url: visit.service.address }])
    await guest.goto(`${visit.service.address}/app${PATH}`)
    await cardOf(guest).getByText('6 reference answers', { exact: true }).waitFor()
    expect(await saves(guest, 'Show the reference answers')).toBe(0)
    expect(await axeViolations(guest)).toEqual([])
  })

  it('stand beside an answer that resembles them, with the shared words marked', async ({ visit }) => {
    const { page, owner } = visit
    await withAnswers(visit, PASTED, ...Array.from({ length: PARTICIPANTS }, (_, at) => personAt(at)))
    await visit.open(`/surveys/${ID}`, 'Survey')
    const missing = page.getByText('Copied chatbot answers are mostly missed')
    await missing.getByText('no question has 5 reference answers').waitFor()
    await page.getByRole('row', { name: 'p-0' }).waitFor()
    const changed = page.getByLabel(/^Changed since the first analysis/)
    expect(await changed.count()).toBe(0)
    await page.getByRole('link', { name: 'Add them, in about five minutes' }).click()
    await boxOf(cardOf(page, 'q2')).waitFor()
    await visit.open(`/surveys/${ID}/participants/p-0`, 'Participant')
    const closest = page.getByText('The closest reference answer, from a chatbot')
    await page.getByRole('heading', { name: QUESTIONS.q1 }).waitFor()
    expect(await closest.count()).toBe(0)

    await withReferences(visit, 'q1')
    await withReferences(visit, 'q2')
    const isRunning = async () =>
      (await owner.get<{ running: boolean }>(`/surveys/${ID}/analyze-again`)).json.running
    await expect.poll(isRunning, SOON).toBe(false)
    await page.reload()
    await expect.poll(() => closest.count(), SOON).toBe(2)
    const [answer, reference] = await page.locator('.card .columns').first().locator('blockquote').all()
    expect(await answer?.textContent()).toBe(PASTED.q1)
    expect(REFERENCES.q1).toContain(await reference?.textContent())
    const marked = (await reference?.locator('mark').allTextContents()) ?? []
    expect(marked).toContain('community')
    for (const word of marked) expect(PASTED.q1.toLowerCase()).toContain(word.toLowerCase())
    expect(await axeViolations(page)).toEqual([])

    await visit.open(`/surveys/${ID}`, 'Survey')
    await changed.check()
    const rows = page.getByRole('table').getByRole('rowheader')
    // Those who answered first were compared with few others.
    const counted = async () =>
      (await page.getByText(/^Changed since the first analysis/).textContent())?.match(/\d+/)?.[0]
    await expect.poll(async () => String(await rows.count()), SOON).toBe(await counted())
    const row = rows.filter({ has: page.getByRole('link', { name: 'p-0', exact: true }) })
    await row.waitFor()
    expect(await rows.count()).toBeLessThan(PARTICIPANTS)
    expect(await missing.count()).toBe(0)
    await page.keyboard.press('c')
    expect(await page.getByRole('dialog').count()).toBe(0)
    const isFocused = (link: Locator) => link.evaluate((element) => element === document.activeElement)
    await page.keyboard.press('j')
    expect(await isFocused(rows.nth(0).getByRole('link'))).toBe(true)
    await page.keyboard.press('j')
    expect(await isFocused(rows.nth(1).getByRole('link'))).toBe(true)
    await page.keyboard.press('k')
    expect(await isFocused(rows.nth(0).getByRole('link'))).toBe(true)
    await row.getByRole('link').focus()
    await page.keyboard.press('c')
    const comparison = page.getByRole('dialog', { name: 'Compare p-0' })
    await comparison.getByText('The closest reference answer, from a chatbot').first().waitFor()
    await expect.poll(() => closest.count(), SOON).toBe(2)
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => comparison.count(), SOON).toBe(0)
    await rows.getByRole('button', { name: 'Compare p-0' }).click()
    await comparison.waitFor()
  })
})
