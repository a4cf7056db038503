/** The step-up verification in a real browser, against the real service, on a page with a strict content security policy. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SessionReport } from '../../src/contract/session.ts'
import { type RunningService, runService, type TestWorkspace } from '../service/running_service.ts'
import { type LaunchedChromium, launchChromium } from '../setup/browser.ts'
import { axeViolations } from './dashboard_axe.ts'
import { dialogOf, sentenceIn, setBands, typeLikeAPerson } from './step_up_task.ts'
import { listenForNoise, newContext } from './visit.ts'

let service: RunningService
let review: TestWorkspace
let clean: TestWorkspace
let chromium: LaunchedChromium

beforeAll(async () => {
  service = await runService({
    BYHAND_RATE_SESSIONS_PER_IP: '0',
    BYHAND_RATE_BATCHES_PER_IP: '0',
    BYHAND_RATE_STEP_UPS_PER_DEVICE: '1',
  })
  review = await service.workspace()
  clean = await service.workspace()
  await setBands(service, review, [1, 2, 100])
  await setBands(service, clean, [98, 99, 100])
  chromium = await launchChromium()
})
afterAll(async () => {
  await chromium?.close()
  await service?.stop()
})

const POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'"

/** A passed task counts against the device, in its workspace. */
async function newReview(): Promise<TestWorkspace> {
  const workspace = await service.workspace()
  await setBands(service, workspace, [1, 2, 100])
  return workspace
}

