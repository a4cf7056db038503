/** One browser per test file, one page and one recording server per test. Every request must be a valid batch. */
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type ChromiumOptions, type LaunchedChromium, launchChromium, PATIENCE_MS } from '../setup/browser.ts'
import { type RecordingServer, startRecordingServer } from './recording_server.ts'

/** The global that the script defines on `window`. */
export interface PageApi {
  readonly ready: Promise<string>
  start(options: Readonly<Record<string, unknown>>): void
  stop(): void
  consent(given: boolean): void
  flush(): Promise<void>
  setUserId(userId: string | null): void
  setTags(tags: readonly string[]): void
  trackQuestion(element: Element | null, questionId: string): void
  sessionId(): string
  getServiceSessionId(): string
  getFingerprintId(): Promise<string>
  getSignedResult(pageAction?: string, pageData?: string): Promise<string>
  getQuestionHistories(): Record<string, { s: string; t: number }[]>
}

declare global {
  interface Window {
    byhand: PageApi
    getServiceSessionId(): string
  }
}

export interface Visit {
  readonly server: RecordingServer
  readonly chromium: LaunchedChromium
  readonly page: Page
  /** Console lines and uncaught errors of a page, without calls that print nothing. */
  readonly noise: string[]
  open(path?: string): Promise<void>
  sessionId(): Promise<string>
  /** Makes the script send its buffer by hiding the page. */
  flush(): Promise<void>
}

export function receiveVisits(options: ChromiumOptions = {}): Visit {
  let server: RecordingServer
  let chromium: LaunchedChromium
  let page: Page
  const noise: string[] = []

  beforeAll(async () => {
    chromium = await launchChromium(options)
  })
  afterAll(async () => {
    await chromium?.close()
  })
  beforeEach(async () => {
    // A closed page still sends its last batch, which must not arrive in the next test.
    server = await startRecordingServer()
    noise.length = 0
    page = await chromium.context.newPage()
    listenForNoise(page, noise)
  })
  afterEach(async () => {
    await page.close()
    await server.close()
    expect(server.faults).toEqual([])
  })

  return {
    get server() {
      return server
    },
    get chromium() {
      return chromium
    },
    get page() {
      return page
    },
    noise,
    ...actionsOf(
      () => page,
      () => server,
    ),
  }
}

/**
 * Gives `it` two fixtures, each with its own page and recording server, so that tests may run concurrently:
 * `visit` in the browser's one context, `isolatedVisit` in a new context, which takes twice the CPU time.
 */
export function receiveOwnVisits(options: ChromiumOptions = {}) {
  let browser: LaunchedChromium

  beforeAll(async () => {
    browser = await launchChromium(options)
  })
  afterAll(async () => {
    await browser?.close()
  })

  async function begin(isIsolated: boolean, onEnd: (end: () => Promise<void>) => void): Promise<Visit> {
    const server = await startRecordingServer()
    const context = isIsolated ? await newContext(browser, options.context) : browser.context
    const page = await context.newPage()
    onEnd(async () => {
      await (isIsolated ? context : page).close()
      await server.close()
      expect(server.faults).toEqual([])
    })
    const noise: string[] = []
    listenForNoise(page, noise)
    return {
      server,
      chromium: { context, close: () => context.close() },
      page,
      noise,
      ...actionsOf(
        () => page,
        () => server,
      ),
    }
  }

  return it
    .extend('visit', ({ onTestFinished }): Promise<Visit> => begin(false, onTestFinished))
    .extend('isolatedVisit', ({ onTestFinished }): Promise<Visit> => begin(true, onTestFinished))
}

function actionsOf(
  page: () => Page,
  server: () => RecordingServer,
): Pick<Visit, 'open' | 'sessionId' | 'flush'> {
  return {
    open: async (path = '/survey.html') => {
      await page().goto(server().url + path)
    },
    sessionId: () => page().evaluate(() => window.getServiceSessionId()),
    flush: async () => {
      const before = server().batches.length
      await page().evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide')))
      await server().untilWhole((_, index) => index >= before)
      await page().evaluate(() =>
        window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
      )
    },
  }
}

/** Playwright keeps every page focused, so the loss of the focus is simulated. */
export const leaveAndReturn = (page: Pick<Page, 'evaluate'>): Promise<void> =>
  page.evaluate(async () => {
    const { document } = window.top as Window
    const { hasFocus } = document
    document.hasFocus = () => false
    window.dispatchEvent(new FocusEvent('blur'))
    await new Promise((resolve) => setTimeout(resolve, 20))
    document.hasFocus = hasFocus
    window.dispatchEvent(new FocusEvent('focus'))
  })

/** The interval of the script before its first batch and between later ones, plus a margin. */
export const FIRST_BATCH_MS = 1_100
export const NEXT_BATCH_MS = 5_500

/** Long enough for a started request to reach the server. */
const ARRIVAL_MS = 300

/**
 * Replaces the clock and timers of the page before its scripts run. Time advances by itself and by `page.clock`. The
 * clock belongs to the context and stays, so later tests in the same context run on it, ahead of real time.
 */
export async function controlTime(page: Page): Promise<void> {
  await page.clock.install()
}

/** Advances the page's clock, fires due timers, and waits for their requests. */
export async function passQuietly(page: Page, ms: number): Promise<void> {
  await page.clock.runFor(ms)
  await page.waitForTimeout(ARRIVAL_MS)
}

/** A new context in the same browser, which shares no cookies, storage or settings with other tests. */
export async function newContext(
  { context }: LaunchedChromium,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const browser = context.browser()
  if (browser === null) throw new Error('the browser has been closed')
  const added = await browser.newContext(options)
  added.setDefaultTimeout(PATIENCE_MS)
  return added
}

/** `console.groupEnd` prints nothing; the script uses it to detect an attached debugger. */
export function listenForNoise(page: Page, noise: string[]): void {
  page.on('console', (message) => {
    if (message.type() !== 'endGroup') noise.push(`console.${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => noise.push(`uncaught: ${error.message}`))
}

/** Gives the page a clock that a test can advance. */
export async function letTimePass(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const real = performance.now.bind(performance)
    let ahead = 0
    performance.now = () => real() + ahead
    Object.assign(window, {
      pass: (minutes: number) => {
        ahead += minutes * 60_000
      },
    })
  })
}

export async function pass(page: Page, minutes: number): Promise<void> {
  // Events keep their real time, so the next move must not look like one of the same stroke.
  await page.waitForTimeout(100)
  await page.evaluate((count) => (window as unknown as { pass(count: number): void }).pass(count), minutes)
}
