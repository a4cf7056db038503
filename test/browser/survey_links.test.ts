/**
 * Survey links and the script for survey pages, in a real browser against the real service. The panel and the survey
 * tools are mocks: pages with the forms, parameters and hidden fields that the tools use.
 */
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkSecret, type SurveyLink, sealLink } from '../../src/server/survey/link/link_token.ts'
import { type Platform, startPlatform, strictPolicy } from './platform_pages.ts'

let platform: Platform
let secret: Uint8Array

const linkTo = (link: SurveyLink) => `${platform.service.address}/link/${sealLink(secret, link)}`
const startLink = (more: Partial<SurveyLink> = {}) =>
  linkTo({
    kind: 'start',
    title: 'Study, "A" <1>',
    siteKey: platform.workspace.siteKey,
    surveyUrl: `${platform.url}/form?entry.1={participant}&entry.2={session}#pid={participant}&byhand={session}`,
    asksConsent: false,
    ...more,
  } as SurveyLink)

beforeAll(async () => {
  platform = await startPlatform()
  secret = await linkSecret(platform.service.services.store.keys)
  const end = linkTo({ kind: 'end', title: 'Study', completionUrl: `${platform.url}/complete?cc=C1` })
  platform.pages.set('/form', {
    body: `<!doctype html><title>Form</title><a id="end" href="${end}">Submit</a>`,
  })
  platform.pages.set('/complete', { body: '<!doctype html><title>Completed</title>' })
})
afterAll(() => platform?.close())

async function open(url: string, context: BrowserContext = platform.chromium.context): Promise<Page> {
  const page = await context.newPage()
  await page.goto(url)
  return page
}

const report = async (session: string) =>
  (
    await fetch(`${platform.service.address}/v1/sessions/${session}/report?wait=5`, {
      headers: { authorization: `Bearer ${platform.workspace.secretKey}` },
    })
  ).json() as Promise<{ user_id?: string; tags: string[]; status?: number }>

describe('a start link', () => {
  it('records the participant of a panel, opens the survey, and the end link completes', async () => {
    const policy = (await fetch(startLink())).headers.get('content-security-policy')
    expect(policy).toMatch(/default-src 'none'/)
    const page = await open(`${startLink()}?PROLIFIC_PID=a%26b%3D%22c&STUDY_ID=1`)
    await page.waitForFunction(() => window.getServiceSessionId?.())
    await page.click('#start')
    await page.waitForURL('**/form?*')
    const { searchParams, hash } = new URL(page.url())
    expect(searchParams.get('entry.1')).toBe('a&b="c')
    const session = searchParams.get('entry.2') as string
    expect(new URLSearchParams(hash.slice(1)).get('byhand')).toBe(session)
    expect(await report(session)).toMatchObject({ user_id: 'a&b="c', tags: ['Study  "A" <1>'] })
    await page.click('#end')
    await page.waitForURL('**/complete?cc=C1')
    await page.goBack()
    await page.goBack()
    await page.click('#start')
    await page.waitForURL('**/form?*')
    expect(new URL(page.url()).searchParams.get('entry.2')).toBe(session)
    await page.close()
  })

  it('asks for consent; without it, nothing is recorded and the survey opens', async () => {
    const link = startLink({ asksConsent: true } as never)
    const refusing = await open(`${link}?workerId=w1`)
    const batches: string[] = []
    refusing.on('request', (sent) => sent.method() === 'POST' && batches.push(sent.url()))
    await refusing.waitForFunction(() => window.getServiceSessionId?.())
    await refusing.getByText('Start without recording').click()
    await refusing.waitForURL('**/form?*')
    expect(new URL(refusing.url()).searchParams.get('entry.2')).toBe('not-recorded')
    expect(batches).toEqual([])
    await refusing.close()

    const agreeing = await open(`${link}?participantId=w2`)
    await agreeing.waitForFunction(() => window.getServiceSessionId?.())
    await agreeing.getByText('Agree and start').click()
    await agreeing.waitForURL('**/form?*')
    const session = new URL(agreeing.url()).searchParams.get('entry.2') as string
    expect(await report(session)).toMatchObject({ user_id: 'w2' })
    await agreeing.close()
  })

  it('opens the survey without JavaScript, with a blocked script, and with a revoked key', async () => {
    const browser = platform.chromium.context.browser()
    const plain = await browser?.newContext({ javaScriptEnabled: false })
    const withoutScript = await open(startLink(), plain)
    await withoutScript.click('#start')
    await withoutScript.waitForURL('**/form?*byhand=not-recorded')
    await plain?.close()

    const blocked = await platform.chromium.context.newPage()
    await blocked.route('**/byhand.js', (route) => route.abort())
    await blocked.goto(startLink())
    await blocked.click('#start')
    await blocked.waitForURL('**/form?*byhand=not-recorded')
    await blocked.close()

    const revoked = await open(startLink({ siteKey: 'bh_pk_none' } as never))
    expect(revoked.url()).toContain('byhand=not-recorded')
    await revoked.close()
  })

  it('gives each tab its own session, on a phone too', async () => {
    const browser = platform.chromium.context.browser()
    const phone = await browser?.newContext({
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 800 },
    })
    const ids = new Set<string | null>()
    for (const page of [await open(startLink(), phone), await open(startLink(), phone)]) {
      await page.bringToFront()
      await page.waitForFunction(() => window.getServiceSessionId?.())
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      await page.tap('#start')
      await page.waitForURL('**/form?*')
      ids.add(new URL(page.url()).searchParams.get('entry.2'))
    }
    expect(ids.size).toBe(2)
    await phone?.close()
  })
})

