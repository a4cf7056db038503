import type { Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, it as test } from 'vitest'
import {
  ATTENTION_KIND,
  INPUT_KIND,
  KEY_CLASS,
  NAVIGATION_KIND,
  POINTER,
  UNTRUSTED,
} from '../../src/contract/batch/rows.ts'
import { type LaunchedFirefox, launchFirefox } from '../setup/browser.ts'
import { HOSTILE_PAGES, hostileBody } from './hostile_pages.ts'
import { type RecordingServer, startRecordingServer } from './recording_server.ts'
import './visit.ts'

let firefox: LaunchedFirefox

beforeAll(async () => {
  firefox = await launchFirefox()
})
afterAll(async () => {
  await firefox?.close()
})

interface FirefoxVisit {
  readonly server: RecordingServer
  readonly page: Page
  readonly noise: string[]
  open(path: string): Promise<unknown>
  sessionId(): Promise<string>
}

/** A window and a recording server per test. Firefox slows down the timers of tabs in the background. */
const it = test.extend('visit', async ({ onTestFinished }): Promise<FirefoxVisit> => {
  const server = await startRecordingServer()
  const page = await firefox.browser.newPage({ type: 'window' })
  onTestFinished(async () => {
    await page.close()
    await server.close()
    expect(server.faults).toEqual([])
  })
  const noise: string[] = []
  page.on('console', (message) => noise.push(`console.${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => noise.push(`uncaught: ${(error as Error).message}`))
  return {
    server,
    page,
    noise,
    open: (path) => page.goto(server.url + path),
    sessionId: () => page.evaluate(() => window.getServiceSessionId()),
  }
})

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const restored = ({ server }: FirefoxVisit) =>
  server.eventsOf('attention').some(({ kind }) => kind === ATTENTION_KIND.restored)

/** Longer than the script waits before its first batch. */
const QUIET_MS = 1_200
/** The time from the arrival of a batch until the page has handled the response and its console lines have arrived. */
const ANSWERED_MS = 500
const SETTLE_MS = 50

describe.concurrent('Firefox', () => {
  it('records a visit from load to submit without console output', async ({ visit }) => {
    const { server, page, noise, open, sessionId } = visit
    await open('/survey.html')
    const id = await sessionId()
    await page.mouse.move(200, 300)
    await page.mouse.move(120, 90, { steps: 5 })
    await page.mouse.click(120, 90)
    await page.keyboard.type('Hi 5!')
    await page.keyboard.press('Backspace')
    await page.click('#weekly')
    await page.mouse.wheel({ deltaY: 300 })
    const histories = await page.evaluate(() => ({ ...window.byhand.getQuestionHistories() }))
    await Promise.all([page.waitForNavigation(), page.click('#send')])
    expect(await sessionId()).toBe(id)
    await server.untilWhole(({ batch }) => batch.page === 0)
    expect(server.eventsOf('submit')).toHaveLength(1)
    await server.until(() => server.stored().some(({ batch }) => batch.page === 1), 'the next page')

    expect(server.stored().every(({ batch }) => batch.session_id === id)).toBe(true)
    expect(server.eventsOf('navigation').map(({ kind, label }) => [kind, label])).toEqual([
      [NAVIGATION_KIND.load, '/survey.html'],
      [NAVIGATION_KIND.load, '/thanks.html'],
    ])
    const [down] = server.eventsOf('down')
    expect(down).toMatchObject({ x: 120, y: 90, role: 'question', label: 'q1' })
    expect(((down?.flags ?? 0) >> 1) & 3).toBe(POINTER.mouse)
    expect(server.eventsOf('keydown').map((key) => key.class)).toEqual([
      KEY_CLASS.upper,
      KEY_CLASS.lower,
      KEY_CLASS.space,
      KEY_CLASS.digit,
      KEY_CLASS.punctuation,
      KEY_CLASS.backspace,
    ])
    expect(server.eventsOf('input').map(({ kind, value }) => [kind, value])).toEqual([
      [INPUT_KIND.insertText, 1],
      [INPUT_KIND.insertText, 2],
      [INPUT_KIND.insertText, 3],
      [INPUT_KIND.insertText, 4],
      [INPUT_KIND.insertText, 5],
      [INPUT_KIND.deleteContentBackward, 4],
    ])
    expect(server.eventsOf('click').every(({ flags }) => (flags & UNTRUSTED) === 0)).toBe(true)
    expect(histories.q1?.map(({ s }) => s)).toEqual(['H', 'Hi', 'Hi ', 'Hi 5', 'Hi 5!', 'Hi 5'])
    expect(server.eventsOf('scripted')).toEqual([])
    expect(noise).toEqual([])
  })

  it('reads its signals and marks unsupported ones as absent', async ({ visit }) => {
    const { server, noise, open } = visit
    await open('/thanks.html')
    const readings = () => server.stored().flatMap(({ batch }) => batch.device ?? [])
    await server.until(() => readings().length >= 2, 'both readings')
    const signals = Object.assign({}, ...readings().map((reading) => reading.signals))
    expect(signals).toMatchObject({
      engine: 'gecko',
      webdriver: true,
      runtime_probe: { absent: 'unsupported' },
      brands: { absent: 'unsupported' },
      navigator_own: [],
      frame_mismatch: [],
      patched_natives: [],
      proxy_frames: false,
      window_extra: [],
      driver_globals: [],
      permission_mismatch: false,
    })
    expect(noise).toEqual([])
  })

  it('gives every tab its own session, even a duplicated one', async ({ visit }) => {
    const { page, open, sessionId } = visit
    await open('/survey.html')
    const first = await sessionId()
    const popup = new Promise<Page>((resolve) => page.once('popup', (opened) => resolve(opened as Page)))
    await page.evaluate(() => void window.open('/thanks.html'))
    const opened = await popup
    await opened.waitForFunction(() => typeof window.getServiceSessionId === 'function')
    const second = await opened.evaluate(() => window.getServiceSessionId())
    expect(second).toMatch(/^[\w-]{22}$/)
    expect(second).not.toBe(first)
    await opened.close()
  })

  it('continues session, stream and sequence numbers after the back-forward cache', async ({ visit }) => {
    const { server, page, open, sessionId } = visit
    await open('/survey.html')
    const id = await sessionId()
    await page.evaluate(() => Object.assign(window, { kept: 'in memory' }))
    await page.click('#town')
    await open('/thanks.html')
    await page.evaluate(() => history.back())
    await server.until(() => restored(visit), 'the return of the first page')
    expect(await page.evaluate(() => (window as unknown as { kept?: string }).kept)).toBe('in memory')
    expect(await sessionId()).toBe(id)
    await page.click('#q1')
    await server.until(() => server.eventsOf('click').length === 2, 'a click after the return')
    const numbers = server.stored().filter(({ batch }) => batch.page === 0)
    expect(new Set(numbers.map(({ batch }) => batch.tab)).size).toBe(1)
    expect(numbers.map(({ batch }) => batch.seq)).toEqual(numbers.map((_, i) => i))
  })

  it('delivers the last batch of each of twenty pages once', async ({ visit }) => {
    const { server, page, open } = visit
    for (let i = 0; i < 20; i++) {
      await open(`/thanks.html?${i}`)
      await page.mouse.click(100 + i, 100)
    }
    await open('/thanks.html?last')
    await server.until(() => server.eventsOf('click').length === 20, 'twenty clicks')
    expect(server.eventsOf('click').map(({ x }) => x)).toEqual(Array.from({ length: 20 }, (_, i) => 100 + i))
  })

  // These pages break or forbid browser APIs. The Chromium tests cover the other pages, which break the language
  // itself.
  const ours =
    /toJSON on arrays|then that|wrapped|removed|frozen|storage|policy|Types|shadow|nothing|anything|NaN/
  const hostile = HOSTILE_PAGES.filter(({ name, frame }) => frame === undefined && ours.test(name))
  it.for(hostile.map((one) => [one.name, one] as const))('stays silent on %s', async ([, one], { visit }) => {
    const { server, page, noise, open } = visit
    const headers = { ...one.headers }
    server.pages.set('/hostile', { body: hostileBody(one), headers })
    server.pages.set('/plain', { body: hostileBody({ ...one, tag: '' }), headers })
    const use = async (path: string) => {
      noise.length = 0
      await open(path)
      await page.mouse.click(20, 20)
      await page.mouse.click(120, 30)
      await page.keyboard.type('Hello')
      if (path === '/hostile') {
        for (let ms = 0; ms < QUIET_MS && server.batches.length === 0; ms += SETTLE_MS) await pause(SETTLE_MS)
        await pause(ANSWERED_MS)
      }
      await pause(SETTLE_MS)
      return [...noise]
    }
    const without = await use('/plain')
    expect(await use('/hostile')).toEqual(without)
    await open('/thanks.html')
    if (one.records !== false) {
      await server.until(() => server.eventsOf('click').length > 0, 'a recorded click')
    }
  })
})
