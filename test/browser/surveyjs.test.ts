/** The call on a SurveyJS model with both versions of survey-core, in a real browser, against the real service. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SurveyFields, SurveyRecording } from '../../integrations/surveyjs/src/index.ts'
import { pageBundle } from './page_bundle.ts'
import { type Platform, startPlatform, strictPolicy } from './platform_pages.ts'

const MODULES = join(import.meta.dirname, '../platforms/node_modules')
const VERSIONS = {
  3: ['survey-core/survey.core.min.js', 'survey-react-ui/survey-react-ui.min.js'],
  2: ['survey-core-2/survey.core.min.js', 'survey-react-ui-2/survey-react-ui.min.js'],
}
/** No process listens there. */
const NOWHERE = 'http://127.0.0.1:1023'

const JSON_OF_SURVEY = {
  pages: [
    {
      elements: [
        { type: 'text', name: 'name', title: 'Your name' },
        { type: 'comment', name: 'likes', title: 'What do you like about your neighborhood?' },
      ],
    },
    {
      elements: [
        { type: 'comment', name: 'secret', title: 'Anything private?', byhandTrack: false },
        { type: 'text', name: 'change', title: 'What would you change there?', byhandTrack: true },
      ],
    },
  ],
}
const ANSWERS = {
  likes: 'The bakery on the corner knows my name.',
  change: 'More trees and fewer parked cars.',
}

let platform: Platform

const survey = (version: string, script: string, more: string) => `<!doctype html><title>Survey</title>
<script src="/react.js"></script><script src="/${version}/core.js"></script><script src="/${version}/ui.js"></script>
<script src="${platform.service.address}/integrations/surveyjs.js"></script>
<body><div id="root"></div><script nonce="n1">
const model = new Survey.Model(${JSON.stringify(JSON_OF_SURVEY)})
window.recording = byhandSurvey(model, { src: '${script}/byhand.js', siteKey: '${platform.workspace.siteKey}', nonce: 'n1', ${more} })
model.onComplete.add((sender) => { window.completed = sender.data })
createRoot(document.getElementById('root')).render(React.createElement(SurveyReact.Survey, { model }))
</script></body>`

beforeAll(async () => {
  platform = await startPlatform()
  const { pages, service } = platform
  const script = (body: string) => ({ body, type: 'text/javascript' })
  pages.set('/react.js', script(await pageBundle('react_globals.js')))
  const headers = { 'content-security-policy': strictPolicy(service.address) }
  for (const [version, [core = '', ui = '']] of Object.entries(VERSIONS)) {
    pages.set(`/${version}/core.js`, script(readFileSync(join(MODULES, core), 'utf8')))
    pages.set(`/${version}/ui.js`, script(readFileSync(join(MODULES, ui), 'utf8')))
    for (const [path, source, more] of [
      ['', service.address, ''],
      ['consent', service.address, "consent: 'wait'"],
      ['down', NOWHERE, `validateUrl: '${NOWHERE}/'`],
      ['block', service.address, "validateUrl: '/validate', dataName: 'typing'"],
    ] as const)
      pages.set(`/${version}/${path}`, { body: survey(version, source, more), headers })
  }
})
afterAll(() => platform?.close())

interface SurveyWindow {
  readonly recording: SurveyRecording
  readonly completed?: Record<string, unknown> & { byhand: SurveyFields }
}

