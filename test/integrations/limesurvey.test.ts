/**
 * The plugin in real LimeSurveys: installed and configured in the administration, in surveys that a browser takes. Needs
 * PHP and the source trees that BYHAND_LIMESURVEY names; `npm run test:limesurvey -- TREE…` sets it.
 */
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { devices } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningService, runService, type TestWorkspace } from '../service/running_service.ts'
import { type LaunchedChromium, launchChromium } from '../setup/browser.ts'
import { freePort } from '../setup/free_port.ts'
import { type LimeSurveyAdmin, openAdmin } from './limesurvey_admin.ts'
import { type LimeSurveySite, type Row, startLimeSurvey } from './limesurvey_site.ts'
import { typeLikePerson } from './person_typist.ts'

const TREES = (process.env.BYHAND_LIMESURVEY ?? '').split(delimiter).filter((tree) => tree !== '')
if (TREES.length === 0)
  throw new Error(
    'Set BYHAND_LIMESURVEY to the folder of a LimeSurvey source tree, or run: npm run test:limesurvey -- FOLDER',
  )

const LIKES = 'The bakery on the corner knows my name.'
const CHANGE = 'More trees, and fewer parked cars.'
/** Of the plugin, in addition to the service's own time. */
const END_PAGE_MS = 30_000
const SESSION_ID = /^[\w-]{22}$/

const question = (name: string, type: string, text: string, more: Row = {}): Row => ({
  class: 'Q',
  'type/scale': type,
  name,
  relevance: '1',
  text,
  language: 'en',
  ...more,
})
const page = (name: string): Row => ({ class: 'G', name, language: 'en' })
const START: readonly Row[] = [
  { class: 'S', name: 'language', text: 'en' },
  { class: 'S', name: 'format', text: 'G' },
  { class: 'S', name: 'allowprev', text: 'Y' },
  { class: 'S', name: 'showwelcome', text: 'N' },
  { class: 'SL', name: 'surveyls_title', text: 'Neighborhood', language: 'en' },
]
const PAGES: readonly Row[] = [
  page('Streets'),
  question('likes', 'T', '<p>What do you <b>like</b> about your neighborhood?</p>'),
  question('name', 'S', 'Your first name?'),
  page('Changes'),
  question('change', 'U', 'What would you change there, {name}?'),
]
const VERDICT = question('byhandverdict', 'S', 'Verdict', { hidden: '1' })

let service: RunningService
let workspace: TestWorkspace
let chromium: LaunchedChromium
let scratch: string

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'byhand-plugin-'))
  service = await runService({ BYHAND_RATE_SESSIONS_PER_IP: '0', BYHAND_RATE_BATCHES_PER_IP: '0' })
  workspace = await service.workspace()
  const plugin = await fetch(`${service.address}/integrations/limesurvey.zip`)
  expect(plugin.headers.get('content-type')).toBe('application/zip')
  await writeFile(join(scratch, 'byhand.zip'), Buffer.from(await plugin.arrayBuffer()))
  chromium = await launchChromium({ context: { permissions: ['clipboard-read', 'clipboard-write'] } })
})
afterAll(async () => {
  await chromium?.close()
  await service?.stop()
  await rm(scratch, { recursive: true, force: true })
})