async function openSite(
  workspace = review,
  page?: Page,
  texts: object = {},
): Promise<{ page: Page; noise: string[] }> {
  const opened = page ?? (await chromium.context.newPage())
  const noise: string[] = []
  listenForNoise(opened, noise)
  const body = `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1>
    <button id="buy">Buy</button><output id="outcome"></output></main>
    <script src="/byhand.js" data-site-key="${workspace.siteKey}"></script><script type="module" src="/shop.js"></script>`
  const headers = { 'content-security-policy': POLICY }
  await opened.route('**/site', (route) => route.fulfill({ contentType: 'text/html', headers, body }))
  await opened.route('**/shop.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `document.querySelector('#buy').addEventListener('click', async () => {
        const { stepUp } = await import('/step_up.mjs')
        document.querySelector('#outcome').textContent = await stepUp({ texts: ${JSON.stringify(texts)} })
      })`,
    }),
  )
  await opened.goto(`${service.address}/site`)
  return { page: opened, noise }
}

async function reportOf(page: Page, { secretKey } = review): Promise<SessionReport> {
  const id = await page.evaluate(() => window.getServiceSessionId())
  const response = await fetch(`${service.address}/v1/sessions/${id}/report`, {
    headers: { authorization: `Bearer ${secretKey}` },
  })
  return (await response.json()) as SessionReport
}

const outcome = (page: Page, text: string) =>
  page.waitForFunction((wanted) => document.querySelector('#outcome')?.textContent === wanted, text)

/** Opens the task with the keyboard alone. */
async function openTask(page: Page): Promise<string> {
  await page.focus('#buy')
  await page.keyboard.press('Enter')
  return sentenceIn(page)
}

/** Sends all keys in order without waiting for the answers, so that a busy machine does not slow it down. */
async function typeAtOnce(page: Page, text: string): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const sent = [...text].flatMap((key) => {
    const code = key === ' ' ? 'Space' : `Key${key.toUpperCase()}`
    return [
      client.send('Input.dispatchKeyEvent', { type: 'keyDown', key, code, text: key }),
      client.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code }),
    ]
  })
  await Promise.all(sent)
}

describe('step-up verification', () => {
  it('passes a person who uses the keyboard alone, without pointer movement', async () => {
    const workspace = await newReview()
    const { page, noise } = await openSite(workspace)
    const sentence = await openTask(page)
    const field = page.getByRole('textbox', { name: 'Type the sentence here' })
    expect(await field.evaluate((own) => (own.getRootNode() as ShadowRoot).activeElement === own)).toBe(true)
    await page.keyboard.press('Enter')
    expect(await dialogOf(page).getByRole('status').textContent()).toBe('Please type the whole sentence.')
    await typeLikeAPerson(page, sentence)
    await page.keyboard.press('Enter')
    await outcome(page, 'done')
    expect(await dialogOf(page).count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('buy')
    expect((await reportOf(page, workspace)).step_up).toMatchObject({
      result: 'passed',
      answered_at: expect.any(Number),
    })
    await page.click('#buy')
    await outcome(page, 'not needed')
    expect(noise).toEqual([])
    await page.close()

    // The next visit on the same device, within the hour.
    const next = await openSite(workspace)
    await next.page.focus('#buy')
    await next.page.keyboard.press('Enter')
    await dialogOf(next.page).waitFor()
    expect(await dialogOf(next.page).getByRole('paragraph').textContent()).toMatch(
      /^This device or network completed .* Please try again in (?:59|60) min\.$/,
    )
    expect(await axeViolations(next.page)).toEqual([])
    await next.page.keyboard.press('Enter')
    await outcome(next.page, 'canceled')
    expect(await next.page.evaluate(() => document.activeElement?.id)).toBe('buy')
    expect(await reportOf(next.page, workspace)).not.toHaveProperty('step_up')
    await next.page.close()
  })

  it('shows the sentence of the workspace, and ignores one of the page', async () => {
    const workspace = await newReview()
    const sentence = 'der kleine hund wartet am morgen vor der alten mühle'
    await service.services.store.keys.changeSettings(workspace.id, (before) => ({
      ...before,
      step_up_sentences: [sentence],
    }))
    const { page, noise } = await openSite(workspace, undefined, { sentence: 'a'.repeat(46), send: 'Weiter' })
    expect(await openTask(page)).toBe(sentence)
    expect(await dialogOf(page).getByRole('button', { name: 'Weiter' }).count()).toBe(1)
    expect(noise).toEqual([expect.stringContaining('Byhand: The text `sentence` was ignored')])
    await page.close()
  })

  it('shows nothing to visitors who are accepted', async () => {
    const { page } = await openSite(clean)
    const { store, scoring } = service.services
    const sessionId = await page.evaluate(() => window.getServiceSessionId())
    const key = { workspace: clean.id, sessionId }
    await expect.poll(() => scoring.report(key), { timeout: 30_000 }).not.toBeNull()
    await store.facts.setLabel(key, { label: 'person', memberId: 'm', at: 1, note: '' })
    await page.click('#buy')
    await outcome(page, 'not needed')
    expect(await dialogOf(page).count()).toBe(0)
    expect(await reportOf(page, clean)).not.toHaveProperty('step_up')
    await page.close()
  })

  it('is not passed with another text, typed like a person', async () => {
    const { page } = await openSite()
    const sentence = await openTask(page)
    await typeLikeAPerson(page, 'x'.repeat(sentence.length))
    await page.keyboard.press('Enter')
    await outcome(page, 'done')
    expect((await reportOf(page)).step_up).toMatchObject({
      result: 'failed',
      reason: expect.stringMatching(/spaces, and the text has none/),
    })
    await page.close()
  })

  it('passes a person who corrects mistakes in the middle of the text', async () => {
    const workspace = await newReview()
    const { page } = await openSite(workspace)
    const sentence = await openTask(page)
    const [begin, end] = [sentence.slice(0, 20), sentence.slice(20)]
    await typeLikeAPerson(page, `${begin.slice(0, 8)}qq${begin.slice(8)}`)
    for (let i = 0; i < begin.length - 8; i++) await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('End')
    await typeLikeAPerson(page, end)
    await page.keyboard.press('Enter')
    await outcome(page, 'done')
    expect((await reportOf(page, workspace)).step_up).toMatchObject({ result: 'passed' })
    await page.close()
  })

  it.each([
    [
      'insertText of the DevTools protocol',
      'unknown',
      (page: Page, text: string) => page.keyboard.insertText(text),
    ],
    ['a driver that types at full speed', 'failed', (page: Page, text: string) => typeAtOnce(page, text)],
    [
      'events of a script',
      'failed',
      (page: Page, text: string) =>
        page.locator('dialog input').evaluate((field, value) => {
          ;(field as HTMLInputElement).value = value
          field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, data: value }))
        }, text),
    ],
  ])('is not passed by %s', async (_, result, enter) => {
    const { page } = await openSite()
    const sentence = await openTask(page)
    await enter(page, sentence)
    await page.keyboard.press('Enter')
    await outcome(page, 'done')
    expect((await reportOf(page)).step_up).toMatchObject({ result, reason: expect.any(String) })
    await page.close()
  })

  it('is closed with Escape, which decides nothing', async () => {
    const { page } = await openSite()
    await openTask(page)
    await page.keyboard.press('Escape')
    await outcome(page, 'canceled')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('buy')
    // The page does not wait for this.
    await expect
      .poll(async () => (await reportOf(page)).step_up, { timeout: 60_000 })
      .toMatchObject({ result: 'unknown', reason: 'The visitor closed the task.' })
    await page.close()
  })

  it('resolves when the service cannot be reached', async () => {
    const { page } = await openSite()
    await page.route('**/step-up', (route) => route.abort())
    await page.click('#buy')
    await outcome(page, 'unavailable')
    await page.close()
  })

  it.each(['light', 'dark'] as const)('is accessible on a small screen, %s', async (colorScheme) => {
    const context = await newContext(chromium, {
      viewport: { width: 390, height: 700 },
      colorScheme,
      reducedMotion: 'reduce',
      bypassCSP: true,
    })
    const { page } = await openSite(review, await context.newPage())
    await openTask(page)
    expect(await axeViolations(page)).toEqual([])
    const box = await dialogOf(page).boundingBox()
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 999) <= 390).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    const background = await dialogOf(page).evaluate((own) => getComputedStyle(own).backgroundColor)
    expect(background === 'rgb(255, 255, 255)').toBe(colorScheme === 'light')
    await context.close()
  })
})
