/**
 * `npm run screenshots [folder] [name...]`: captures the live demo and every page of the dashboard with the demo data and
 * in bad states, in light and dark mode, on a desktop and on a phone, and makes the pictures of the README and the docs.
 * It starts its own service in a temporary folder. With names, such as `overview` or `replays`, it makes only these.
 */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { EXTENSIONS } from '../extensions/dashboard.ts'
import { readRecordings } from '../research/lab/recordings.ts'
import { DEMO_BOTS } from '../src/contract/live_demo.ts'
import { apiUrl } from '../src/dashboard/client.ts'
import { createLoginLink } from '../src/server/account/accounts.ts'
import { startService } from '../src/server/boot/start.ts'
import { readConfig } from '../src/server/config/config.ts'
import { fillDemoWorkspace } from '../src/server/demo/demo_data.ts'
import { storeRecording } from '../src/server/demo/store_recording.ts'
import { readStoredResult } from '../src/server/survey/result/stored_result.ts'
import { databaseFile } from '../src/store/sqlite/connection.ts'
import { rankOf } from '../src/store/surveys.ts'
import { COUNTER_COLUMNS, SPANS } from '../src/store/terms.ts'
import { launchChromium } from '../test/setup/browser.ts'
import { animateSessions } from './animated_picture.ts'
import { typedBy } from './typed_history.ts'

const LOOKS = {
  light: { colorScheme: 'light', width: 1440, height: 1060 },
  dark: { colorScheme: 'dark', width: 1440, height: 1060 },
  phone: { colorScheme: 'light', width: 390, height: 844 },
  'phone-dark': { colorScheme: 'dark', width: 390, height: 844 },
} as const

/** Pictures of the docs and of the live demo: the visible part of a page. */
const PUBLISHED = [
  { name: 'overview', look: 'light', width: 1440, height: 1060, file: 'overview.webp' },
  { name: 'session-bot', look: 'light', width: 1440, height: 1060, file: 'session.webp' },
  { name: 'typing', look: 'light', width: 1440, height: 1060, file: 'typing.webp' },
  { name: 'overview', look: 'light', width: 1280, height: 800, file: 'dashboard-light.webp' },
  { name: 'overview', look: 'dark', width: 1280, height: 800, file: 'dashboard-dark.webp' },
] as const
const ANIMATION = 'replays'

/** Time for animations and live lists to finish. */
const ANIMATION_MS = 400

interface Picture {
  readonly name: string
  /** Of the service, such as `/app/sessions`. */
  readonly path: string
  prepare?(page: Page): Promise<void>
  /** Undoes what `prepare` did to the browser. */
  restore?(page: Page): Promise<void>
}

const [folder = join(tmpdir(), 'byhand-screenshots'), ...names] = process.argv.slice(2)
const isWanted = (name: string) => names.length === 0 || names.includes(name)
mkdirSync(folder, { recursive: true })
const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'build.ts'), 'stale'], {
  stdio: 'inherit',
})
if (status !== 0) process.exit(1)

const data = mkdtempSync(join(tmpdir(), 'byhand-pictures-'))
const service = await startService(
  readConfig({ BYHAND_DATA: data, BYHAND_PORT: '0', BYHAND_LOG_LEVEL: 'error' }),
)
const { store, now } = service.services
const WORKSPACE = 'ws_pictures'
await store.keys.createWorkspace({ id: WORKSPACE, name: 'Field studies', createdAt: now(), settings: {} })
const app = `${service.address}/app`
const chromium = await launchChromium({ context: { deviceScaleFactor: 1 } })
const page = await chromium.context.newPage()

