/** 500 hostile strings in every recorded field: the dashboard shows them as text without side effects. */
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { event, record } from '../service/recorded_session.ts'
import { surveyClient } from '../service/survey_client.ts'
import { type DashboardVisit, openDashboard, SOON } from './dashboard_page.ts'
import { HOSTILE_STRINGS } from './hostile_strings.ts'

const SESSIONS = 25
const TAGS = HOSTILE_STRINGS.length / SESSIONS
const SURVEY = `survey ${HOSTILE_STRINGS[1]}`
const PARTICIPANTS = 5
const QUESTIONS = HOSTILE_STRINGS.length / PARTICIPANTS

const it = openDashboard()

const sessionId = (i: number) => `hostile${String(i).padStart(15, '0')}`

/** Elements and globals that only injected markup could create. */
const injectedElements = (page: Page) =>
  page.evaluate(() => ({
    nodes: document.querySelectorAll(
      '#root :is(script, iframe, img, style, object, embed, base, math, marquee, [onerror], [onload], [ontoggle], [onmouseover])',
    ).length,
    links: [...document.querySelectorAll('#root a')].filter(
      (link) => !/^https?:/.test((link as HTMLAnchorElement).protocol),
    ).length,
    outside: document.querySelectorAll('body > :not(#root, noscript)').length,
  }))
const NONE = { nodes: 0, links: 0, outside: 0 }

async function expectCalm({ page, noise }: DashboardVisit): Promise<void> {
  expect(await injectedElements(page)).toEqual(NONE)
  expect(noise.filter((line) => !/status of 401/.test(line))).toEqual([])
}

describe('500 hostile strings', () => {
  it('are 500, and the test detects a page that renders them as markup', async ({ visit }) => {
    expect(new Set(HOSTILE_STRINGS).size).toBe(500)
    const control = await visit.context.newPage()
    const dialogs: string[] = []
    control.on('dialog', async (dialog) => {
      dialogs.push(dialog.message())
      await dialog.dismiss()
    })
    await control.setContent(HOSTILE_STRINGS.slice(0, 60).join('\n'))
    await expect.poll(() => dialogs.length, SOON).toBeGreaterThan(0)
    await control.close()
  })

  it('are safe as users, tags, element names and paths of sessions', async ({ visit }) => {
    const { page } = visit
    const now = visit.service.services.now()
    for (let i = 0; i < SESSIONS; i++) {
      const tags = HOSTILE_STRINGS.slice(i * TAGS, (i + 1) * TAGS)
      const events = tags.flatMap((text, j) => [
        event('navigation', j * 20, {}, ['path', text]),
        event('click', j * 20 + 10, { x: 5, y: 5 }, ['button', text]),
      ])
      await visit.workspace.append(sessionId(i), record(events, [], { origin: now - 60_000 }), {
        userId: `user ${tags[3]}`,
        tags,
        receivedAt: now,
      })
    }
    await visit.open('/sessions', 'Sessions')
    await expect.poll(() => page.locator('tbody tr').count(), SOON).toBe(SESSIONS)
    expect(await page.locator('.row-tags').count()).toBe(SESSIONS)
    await expectCalm(visit)
    for (let i = 0; i < SESSIONS; i += 4) {
      await page.goto(`${visit.service.address}/app/sessions/${sessionId(i)}`)
      await page.locator('.log li').nth(TAGS).waitFor()
      await expectCalm(visit)
    }
    await page.goto(`${visit.service.address}/app/sessions/${sessionId(0)}/reasons`)
    await page.locator('.reason-sheet').waitFor()
    await expectCalm(visit)
  })

  it('are safe as ids, questions, answers and typing histories of a survey', async ({ visit }) => {
    const { page } = visit
    const send = surveyClient(visit.service.address, visit.workspace.secretKey)
    const pages: string[] = []
    for (let i = 0; i < PARTICIPANTS; i++) {
      const texts = HOSTILE_STRINGS.slice(i * QUESTIONS, (i + 1) * QUESTIONS)
      const byQuestion = <Value>(value: (text: string) => Value) =>
        Object.fromEntries(texts.map((text, j) => [`${j} ${text}`, value(text)]))
      const { status, json } = await send({
        survey_id: SURVEY,
        participant_id: `participant ${texts[0]}`,
        questions: byQuestion((text) => text),
        responses: byQuestion((text) => text),
        question_histories: byQuestion((text) => [
          { s: text.slice(0, 9), t: 0 },
          { s: text, t: 900 },
        ]),
      })
      expect(status).toBe(200)
      pages.push(json.typing_url)
    }
    await visit.open('/surveys', 'Surveys')
    await page.locator('tbody tr a').click()
    await expect.poll(() => page.locator('tbody tr').count(), SOON).toBe(PARTICIPANTS)
    await expectCalm(visit)
    await page.locator('tbody tr th a').first().click()
    await page
      .locator('blockquote')
      .nth(QUESTIONS - 10)
      .waitFor()
    await expectCalm(visit)
    for (const url of pages) {
      await page.goto(url)
      await page
        .locator('.sheet')
        .nth(QUESTIONS - 10)
        .waitFor()
      await expectCalm(visit)
    }
    await page.goto(`${visit.service.address}/app/surveys/${encodeURIComponent(SURVEY)}/clusters`)
    await page.getByRole('link', { name: 'Similar answers' }).waitFor()
    await expectCalm(visit)
  })

  it('are safe as names that users enter and as URLs', async ({ visit }) => {
    const { page } = visit
    await visit.open('/keys', 'Keys and setup')
    for (const text of HOSTILE_STRINGS.slice(0, 6)) {
      await page.getByRole('button', { name: 'Create a key', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill(text.slice(0, 100))
      await dialog.getByRole('button', { name: 'Create a key' }).click()
      await page.getByText('Your new key').waitFor()
      await page.getByRole('button', { name: 'Done' }).click()
    }
    await expectCalm(visit)
    await visit.open('/audit', 'Audit log')
    await page.locator('tbody tr').nth(6).waitFor()
    await expectCalm(visit)
    for (const text of HOSTILE_STRINGS.filter((_, i) => i % 60 === 0)) {
      await page.goto(
        `${visit.service.address}/app/sessions?tag=${encodeURIComponent(text)}&q=${encodeURIComponent(text.slice(0, 60))}`,
      )
      await page.getByRole('heading', { level: 1, name: 'Sessions' }).waitFor()
      await expectCalm(visit)
    }
  })
})