it('an end link shows a code, and other text is no link', async () => {
  const page = await open(linkTo({ kind: 'end', title: 'Study', completionCode: '<C2>' }))
  expect(await page.textContent('code')).toBe('<C2>')
  await page.close()
  const { status } = await fetch(`${platform.service.address}/link/https%3A%2F%2Fevil.example.org`)
  expect(status).toBe(404)
  const long = await fetch(`${startLink()}?PROLIFIC_PID=${'x'.repeat(300)}`)
  expect(long.status).toBe(400)
})

interface ConsentWindow {
  readonly byhandPage: { consent(given: boolean): void }
}

describe('the script for survey pages', () => {
  const tag = (more = '') =>
    `<script src="${platform.service.address}/integrations/page.js" data-src="${platform.service.address}/byhand.js"
      data-site-key="${platform.workspace.siteKey}" ${more} nonce="n1"></script>`

  it('fills hidden fields of a form on several documents, as in oTree, REDCap and formr', async () => {
    const headers = { 'content-security-policy': strictPolicy(platform.service.address) }
    const form = (
      name: string,
      next: string,
    ) => `<!doctype html><title>Page</title><form method="post" action="${next}">
      <label for="id_${name}">What do you like about ${name}?</label><textarea name="${name}" id="id_${name}"></textarea>
      <label>Name <input name="name"></label>
      <input type="hidden" name="byhand_session_id"><input type="hidden" name="byhand_fields">
      <button>Next</button></form>${tag()}`
    platform.pages.set('/p/1', { body: form('work', '/p/2'), headers })
    platform.pages.set('/p/2', { body: form('home', '/p/3'), headers })
    platform.pages.set('/p/3', { body: '<!doctype html><title>End</title>' })
    platform.posted.length = 0
    const page = await open(`${platform.url}/p/1`)
    for (const [name, text] of [
      ['work', 'My colleagues are kind and we laugh a lot.'],
      ['home', 'The garden, because it is quiet there.'],
    ] as const) {
      await page.waitForFunction(() => window.getServiceSessionId?.())
      await page.fill('[name=name]', 'Ada')
      await page.click(`#id_${name}`)
      await page.keyboard.type(text, { delay: 4 })
      await page.click('button')
    }
    await page.waitForURL('**/p/3')
    const sent = platform.posted.map(([, body]) => new URLSearchParams(body))
    expect(new Set(sent.map((body) => body.get('byhand_session_id'))).size).toBe(1)
    const fields = sent.map((body) => JSON.parse(body.get('byhand_fields') ?? ''))
    expect(fields[0].questions).toEqual({ work: 'What do you like about work?' })
    expect(fields[0].responses).toEqual({ work: 'My colleagues are kind and we laugh a lot.' })
    for (const one of fields)
      expect(
        await platform.analyze({ survey_id: 'o', participant_id: crypto.randomUUID(), ...one }),
      ).toMatchObject({ error: false })
    await page.close()
  })

  it('finds questions that appear later, as in Gorilla, and never stops the page', async () => {
    platform.pages.set('/single', {
      body: `<!doctype html><title>Page</title><main></main><input type="hidden" name="byhand_fields">${tag('data-questions="change"')}
        <script>setTimeout(() => { document.querySelector('main').innerHTML = '<p>What would you change? <input name="change"></p><textarea name="other"></textarea>' }, 50)</script>`,
    })
    for (const isBlocked of [false, true]) {
      const page = await platform.chromium.context.newPage()
      if (isBlocked) await page.route('**/byhand.js', (route) => route.abort())
      await page.goto(`${platform.url}/single`)
      if (!isBlocked) await page.waitForFunction(() => window.getServiceSessionId?.())
      await page.click('[name=change]')
      await page.keyboard.type('Less noise.')
      await page.click('[name=other]')
      const fields = JSON.parse(await page.inputValue('[name=byhand_fields]'))
      expect(fields.questions).toEqual({ change: 'What would you change?' })
      expect(fields.responses).toEqual({ change: 'Less noise.' })
      expect(fields.session_id === 'not-recorded').toBe(isBlocked)
      await page.close()
    }
  })

  it('records after consent, keeps the session after going back, and gives each tab its own, on a phone', async () => {
    const form = (consent: string, next: string) => `<!doctype html><title>Page</title>
      <meta name="viewport" content="width=device-width"><form method="post" action="${next}">
      <label>Why? <textarea name="why"></textarea></label><input type="hidden" name="byhand_session_id">
      <button>Next</button></form>${tag(consent)}`
    platform.pages.set('/asks', { body: form('data-consent="wait"', '/after') })
    platform.pages.set('/after', { body: form('', '/end') })
    platform.pages.set('/end', { body: '<!doctype html><title>End</title>' })
    const browser = platform.chromium.context.browser()
    const phone = await browser?.newContext({
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 800 },
    })
    const ids: (string | null)[] = []
    for (const page of [
      await open(`${platform.url}/asks`, phone),
      await open(`${platform.url}/asks`, phone),
    ]) {
      await page.bringToFront()
      const sent: string[] = []
      page.on('request', (one) => one.url().startsWith(platform.service.address) && sent.push(one.method()))
      const answer = async () => {
        await page.waitForFunction(() => window.getServiceSessionId?.())
        await page.tap('textarea')
        await page.keyboard.type('Because.')
      }
      await answer()
      expect(await page.inputValue('[name=byhand_session_id]')).toBe('not-recorded')
      expect(sent).not.toContain('POST')
      await page.evaluate(() => (window as unknown as ConsentWindow).byhandPage.consent(true))
      platform.posted.length = 0
      await page.tap('button')
      await page.waitForURL('**/after')
      await answer()
      await page.tap('button')
      await page.waitForURL('**/end')
      await page.goBack()
      await answer()
      await page.tap('button')
      await page.waitForURL('**/end')
      const given = platform.posted.map(([, body]) => new URLSearchParams(body).get('byhand_session_id'))
      expect(given).toHaveLength(3)
      expect(new Set(given).size).toBe(1)
      ids.push(given[0] as string)
      expect(sent).toContain('POST')
    }
    expect(ids).not.toContain('not-recorded')
    expect(new Set(ids).size).toBe(2)
    await phone?.close()
  })
})
