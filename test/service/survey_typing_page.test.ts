/** The page behind `typing_url`, in a real browser. */
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loginTo } from './dashboard_client.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'
import { ANSWERS, newSurveyId, requestOf, type Send, surveyClient } from './survey_client.ts'

let service: RunningService
let workspace: TestWorkspace
let send: Send
let browser: Browser
beforeAll(async () => {
  service = await runService({ BYHAND_RATE_SURVEYS_PER_KEY: '0' })
  workspace = await service.workspace()
  send = surveyClient(service.address, workspace.secretKey)
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
})
afterAll(async () => {
  await browser?.close()
  await service.stop()
})

/** The cookie of somebody who is logged in to a workspace. */
const login = async (workspaceId: string, email: string) =>
  (await loginTo(service, workspaceId, 'viewer', email)).cookie

const open = (url: string, cookie?: string) =>
  fetch(url, { redirect: 'manual', headers: cookie === undefined ? {} : { cookie } })

const history = [
  { s: 'The', t: 0 },
  { s: 'The bak', t: 400 },
  { s: 'The ba', t: 900 },
  { s: ANSWERS[0].q1, t: 2_600 },
]

describe('the typing page', () => {
  it('is where typing_url says, and names no token', async () => {
    const { json } = await send(requestOf(newSurveyId(), 'p1'))
    expect(json.typing_url.startsWith(`${service.address}/typing/`)).toBe(true)
    expect(new URL(json.typing_url).search).toBe('')
  })

  it('sends whoever is not logged in to the login', async () => {
    const { json } = await send(requestOf(newSurveyId(), 'p1'))
    const response = await open(json.typing_url)
    expect(response.status).toBe(302)
    const path = new URL(json.typing_url).pathname
    expect(response.headers.get('location')).toBe(`/login?next=${encodeURIComponent(path)}`)
    expect((await open(`${service.address}/typing/nothing`)).status).toBe(302)
  })

  it('does not exist for other workspaces', async () => {
    const { json } = await send(requestOf(newSurveyId(), 'p1'))
    const stranger = await login((await service.workspace()).id, 'stranger@example.org')
    const theirs = await open(json.typing_url, stranger)
    const nothing = await open(`${service.address}/typing/nothing`, stranger)
    expect([theirs.status, nothing.status]).toEqual([404, 404])
    const withoutId = async (response: Response) => ({ ...(await response.json()), request_id: '' })
    expect(await withoutId(theirs)).toEqual(await withoutId(nothing))
  })

  it('shows how the answers were typed', async () => {
    const cookie = await login(workspace.id, 'ada@example.org')
    const { json } = await send({ ...requestOf(newSurveyId(), 'p-77'), question_histories: { q1: history } })
    const response = await open(json.typing_url, cookie)
    expect(response.status).toBe(200)
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    const page = await response.text()
    expect(page).toContain('p-77')
    expect(page).toContain(ANSWERS[0].q1)
    expect(page).toContain('4 changes over 2.6 seconds, 1 deletion')
    expect(page).toContain('No typing was recorded for this question.')
    expect(page).toContain('<svg')
    expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=/)
    for (const failed of json.checks.q1) expect(page).toContain(failed)
  })

  it('keeps its address when the participant answers again', async () => {
    const survey = newSurveyId()
    const first = await send(requestOf(survey, 'p1'))
    const second = await send(requestOf(survey, 'p1', 1))
    expect(second.json.typing_url).toBe(first.json.typing_url)
    const cookie = await login(workspace.id, 'grace@example.org')
    expect(await (await open(second.json.typing_url, cookie)).text()).toContain(ANSWERS[1].q1)
  })

  it('shows a v012 analysis too', async () => {
    const survey = newSurveyId()
    const { json } = await send(requestOf(survey, 'p1'))
    await send({ ...requestOf(survey, 'p1'), responses: {} }, { version: 'v012' })
    const cookie = await login(workspace.id, 'edith@example.org')
    const page = await (await open(json.typing_url, cookie)).text()
    expect(page).toContain('All responses empty')
    expect(page).toContain('Not answered.')
  })

  it('runs and obeys nothing of what it shows', async () => {
    const evil =
      '"><script>document.title="hit"</script><img src=x onerror=alert(1)><style>*{display:none}</style>'
    const { json } = await send({
      survey_id: `${newSurveyId()}${evil}`,
      participant_id: evil,
      questions: { [evil]: evil, q2: '\u202eevil' },
      responses: { [evil]: `${evil} and more of the same`, q2: ANSWERS[0].q2 },
      question_histories: { [evil]: [{ s: evil, t: 0 }] },
      session_id: evil,
    })
    const cookie = await login(workspace.id, 'mallory@example.org')
    const [name, value] = cookie.split('=') as [string, string]
    const context = await browser.newContext({ colorScheme: 'dark', viewport: { width: 320, height: 640 } })
    await context.addCookies([{ name, value, url: service.address }])
    const page = await context.newPage()
    const trouble: string[] = []
    page.on('dialog', (dialog) => {
      trouble.push('a dialog')
      void dialog.dismiss()
    })
    page.on('console', (message) => trouble.push(message.text()))
    page.on('pageerror', (error) => trouble.push(error.message))
    await page.goto(json.typing_url)
    expect(await page.title()).toBe('Typing - Byhand')
    expect(await page.locator('main script, main img, main style').count()).toBe(0)
    expect(await page.locator('blockquote').first().textContent()).toContain('<script>')
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    expect(trouble).toEqual([])
    await context.close()
  })
})
