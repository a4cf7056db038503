/** Starts Debian's browsers. If one is missing, the error names its package. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
import puppeteer, { type Browser as FirefoxBrowser } from 'puppeteer-core'
import { type Display, requireProgram, startDisplay } from './display.ts'

export const CHROMIUM = '/usr/bin/chromium'
/** Chromium without windows: half the processor time of Chromium with hidden ones. */
export const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
export const FIREFOX = '/usr/bin/firefox-esr'

export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  '--no-default-browser-check',
]

export interface ChromiumOptions {
  readonly headed?: boolean
  /** Chromium with hidden windows: it has autofill, a PDF viewer and the devices that people's browsers have. */
  readonly complete?: boolean
  /** Playwright disables the back-forward cache by default. */
  readonly backForwardCache?: boolean
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly context?: Omit<NonNullable<Parameters<typeof chromium.launchPersistentContext>[1]>, 'args' | 'env'>
}

export interface LaunchedChromium {
  readonly context: BrowserContext
  close(): Promise<void>
}

/** How long a test waits for a page: longer than a busy machine takes. */
export const PATIENCE_MS = 90_000

/** A new profile, so that tests do not affect each other. */
export async function launchChromium(options: ChromiumOptions = {}): Promise<LaunchedChromium> {
  const [program, debianPackage] =
    options.headed || options.complete ? [CHROMIUM, 'chromium'] : [HEADLESS_SHELL, 'chromium-headless-shell']
  requireProgram(program, debianPackage)
  const profile = mkdtempSync(join(tmpdir(), 'byhand-chromium-'))
  const display = options.headed ? await startDisplay() : undefined
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: program,
    headless: !options.headed,
    args: [...CHROMIUM_FLAGS, ...(options.args ?? [])],
    env: { ...process.env, ...options.env, ...(display && { DISPLAY: display.name }) } as Record<
      string,
      string
    >,
    ...(options.backForwardCache && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
    ...options.context,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  return {
    context,
    close: async () => {
      await context.close()
      end(profile, display)
    },
  }
}

export interface LaunchedFirefox {
  readonly browser: FirefoxBrowser
  close(): Promise<void>
}

/** Playwright cannot drive Debian's Firefox, so Puppeteer drives it over WebDriver BiDi. */
export async function launchFirefox(
  options: { headed?: boolean; preferences?: Readonly<Record<string, unknown>> } = {},
): Promise<LaunchedFirefox> {
  requireProgram(FIREFOX, 'firefox-esr')
  const profile = mkdtempSync(join(tmpdir(), 'byhand-firefox-'))
  const display = options.headed ? await startDisplay({ windowManager: true }) : undefined
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    headless: !options.headed,
    userDataDir: profile,
    extraPrefsFirefox: { ...options.preferences },
    env: { ...process.env, HOME: profile, ...(display && { DISPLAY: display.name }) },
  })
  return {
    browser,
    close: async () => {
      await browser.close()
      end(profile, display)
    },
  }
}

function end(profile: string, display: Display | undefined): void {
  display?.stop()
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
}
