/**
 * The survey file that `byhand qualtrics` writes, in a real browser against the real service. The survey page of
 * Qualtrics is a mock (engine.js), and so is the Web Service element, which runs here.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runProgram } from '../../../src/cli/program.ts'
import { type Platform, startPlatform } from '../../../test/browser/platform_pages.ts'
import { type FlowElement, payloadOf, type Qsf } from '../qsf.ts'

/** No process listens there. */
const NOWHERE = 'http://127.0.0.1:1023'
const ANSWERS = ['The bakery on the corner knows my name.', 'More trees and fewer parked cars.']

let platform: Platform
let folder: string
let surveys = 0

beforeAll(async () => {
  platform = await startPlatform()
  folder = await mkdtemp(join(tmpdir(), 'byhand-qualtrics-'))
  const engine = await readFile(join(import.meta.dirname, 'engine.js'), 'utf8')
  platform.pages.set('/engine.js', { body: engine, type: 'text/javascript' })
})
afterAll(async () => {
  await platform?.close()
  await rm(folder, { recursive: true, force: true })
})

/** The survey that the command writes, on a page of the mock. */
async function survey(
  url: string,
  isNewExperience: boolean,
  ...more: string[]
): Promise<{ qsf: Qsf; page: Page }> {
  const out = join(folder, `${surveys++}.qsf`)
  const keys = ['--site-key', platform.workspace.siteKey, '--key', platform.workspace.secretKey]
  const notes: string[] = []
  const terminal = {
    out: () => {},
    write: async () => {},
    note: (text: string) => notes.push(text),
    isScreen: false,
  }
  const args = ['qualtrics', '--url', url, ...keys, ...more, '--out', out]
  expect(await runProgram(args, terminal), notes.join('')).toBe(0)
  const qsf = JSON.parse(await readFile(out, 'utf8')) as Qsf
  const script = `window.survey = ${JSON.stringify(qsf).replaceAll('<', '\\u003c')}; window.isNewExperience = ${isNewExperience}`
  platform.pages.set('/form', {
    body: `<!doctype html><title>Survey</title><body><div id="Header"></div><div id="Questions"></div>
      <button id="PreviousButton">Back</button><button id="NextButton">Next</button>
      <script>${script}</script><script src="/engine.js"></script></body>`,
    headers: { 'content-security-policy': brandPolicy(url) },
  })
  return { qsf, page: await open(platform.chromium.context) }
}

/** Pages of Qualtrics contain scripts of their own, so a policy of a brand allows them. */
const brandPolicy = (service: string): string =>
  `default-src 'none'; script-src 'self' 'unsafe-inline' 'unsafe-eval' ${service}; connect-src 'self' ${service}; style-src 'unsafe-inline'`