async function open(path: string, context: BrowserContext = platform.chromium.context): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${platform.url}${path}`)
  return page
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label).click()
  await page.keyboard.type(text, { delay: 4 })
}

async function answerFirstPage(page: Page): Promise<void> {
  await type(page, 'Your name', 'Ada')
  await type(page, 'What do you like', ANSWERS.likes)
  await page.locator('input[value=Next], button:has-text("Next")').first().click()
}

async function answerLastPage(page: Page): Promise<void> {
  await type(page, 'Anything private', 'No, thank you.')
  await type(page, 'What would you change', ANSWERS.change)
}

async function complete(page: Page): Promise<Record<string, unknown> & { byhand: SurveyFields }> {
  await page.locator('input[value=Complete], button:has-text("Complete")').first().click()
  const completed = await page.waitForFunction(() => (window as unknown as SurveyWindow).completed)
  return (await completed.jsonValue()) as Record<string, unknown> & { byhand: SurveyFields }
}

/** In a survey of its own: the same answers of two participants would be copies. */
const analyzed = (fields: SurveyFields) =>
  platform.analyze({ survey_id: crypto.randomUUID(), participant_id: crypto.randomUUID(), ...fields })

describe.each(Object.keys(VERSIONS))('a model of survey-core %s', (version) => {
  it('has the typing of its tracked questions in its data, also after going back, under a strict policy', async () => {
    const page = await open(`/${version}/`)
    await page.waitForFunction(() => window.getServiceSessionId?.())
    await answerFirstPage(page)
    await answerLastPage(page)
    await page.locator('input[value=Previous], button:has-text("Previous")').first().click()
    await page.getByLabel('What do you like').waitFor()
    await page.locator('input[value=Next], button:has-text("Next")').first().click()
    await page.getByLabel('What would you change').waitFor()
    const { byhand, ...data } = await complete(page)
    expect(data).toMatchObject({ ...ANSWERS, name: 'Ada' })
    expect(byhand.responses).toEqual(ANSWERS)
    expect(byhand.questions).toEqual({
      likes: 'What do you like about your neighborhood?',
      change: 'What would you change there?',
    })
    expect(Object.keys(byhand.question_histories).toSorted()).toEqual(['change', 'likes'])
    expect(byhand.question_histories.likes?.map(({ s }) => s).slice(0, 2)).toEqual(['T', 'Th'])
    expect(byhand.question_histories.likes).toHaveLength(ANSWERS.likes.length)
    const result = await analyzed(byhand)
    expect(result).toMatchObject({ error: false })
    expect(result).not.toHaveProperty('warning')
    await page.close()
  })

  it('can be completed if the service and the own server are down; the result is no clean pass', async () => {
    const page = await open(`/${version}/down`)
    await answerFirstPage(page)
    await answerLastPage(page)
    const { byhand } = await complete(page)
    expect(byhand).toMatchObject({ session_id: 'not-recorded', responses: ANSWERS })
    expect(await analyzed(byhand)).toMatchObject({ error: true, verdict: 'review' })
    await page.close()
  })

  it('can be stopped by the own server, which receives the fields', async () => {
    const page = await open(`/${version}/block`)
    await page.waitForFunction(() => window.getServiceSessionId?.())
    platform.posted.length = 0
    const errors = { likes: 'Please answer in your own words.' }
    platform.pages.set('/validate', { body: JSON.stringify({ errors }), type: 'application/json' })
    await answerFirstPage(page)
    await page.getByText(errors.likes).first().waitFor()
    expect(JSON.parse(platform.posted[0]?.[1] ?? '')).toMatchObject({ responses: { likes: ANSWERS.likes } })
    platform.pages.set('/validate', { body: '{}', type: 'application/json' })
    await page.locator('input[value=Next], button:has-text("Next")').first().click()
    await answerLastPage(page)
    expect(await complete(page)).toHaveProperty('typing.session_id')
    await page.close()
  })
})

it('sends nothing before consent, and nothing after it was refused', async () => {
  const page = await open('/3/consent')
  const batches: string[] = []
  page.on('request', (sent) => sent.method() === 'POST' && batches.push(sent.url()))
  await page.waitForFunction(() => window.getServiceSessionId?.())
  await answerFirstPage(page)
  await page.evaluate(() => (window as unknown as SurveyWindow).recording.consent(false))
  await answerLastPage(page)
  const { byhand } = await complete(page)
  expect(byhand).toMatchObject({ session_id: 'not-recorded', question_histories: {} })
  expect(batches).toEqual([])
  await page.close()
})

it('gives each tab its own session, on a phone too', async () => {
  const browser = platform.chromium.context.browser()
  const phone = await browser?.newContext({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 800 },
  })
  const ids: string[] = []
  for (const page of [await open('/3/', phone), await open('/3/', phone)]) {
    await page.bringToFront()
    await page.waitForFunction(() => window.getServiceSessionId?.())
    await answerFirstPage(page)
    await answerLastPage(page)
    ids.push((await complete(page)).byhand.session_id)
  }
  expect(new Set(ids).size).toBe(2)
  await phone?.close()
})