/** Sends a request as the dashboard does. */
const request = (method: string, path: string, body?: unknown) =>
  page.evaluate(
    async ([verb, url, data]) => {
      const response = await fetch(url, {
        method: verb,
        headers: { 'x-byhand': '1', ...(data !== undefined && { 'content-type': 'application/json' }) },
        ...(data !== undefined && { body: JSON.stringify(data) }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${verb} ${url}: ${text}`)
      return text === '' ? undefined : JSON.parse(text)
    },
    [method, apiUrl(path), body] as const,
  )

async function open(path: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(service.address + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(ANIMATION_MS)
}

/** Opens each page once, and captures it in every look. */
async function take(pictures: readonly Picture[]): Promise<void> {
  for (const { name, path, prepare, restore } of pictures.filter(({ name }) => isWanted(name))) {
    await page.setViewportSize(LOOKS.light)
    await open(path)
    await prepare?.(page)
    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      scrollTo(0, 0)
    })
    for (const [look, { colorScheme, ...size }] of Object.entries(LOOKS)) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize(size)
      await page.waitForTimeout(ANIMATION_MS)
      await page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: true })
      for (const { width, height, file } of PUBLISHED.filter((one) => one.name === name && one.look === look))
        await sharp(await page.screenshot({ fullPage: false }))
          .resize({ width, height, position: 'top' })
          .webp({ quality: 75 })
          .toFile(join(folder, file))
    }
    await restore?.(page)
  }
}

/** A control and a disguised automation tool, both from the recordings of the lab. */
async function takeAnimation(): Promise<void> {
  const urlOf = async (stack: string) => {
    const { items } = await request('GET', `/sessions?tag=${stack}`)
    return `${app}/sessions/${items[0].session_id}`
  }
  const sessions = [
    { title: 'Control: human-like input', url: await urlOf('plain') },
    { title: 'Automation: Puppeteer, stealth plugin', url: await urlOf('stealth-naive') },
  ]
  await animateSessions(page, sessions, join(folder, `${ANIMATION}.webp`))
}

await take([
  { name: 'live-demo', path: '/' },
  ...DEMO_BOTS.map((bot, index) => ({
    name: `live-demo-${bot}`,
    path: '/',
    prepare: async (target: Page) => {
      await target
        .locator('.demo-who button')
        .nth(index + 1)
        .click()
      await target.getByRole('button', { name: 'Play it again' }).waitFor()
    },
  })),
  { name: 'login', path: '/app/login' },
])
const link = await createLoginLink(store.accounts, WORKSPACE, 'owner', now())
await take([{ name: 'join', path: `/app/join#${link}` }])
await page.goto('about:blank')
await page.goto(`${app}/join#${link}`)
await page.getByLabel('Email').fill('ada@example.org')
await page.getByLabel('Password').fill('correct horse battery')
await page.getByRole('button', { name: 'Continue' }).click()
await page.getByRole('heading', { name: 'Keys and setup' }).waitFor()
await take([
  { name: 'setup', path: '/app/keys' },
  { name: 'overview-empty', path: '/app/overview' },
  { name: 'sessions-empty', path: '/app/sessions' },
  { name: 'review-empty', path: '/app/review' },
  { name: 'surveys-empty', path: '/app/surveys' },
  { name: 'uploads-empty', path: '/app/uploads' },
  { name: 'quality-empty', path: '/app/quality' },
  { name: 'webhooks-empty', path: '/app/webhooks' },
  { name: 'audit-empty', path: '/app/audit' },
  { name: 'linked-sessions-empty', path: '/app/session-clusters' },
  { name: 'survey-empty', path: '/app/surveys/none' },
  { name: 'not-found', path: '/app/nowhere' },
])

/** Very long names, and text from right to left. */
const HARD_NAMES = [
  'a-very-long-user-name-that-somebody-made-from-a-whole-sentence-and-an-address@example.org',
  'משתמשת עם שם ארוך מאוד בעברית',
  'مستخدم',
]
const recordings = readRecordings()
/** Stores a recorded session of a stack of the lab; returns its id. */
async function addVisit(stack: string, userId: string, tags: string[]): Promise<string> {
  const sessionId = randomBytes(16).toString('base64url')
  const key = { workspace: WORKSPACE, sessionId }
  const recorded = recordings.find((recording) => recording.stack === stack)
  await storeRecording(store, key, recorded?.batches ?? [], {
    siteKeyId: 'demo',
    startsAt: now() - 120_000,
    userId,
    tags,
  })
  await service.services.scoring.report(key)
  return sessionId
}

/** Bad state: a single visit. */
await addVisit('plain', 'ada', ['first'])
await take([
  { name: 'overview-one', path: '/app/overview' },
  { name: 'sessions-one', path: '/app/sessions' },
])
// Not the demo workspace, which refuses keys and webhooks.
await fillDemoWorkspace(service.services, WORKSPACE, async () => false)
if (isWanted(ANIMATION)) await takeAnimation()
await request('POST', '/keys', { kind: 'site', name: 'Website', origins: ['https://example.org'] })
await request('POST', '/keys', { kind: 'secret', name: 'Warehouse', scopes: ['sessions', 'survey'] })
await request('POST', '/invitations', { role: 'analyst', email: 'grace@example.org' })
const { webhook } = await request('POST', '/webhooks', {
  name: 'Warehouse',
  url: 'https://hooks.example.org/byhand',
  events: ['session.completed', 'survey.flagged'],
})
const { items: sessions } = await request('GET', '/sessions?order=score&limit=100')
const { items: surveys } = await request('GET', '/surveys')
for (const [i, { session_id, risk_score }] of sessions.entries())
  if (i % 3 === 0)
    await request('PUT', `/sessions/${session_id}/label`, { label: risk_score >= 50 ? 'bot' : 'person' })
/** A session with visible pointer jumps makes a better picture than one detected by its browser name. */
const { items: jumping } = await request('GET', '/sessions?tag=stealth-naive&check=teleporting_mouse')
const worst = (jumping[0] ?? sessions[0]).session_id
const { items: plain } = await request('GET', '/sessions?tag=plain')
const best = plain[0].session_id
const survey = `/surveys/${encodeURIComponent(surveys[0].survey_id)}`
const { items: people } = await request('GET', `${survey}/participants?flagged=true`)
const pasted = (person: { checks: string[] }) =>
  person.checks.some((check) => /past|entry|Unnatural/.test(check))
const person = people.find(pasted) ?? people[0]
const participant = `${survey}/participants/${encodeURIComponent(person.participant_id)}`

/** A replay or playback shows more before its middle, in the first long field, than at its end. */
const seekToMiddle = async (target: Page) => {
  for (const slider of await target.getByRole('slider', { name: 'Position' }).all()) {
    const most = Number(await slider.getAttribute('max'))
    await slider.fill(String(Math.floor((most * 0.45) / 10) * 10))
  }
}

const FILE = [
  'id,age,text',
  '1,34,The bakery on the corner knows my name.',
  '2,51,asdf asdf',
  '3,28,Quiet streets',
]
const csv = { name: 'answers.csv', mimeType: 'text/csv', buffer: Buffer.from(`${FILE.join('\n')}\n`) }

await take([
  { name: 'overview', path: '/app/overview' },
  { name: 'sessions', path: '/app/sessions' },
  {
    name: 'filters',
    path: '/app/sessions?action=Unknown',
    prepare: (target) => target.getByText('More filters').click(),
  },
  { name: 'linked-sessions', path: '/app/session-clusters' },
  { name: 'review', path: '/app/review' },
  { name: 'participant-review', path: `/app${survey}/review` },
  { name: 'participant-reasons', path: `/app${participant}/reasons` },
  {
    name: 'upload-file',
    path: '/app/uploads',
    prepare: async (target) => {
      await target.locator('input[type=file]').setInputFiles(csv)
      await target.getByText('Answer columns').waitFor()
    },
  },
  { name: 'session-bot', path: `/app/sessions/${worst}?check=teleporting_mouse`, prepare: seekToMiddle },
  { name: 'session-person', path: `/app/sessions/${best}`, prepare: seekToMiddle },
  { name: 'reasons', path: `/app/sessions/${worst}/reasons` },
  { name: 'surveys', path: '/app/surveys' },
  { name: 'survey', path: `/app${survey}` },
  { name: 'survey-questions', path: `/app${survey}/questions` },
  { name: 'clusters', path: `/app${survey}/clusters` },
  ...EXTENSIONS.flatMap(({ surveyTabs = {} }) => Object.keys(surveyTabs)).map((tab) => ({
    name: `survey-${tab}`,
    path: `/app${survey}/${tab}`,
  })),
  { name: 'survey-references', path: `/app${survey}/references` },
  { name: 'participant', path: `/app${participant}` },
  { name: 'typing', path: `/app/typing/${person.analysis_id}` },
  {
    name: 'palette',
    path: '/app/sessions',
    prepare: async (target) => {
      await target.keyboard.press('Control+K')
      await target.locator('.palette input').fill('s')
      await target.locator('.palette [role=option]').first().waitFor()
    },
  },
  {
    name: 'menu',
    path: '/app/sessions',
    prepare: async (target) => {
      await target.getByRole('button', { name: 'Menu', includeHidden: true }).dispatchEvent('click')
      await target.locator('.user-menu summary').click()
    },
  },
  {
    name: 'sessions-chosen',
    path: '/app/sessions',
    prepare: async (target) => {
      for (const box of (await target.locator('tbody input[type=checkbox]').all()).slice(0, 3))
        await box.check()
    },
  },
  { name: 'sessions-none', path: '/app/sessions?q=nobody' },
  {
    name: 'new-key',
    path: '/app/keys',
    prepare: (target) => target.getByRole('button', { name: 'Create a key' }).click(),
  },
  { name: 'uploads', path: '/app/uploads' },
  { name: 'quality', path: '/app/quality' },
  { name: 'keys', path: '/app/keys' },
  {
    name: 'settings',
    path: '/app/settings',
    prepare: async (target) => {
      await target.getByLabel('Automation tool: points').fill('10')
      await target.getByText(/^Based on/).waitFor()
    },
  },
  { name: 'privacy', path: '/app/privacy' },
  { name: 'webhooks', path: '/app/webhooks' },
  { name: 'webhook', path: `/app/webhooks/${webhook.id}` },
  { name: 'members', path: '/app/members' },
  { name: 'audit', path: '/app/audit' },
  {
    name: 'account',
    path: '/app/account',
    prepare: async (target) => {
      await target.getByRole('button', { name: 'Set up an authenticator' }).click()
      await target.getByRole('img', { name: /^QR code/ }).waitFor()
    },
  },
])

/** Bad states: long names, text from right to left, ten thousand participants, and a million sessions. */
const HARD_SURVEY = HARD_NAMES.join(' ')
const HARD_ANSWER = 'המאפייה בפינה מכירה אותי בשם, והפארק אף פעם לא מלא. والمخبز قريب من البيت أيضا.'
const { secret } = await request('POST', '/keys', { kind: 'secret', name: 'Panel', scopes: ['survey'] })
const sent = await fetch(`${service.address}/survey-check/v021`, {
  method: 'POST',
  headers: { api_key: secret, 'content-type': 'application/json' },
  body: JSON.stringify({
    survey_id: HARD_SURVEY,
    participant_id: HARD_SURVEY,
    questions: { q1: 'מה אתה אוהב בשכונה שלך?', q2: HARD_NAMES.join(' ') },
    responses: { q1: HARD_ANSWER, q2: 'a'.repeat(400) },
    question_histories: { q1: typedBy(HARD_ANSWER, 3) },
  }),
})
if (!sent.ok) throw new Error(await sent.text())
const hardParticipant = `/surveys/${encodeURIComponent(HARD_SURVEY)}/participants/${encodeURIComponent(HARD_SURVEY)}`
const { analysis_id: hardAnalysis } = await request('GET', hardParticipant)
const LARGE_SURVEY = 'ten-thousand'
const LARGE = 10_000
const templates = await store.surveys.participants({
  workspace: WORKSPACE,
  surveyId: surveys[0].survey_id,
  limit: 100,
  order: 'worst',
})
// The rows are stored without a comparison of their answers. So each flagged participant occurs once, without copies of
// an earlier answer and without their first answer, which a later analysis marked.
const alone = templates.filter(({ result, rank }) => {
  const { answers, verdict } = readStoredResult(result)
  return rank === rankOf(verdict) && answers.every(({ later }) => !later)
})
const isKept = ({ result }: (typeof alone)[number]) => readStoredResult(result).verdict.verdict === 'keep'
const flaggedOnce = alone.filter((row) => !isKept(row))
const kept = alone.filter(isKept)
const copiedAt = now()
const copy = (at: number) => {
  const template = flaggedOnce[at] ?? kept[at % kept.length]
  if (template === undefined) throw new Error('the demo survey has no participants')
  const participantId = `P${10_000 + at}`
  return store.surveys.save(
    {
      ...template,
      surveyId: LARGE_SURVEY,
      participantId,
      id: `${LARGE_SURVEY} ${participantId}`,
      // Neighbors in the list have different answers.
      analyzedAt: copiedAt - LARGE + at,
    },
    [],
  )
}
if (names.length === 0 || names.some((name) => /large|bad|offline/.test(name)))
  for (let at = 0; at < LARGE; at += 100)
    await Promise.all(Array.from({ length: 100 }, (_, i) => copy(at + i)))
let hardSession = ''
for (const name of HARD_NAMES) hardSession = await addVisit('stealth-naive', name, [name, name])
await take([
  { name: 'survey-names', path: `/app/surveys/${encodeURIComponent(HARD_SURVEY)}` },
  { name: 'survey-large', path: `/app/surveys/${LARGE_SURVEY}` },
  { name: 'participant-names', path: `/app${hardParticipant}` },
  { name: 'participant-large', path: `/app/surveys/${LARGE_SURVEY}/participants/P10000` },
  { name: 'typing-names', path: `/app/typing/${hardAnalysis}`, prepare: seekToMiddle },
  { name: 'surveys-bad', path: '/app/surveys' },
  { name: 'session-names', path: `/app/sessions/${hardSession}` },
  { name: 'sessions-names', path: '/app/sessions' },
  { name: 'review-names', path: '/app/review?queue=reject' },
])

/** Bad state: no connection. The menu opens another page, and the survey pages show their own failure. */
const offline = (name: string, path: string, away: string): Picture => ({
  name,
  path,
  prepare: async (target) => {
    await target.context().setOffline(true)
    await target.evaluate((to) => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, away)
    await target.getByRole('button', { name: 'Try again' }).waitFor()
  },
  restore: (target) => target.context().setOffline(false),
})
await take([
  offline('offline', '/app/sessions', '/app/webhooks'),
  offline('survey-offline', `/app/surveys/${LARGE_SURVEY}`, `/app${survey}`),
  offline('participant-offline', `/app/surveys/${LARGE_SURVEY}/participants/P10000`, `/app${participant}`),
  offline('typing-offline', `/app/typing/${hardAnalysis}`, `/app/typing/${person.analysis_id}`),
])

/** Bad state: a million sessions. The counters say so; the list has its own rows. */
const database = new Sqlite(databaseFile(data))
const counted = COUNTER_COLUMNS.map((column) => `sum(${column})`).join(' + ')
const { sessions: counts } = database
  .prepare(
    `SELECT ${counted} AS sessions FROM session_counts WHERE workspace = ? AND dimension = 'all' AND span = ${SPANS[0]}`,
  )
  .get(WORKSPACE) as { sessions: number }
const times = Math.ceil(1_000_000 / counts)
database
  .prepare(
    `UPDATE session_counts SET ${COUNTER_COLUMNS.map((column) => `${column} = ${column} * ${times}`)} WHERE workspace = ?`,
  )
  .run(WORKSPACE)
database.close()
await take([
  { name: 'overview-million', path: '/app/overview?period=all' },
  { name: 'sessions-million', path: '/app/sessions' },
  { name: 'quality-million', path: '/app/quality' },
])

await chromium.close()
await service.close()
rmSync(data, { recursive: true, force: true })
console.log(`Pictures written to ${folder}`)