describe.each(TREES)('the plugin in %s', (tree) => {
  let site: LimeSurveySite
  let admin: LimeSurveyAdmin
  let survey: number

  beforeAll(async () => {
    site = await startLimeSurvey(tree)
    admin = await openAdmin(await chromium.context.newPage(), site.url)
    await admin.installPlugin(join(scratch, 'byhand.zip'))
    survey = await site.publish([...START, ...PAGES, VERDICT])
  })
  afterAll(() => site?.close())

  const settings = (more: Readonly<Record<string, string>> = {}) => ({
    url: `${service.address}/`,
    siteKey: workspace.siteKey,
    secretKey: workspace.secretKey,
    consentQuestion: '',
    participantQuestion: '',
    ...more,
  })

  async function open(id: number, context: BrowserContext = chromium.context): Promise<Page> {
    const opened = await context.newPage()
    await opened.goto(`${site.url}/index.php?r=survey/index&sid=${id}&lang=en&newtest=Y`)
    return opened
  }
  const untilRecording = (opened: Page) => opened.waitForFunction(() => window.getServiceSessionId?.())
  const next = (opened: Page) => opened.locator('#ls-button-submit').click()
  const finish = async (opened: Page) => {
    await next(opened)
    await opened.getByText('Thank you').waitFor({ timeout: END_PAGE_MS })
    await opened.close()
  }
  const fields = (opened: Page) => ({
    likes: opened.getByRole('textbox', { name: 'What do you like' }),
    name: opened.getByRole('textbox', { name: 'Your first name' }),
    change: opened.getByRole('textbox', { name: 'What would you change' }),
  })

  /** Takes the survey with quick, regular typing, which is enough where the verdict does not depend on it. */
  async function answer(opened: Page): Promise<void> {
    const { likes, change } = fields(opened)
    await likes.click()
    await opened.keyboard.type(LIKES, { delay: 4 })
    await next(opened)
    await change.click()
    await opened.keyboard.type(CHANGE, { delay: 4 })
  }
  const last = async (id: number) => (await site.responses(id)).at(-1)
  /** The latest line of the download. */
  async function lastVerdict(id: number) {
    const lines = (await admin.downloadVerdicts(id))
      .trim()
      .split('\n')
      .map((line) => line.split(','))
    const names = lines[0] as string[]
    return Object.fromEntries(names.map((name, index) => [name, lines.at(-1)?.[index]]))
  }

  it('names the setting that is wrong, and keeps the settings of before', async () => {
    expect(await admin.configure(settings({ url: 'byhand.example.org' }))).toContain('URL of the service')
    expect(await admin.configure(settings({ siteKey: workspace.secretKey }))).toContain('site key')
    expect(await admin.configure(settings({ secretKey: workspace.siteKey }))).toContain('secret key')
    expect(await admin.configure(settings())).toContain('settings were saved')
  })

  it('keeps a person who types, goes back and forth, under a content security policy', async () => {
    await site.setPolicy(
      `script-src 'self' 'unsafe-inline' 'unsafe-eval' ${service.address}; connect-src 'self' ${service.address}`,
    )
    const opened = await open(survey)
    await untilRecording(opened)
    const { likes, name, change } = fields(opened)
    await likes.click()
    await typeLikePerson(opened, LIKES)
    await name.click()
    await typeLikePerson(opened, 'Ada')
    await next(opened)
    await untilRecording(opened)
    await change.click()
    await typeLikePerson(opened, CHANGE)
    await opened.locator('#ls-button-previous').click()
    await untilRecording(opened)
    await likes.click()
    await opened.keyboard.press('Control+End')
    await typeLikePerson(opened, ' It is quiet too.')
    await next(opened)
    await untilRecording(opened)
    await finish(opened)
    expect(await last(survey)).toMatchObject({ likes: `${LIKES} It is quiet too.`, byhandverdict: 'keep' })
    const { response_id, verdict, checks_failed, session_id } = await lastVerdict(survey)
    expect({ verdict, checks_failed }).toEqual({ verdict: 'keep', checks_failed: '0' })
    expect(session_id).toMatch(SESSION_ID)
    expect(await service.services.store.surveys.surveysOf(workspace.id, response_id as string)).toEqual([
      String(survey),
    ])
    await site.setPolicy('')
  })

  it('does not keep a bot that pastes', async () => {
    const opened = await open(survey)
    await untilRecording(opened)
    const { likes, change } = fields(opened)
    const paste = async (field: typeof likes, text: string) => {
      await opened.evaluate((value) => navigator.clipboard.writeText(value), text)
      await field.click()
      await opened.keyboard.press('Control+V')
    }
    await paste(likes, 'As an AI language model, I appreciate the vibrant and diverse community.')
    await next(opened)
    await untilRecording(opened)
    await paste(change, 'Certainly! Here are some improvements: more green spaces and better transit.')
    await finish(opened)
    const { verdict, checks_failed, session_id } = await lastVerdict(survey)
    expect(session_id).toMatch(SESSION_ID)
    expect(['review', 'remove']).toContain(verdict)
    expect(Number(checks_failed)).toBeGreaterThanOrEqual(2)
    expect(await last(survey)).toMatchObject({ byhandverdict: verdict })
  })

  it('records the questions that the author chooses', async () => {
    const id = await site.publish([
      ...START,
      page('Choices'),
      question('long', 'T', 'Long?'),
      question('unwanted', 'T', 'Unwanted?', { byhand: 'N' }),
      question('short', 'S', 'Short?'),
      question('wanted', 'S', 'Wanted?', { byhand: 'Y' }),
    ])
    const opened = await open(id)
    const recorded = opened.locator('[data-byhand-question]')
    await opened.getByText('Wanted?', { exact: true }).waitFor()
    expect(
      await recorded.evaluateAll((fields) => fields.map((field) => field.dataset.byhandQuestion)),
    ).toEqual(['long', 'wanted'])
    expect(await opened.locator('[name=byhand_session_id]').count()).toBe(1)
    await opened.close()
  })

  it('never keeps a response whose script was blocked, or that was given in two tabs', async () => {
    const blocked = await chromium.context.newPage()
    await blocked.route('**/byhand.js', (route) => route.abort())
    await blocked.goto(`${site.url}/index.php?r=survey/index&sid=${survey}&lang=en&newtest=Y`)
    await answer(blocked)
    await finish(blocked)
    expect(await last(survey)).toMatchObject({ likes: LIKES, byhandverdict: 'review' })
    expect(await lastVerdict(survey)).toMatchObject({ session_id: 'not-recorded' })

    const first = await open(survey)
    await untilRecording(first)
    await fields(first).likes.click()
    await first.keyboard.type(LIKES, { delay: 4 })
    await next(first)
    await fields(first).change.waitFor()
    const second = await chromium.context.newPage()
    await second.goto(`${site.url}/index.php?r=survey/index&sid=${survey}&lang=en`)
    await untilRecording(second)
    await fields(second).change.click()
    await second.keyboard.type(CHANGE, { delay: 4 })
    await finish(second)
    await first.close()
    expect(['review', 'remove']).toContain((await last(survey))?.byhandverdict)
  })

  it('records only after consent, on a phone, with the id of a panel and without a verdict question', async () => {
    const consent = question('agree', 'Y', 'May we record how you type?')
    const id = await site.publish([
      ...START,
      page('Consent'),
      consent,
      question('pid', 'S', 'Panel id', { byhand: 'N' }),
      ...PAGES,
    ])
    await admin.configure(settings({ consentQuestion: 'agree', participantQuestion: 'pid' }))
    const browser = chromium.context.browser()
    for (const [choice, verdict] of [
      ['No', 'unknown'],
      ['Yes', expect.stringMatching(/keep|review|remove/)],
    ] as const) {
      const phone = await browser?.newContext({ ...devices['Pixel 7'] })
      const opened = await open(id, phone)
      const requests: string[] = []
      opened.on(
        'request',
        (request) => request.url().startsWith(service.address) && requests.push(request.url()),
      )
      await opened.getByText(choice, { exact: true }).click()
      await opened.getByRole('textbox', { name: 'Panel id' }).fill(`panel-${choice}`)
      expect(requests).toEqual([])
      await next(opened)
      await fields(opened).likes.waitFor()
      if (choice === 'Yes') await untilRecording(opened)
      await answer(opened)
      if (choice === 'Yes') await untilRecording(opened)
      await finish(opened)
      expect(requests.length > 0).toBe(choice === 'Yes')
      const stored = await lastVerdict(id)
      expect(stored).toMatchObject({ verdict })
      expect(stored.session_id === 'not-recorded').toBe(choice === 'No')
      await phone?.close()
    }
    const { surveys } = service.services.store
    expect(await surveys.surveysOf(workspace.id, 'panel-Yes')).toEqual([String(id)])
    expect(await surveys.surveysOf(workspace.id, 'panel-No')).toEqual([])
    await admin.configure(settings())
  })

  describe('if the service fails', () => {
    let silent: Server
    beforeAll(async () => {
      silent = createServer(() => {}).listen(0, '127.0.0.1')
      await once(silent, 'listening')
    })
    afterAll(() => silent.close())

    it('goes on with the survey and stores unknown', async () => {
      const { port } = silent.address() as { port: number }
      const faults = {
        'cannot be reached': settings({ url: `http://127.0.0.1:${await freePort()}` }),
        'does not answer': settings({ url: `http://127.0.0.1:${port}` }),
        'rejects the key': settings({ secretKey: 'bh_sk_none' }),
      }
      for (const [fault, given] of Object.entries(faults)) {
        await admin.configure(given)
        const opened = await chromium.context.newPage()
        await opened.goto(`${site.url}/index.php?r=survey/index&sid=${survey}&lang=en&newtest=Y`, {
          waitUntil: 'domcontentloaded',
        })
        await answer(opened)
        await finish(opened)
        expect(await last(survey), fault).toMatchObject({ change: CHANGE, byhandverdict: 'unknown' })
      }
      await admin.configure(settings())
    })
  })
})
