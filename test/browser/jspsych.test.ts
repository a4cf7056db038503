/** The jsPsych extension with both versions of jsPsych, in a real browser, against the real service. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import manifest from '../../integrations/jspsych/package.json' with { type: 'json' }
import { ByhandExtension } from '../../integrations/jspsych/src/index.ts'
import { type Platform, startPlatform, strictPolicy } from './platform_pages.ts'

const MODULES = join(import.meta.dirname, '../platforms/node_modules')
const VERSIONS = { 8: 'jspsych', 7: 'jspsych-7' }
/** No process listens there. */
const NOWHERE = 'http://127.0.0.1:1023'

let platform: Platform

const experiment = (script: string, consent: string) => `<!doctype html><title>Experiment</title>
<script src="/jspsych.js"></script><script src="/survey-text.js"></script>
<script src="${platform.service.address}/integrations/jspsych.js"></script>
<body><script nonce="n1">
const type = jsPsychExtensionByhand
const jsPsych = window.jsPsych = initJsPsych({
  extensions: [{ type, params: { src: '${script}/byhand.js', siteKey: '${platform.workspace.siteKey}', ${consent} nonce: 'n1' } }],
  on_finish: () => { document.body.dataset.done = 'yes' },
})
const ask = (prompt, id) => ({ type: jsPsychSurveyText, questions: [{ prompt, rows: 3 }], extensions: [{ type, params: { id } }] })
jsPsych.run([
  ask('What do you like about your neighborhood?', 'neighborhood'),
  ask('And what would you change there?', 'neighborhood'),
])
</script></body>`

beforeAll(async () => {
  platform = await startPlatform()
  for (const [version, name] of Object.entries(VERSIONS)) {
    const code = (...path: string[]) => readFileSync(join(MODULES, ...path), 'utf8')
    platform.pages.set(`/${version}/jspsych.js`, {
      body: code(name, 'dist/index.browser.min.js'),
      type: 'text/javascript',
    })
    platform.pages.set('/survey-text.js', {
      body: code('@jspsych/plugin-survey-text/dist/index.browser.min.js'),
      type: 'text/javascript',
    })
    const headers = { 'content-security-policy': strictPolicy(platform.service.address) }
    for (const [path, script, consent] of [
      ['', platform.service.address, ''],
      ['consent', platform.service.address, "consent: 'wait',"],
      ['down', NOWHERE, ''],
    ] as const) {
      const body = experiment(script, consent).replace('/jspsych.js', `/${version}/jspsych.js`)
      platform.pages.set(`/${version}/${path}`, { body, headers })
    }
  }
})
afterAll(() => platform?.close())

interface Done {
  readonly trials: Record<string, unknown>[]
  readonly request: Record<string, Record<string, string>> & { session_id: string }
}

async function open(path: string, context: BrowserContext = platform.chromium.context): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${platform.url}${path}`)
  return page
}

const answers = ['The bakery on the corner knows my name.', 'More trees and fewer parked cars.']

async function answer(page: Page): Promise<Done> {
  for (const [index, text] of answers.entries()) {
    const field = page.locator('textarea')
    await field.click()
    await page.keyboard.type(text, { delay: 4 })
    await page.getByText('Continue').or(page.locator('[type=submit]')).first().click()
    if (index === 0) await page.getByText('And what would').waitFor()
  }
  await page.locator('body[data-done]').waitFor()
  return page.evaluate(async () => {
    const { jsPsych } = globalThis as unknown as {
      jsPsych: {
        data: { get(): { values(): Record<string, unknown>[] } }
        extensions: { byhand: { flush(): Promise<void>; surveyRequest(...ids: string[]): Done['request'] } }
      }
    }
    await jsPsych.extensions.byhand.flush()
    return {
      trials: jsPsych.data.get().values(),
      request: jsPsych.extensions.byhand.surveyRequest(crypto.randomUUID(), crypto.randomUUID()),
    }
  })
}

it('has the version of its package', () => {
  expect(ByhandExtension.info.version).toBe(manifest.version)
})

describe.each(Object.keys(VERSIONS))('the extension in jsPsych %s', (version) => {
  it('adds what the service observed to the trial data, under a strict policy', async () => {
    const page = await open(`/${version}/`)
    await page.waitForFunction(() => window.getServiceSessionId?.())
    const { trials, request } = await answer(page)
    const id = await page.evaluate(() => window.getServiceSessionId())
    expect(trials[0]).toMatchObject({
      byhand_session_id: id,
      byhand_fingerprint_id: expect.stringMatching(/\w/),
      byhand_questions: { neighborhood: 'What do you like about your neighborhood?' },
      byhand_responses: { neighborhood: answers[0] },
    })
    expect(trials[1]).toMatchObject({ byhand_responses: { 'neighborhood.2': answers[1] } })
    const histories = (trials[1] as { byhand_histories: Record<string, { s: string }[]> }).byhand_histories
    expect(Object.keys(histories)).toEqual(['neighborhood.2'])
    expect(histories['neighborhood.2']?.at(0)?.s).toBe('M')
    expect(request.question_histories).toHaveProperty('neighborhood')
    const result = await platform.analyze(request)
    expect(result).toMatchObject({ error: false, checks: { neighborhood: expect.any(Array) } })
    expect(result).not.toHaveProperty('warning')
    await page.close()
  })

  it('does not stop the experiment if the service is down; the result is no clean pass', async () => {
    const page = await open(`/${version}/down`)
    const { trials, request } = await answer(page)
    expect(trials[0]).toMatchObject({ byhand_session_id: 'not-recorded', byhand_fingerprint_id: null })
    expect(request.responses).toEqual({ neighborhood: answers[0], 'neighborhood.2': answers[1] })
    expect(await platform.analyze(request)).toMatchObject({ error: true, verdict: 'review' })
    await page.close()
  })

  it('sends nothing and returns no typing before consent', async () => {
    const page = await open(`/${version}/consent`)
    const batches: string[] = []
    page.on('request', (sent) => sent.method() === 'POST' && batches.push(sent.url()))
    await page.waitForFunction(() => window.getServiceSessionId?.())
    const { request } = await answer(page)
    expect(request).toMatchObject({ session_id: 'not-recorded', question_histories: {} })
    expect(batches).toEqual([])
    const given = await page.evaluate(async () => {
      const { jsPsych } = globalThis as unknown as {
        jsPsych: { extensions: { byhand: ByhandExtension } }
      }
      jsPsych.extensions.byhand.consent(true)
      await jsPsych.extensions.byhand.flush()
      return jsPsych.extensions.byhand.surveyRequest(crypto.randomUUID(), crypto.randomUUID())
    })
    expect(given.question_histories).toHaveProperty('neighborhood')
    expect(await platform.analyze(given)).toMatchObject({ error: false })
    await page.close()
  })
})

it('gives each tab its own session, on a phone too', async () => {
  const browser = platform.chromium.context.browser()
  const phone = await browser?.newContext({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 800 },
  })
  const pages = [await open('/8/', phone), await open('/8/', phone)]
  const ids: string[] = []
  for (const page of pages) {
    await page.bringToFront()
    await page.waitForFunction(() => window.getServiceSessionId?.())
    await page.locator('textarea').tap()
    const { request } = await answer(page)
    expect(await platform.analyze(request)).toMatchObject({ error: false })
    ids.push(request.session_id)
  }
  expect(new Set(ids).size).toBe(2)
  await phone?.close()
})