async function open(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${platform.url}/form`)
  return page
}

async function answer(page: Page, choice: string): Promise<void> {
  await page.getByLabel(`Choice ${choice}`).check()
  await page.click('#NextButton')
  for (const [index, text] of ANSWERS.entries()) {
    await page.locator('textarea').nth(index).click()
    await page.keyboard.type(text, { delay: 4 })
  }
}

interface Response {
  readonly embedded: Record<string, string>
  readonly answers: Record<string, string>
}

/** Runs the Web Service element as the servers of Qualtrics do, and returns the embedded data at the end. */
async function finish(page: Page, qsf: Qsf): Promise<Record<string, string>> {
  await page.click('#NextButton')
  await page.locator('body[data-done]').waitFor()
  const { embedded, answers } = (await page.evaluate('window.response')) as Response
  const element = payloadOf<FlowElement>(qsf, 'FL').Flow?.find(
    ({ Type }) => Type === 'WebService',
  ) as unknown as {
    URL: string
    Method: string
    EditBodyParams: { key: string; value: string }[]
    ContentType: string
    Headers: { key: string; value: string }[]
    ResponseMap: { key: string; value: string }[]
  }
  const fields: Record<string, string> = {
    ...embedded,
    SurveyID: `SV_${surveys}`,
    ResponseID: `R_${surveys}`,
  }
  const piped = (text: string) =>
    text
      .replace(/\$\{e:\/\/Field\/(\w+)\}/g, (_, name) => fields[name] ?? '')
      .replace(/\$\{q:\/\/(\w+)\/ChoiceTextEntryValue\}/g, (_, id) => answers[id] ?? '')
  try {
    const response = await fetch(element.URL, {
      method: element.Method,
      headers: [
        ['content-type', element.ContentType],
        ...element.Headers.map(({ key, value }): [string, string] => [key, value]),
      ],
      body: new URLSearchParams(
        element.EditBodyParams.map(({ key, value }) => [key, piped(value)]),
      ).toString(),
    })
    const result = (await response.json()) as Record<string, unknown>
    for (const { key, value } of element.ResponseMap) embedded[value] = String(result[key])
  } catch {
    // Qualtrics leaves the fields as they are and goes on.
  }
  await page.close()
  return embedded
}

describe.each([
  ['new', true],
  ['older', false],
])('in the %s survey-taking experience of Qualtrics', (_, isNewExperience) => {
  it('the verdict is stored with the response, also after going back', async () => {
    const { qsf, page } = await survey(platform.service.address, isNewExperience)
    await page.waitForFunction(() => window.getServiceSessionId?.())
    await answer(page, '1')
    await page.click('#PreviousButton')
    await page.getByLabel('Choice 1').waitFor()
    await page.click('#NextButton')
    const id = await page.evaluate(() => window.getServiceSessionId())
    const stored = await finish(page, qsf)
    expect(stored).toMatchObject({
      __js_byhand_session_id: id,
      __js_byhand_fingerprint_id: expect.stringMatching(/^(?!none$)\w/),
      byhand_error: 'false',
      byhand_verdict: expect.stringMatching(/^(keep|review|remove)$/),
      byhand_checks_failed: expect.stringMatching(/^\d+$/),
    })
  })
})

it('the response is complete without the service, and its verdict is Unknown', async () => {
  const { qsf, page } = await survey(NOWHERE, true)
  await answer(page, '1')
  expect(await finish(page, qsf)).toMatchObject({ byhand_verdict: 'unknown', byhand_error: 'true' })
})

it('a blocked script is no clean pass', async () => {
  const { qsf, page } = await survey(platform.service.address, true, '--script', 'blocked.js')
  await answer(page, '1')
  expect(await finish(page, qsf)).toMatchObject({
    __js_byhand_session_id: 'not-recorded',
    byhand_verdict: 'review',
    byhand_error: 'true',
  })
})

it.each([
  ['1', false],
  ['2', true],
])('with a question for consent, choice %s decides', async (choice, isRefused) => {
  const { qsf, page } = await survey(platform.service.address, true, '--consent-question', 'QID1')
  const batches: string[] = []
  page.on('request', (sent) => sent.method() === 'POST' && batches.push(sent.url()))
  await page.waitForFunction(() => window.getServiceSessionId?.())
  expect(batches).toEqual([])
  await answer(page, choice)
  const stored = await finish(page, qsf)
  expect(stored.__js_byhand_session_id === 'not-recorded').toBe(isRefused)
  expect(stored.byhand_error).toBe(String(isRefused))
  if (isRefused) expect(batches).toEqual([])
})

it('each tab has its own session, on a phone too', async () => {
  const { qsf, page } = await survey(platform.service.address, true)
  await page.close()
  const browser = platform.chromium.context.browser()
  const phone = (await browser?.newContext({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 800 },
  })) as BrowserContext
  const ids = new Set<string | undefined>()
  for (const tab of [await open(phone), await open(phone)]) {
    await tab.bringToFront()
    await tab.waitForFunction(() => window.getServiceSessionId?.())
    await answer(tab, '1')
    const { __js_byhand_session_id, byhand_error } = await finish(tab, qsf)
    expect(byhand_error).toBe('false')
    ids.add(__js_byhand_session_id)
  }
  expect(ids.size).toBe(2)
  await phone.close()
})
