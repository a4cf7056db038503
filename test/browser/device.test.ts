import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer from 'puppeteer-core'
import { describe, expect } from 'vitest'
import { FRAMED, LATE, PLAIN } from '../../src/browser/device/signals.ts'
import type { SignalValue } from '../../src/contract/batch/batch.ts'
import { CHROMIUM, CHROMIUM_FLAGS } from '../setup/browser.ts'
import { startDisplay } from '../setup/display.ts'
import { newContext, receiveOwnVisits, type Visit } from './visit.ts'

const it = receiveOwnVisits({ complete: true })

type Signals = Record<string, SignalValue>

const readings = ({ server }: Visit, at: 'load' | 'submit') =>
  server
    .stored()
    .flatMap(({ batch }) => batch.device ?? [])
    .filter((reading) => reading.at === at)

/** All signals of the page load, including the late ones. */
async function atLoad(visit: Visit): Promise<Signals> {
  await visit.server.until(() => readings(visit, 'load').length >= 2, 'both readings of the device')
  return Object.assign({}, ...readings(visit, 'load').map(({ signals }) => signals))
}

/** A browser without a driver or debugger, started with a URL. */
async function browsePlainly(visit: Visit, headed: boolean): Promise<Signals> {
  const profile = mkdtempSync(join(tmpdir(), 'byhand-plain-'))
  const display = headed ? await startDisplay() : undefined
  const child = spawn(
    CHROMIUM,
    [
      ...(headed ? [] : ['--headless']),
      ...CHROMIUM_FLAGS,
      `--user-data-dir=${profile}`,
      `${visit.server.url}/thanks.html`,
    ],
    { stdio: 'ignore', env: { ...process.env, ...(display && { DISPLAY: display.name }) } },
  )
  try {
    return await atLoad(visit)
  } finally {
    child.kill()
    await new Promise((resolve) => child.once('exit', resolve))
    display?.stop()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

describe.concurrent('device signals', () => {
  it('are complete, each with a value or a reason', async ({ visit }) => {
    await visit.open()
    const signals = await atLoad(visit)
    const names = [...Object.keys(PLAIN), ...Object.keys(FRAMED), ...Object.keys(LATE)]
    expect(Object.keys(signals).sort()).toEqual(names.sort())
    expect(signals).toMatchObject({
      user_agent: expect.stringContaining('HeadlessChrome'),
      webdriver: true,
      webdriver_frame: true,
      driver_globals: [],
      window_extra: [],
      patched_natives: [],
      frame_mismatch: [],
      navigator_own: [],
      proxy_frames: false,
      frame_before_attach: false,
      permission_mismatch: false,
      engine: 'chromium',
      brave: false,
      zone: 'UTC',
      inner: [1280, 720],
      webgl_renderer: expect.stringContaining('SwiftShader'),
      full_brands: expect.arrayContaining([expect.stringMatching(/^Chromium\/\d+\./)]),
      geolocation: { absent: 'not_granted' },
      geolocation_native: true,
      referrer: { absent: 'unsupported' },
    })
    expect(visit.noise.filter((line) => !line.includes('autocomplete'))).toEqual([])
  })

  it('are read again on submit if they are cheap', async ({ visit }) => {
    await visit.open()
    await visit.page.evaluate(() =>
      Object.assign(window, { __playwright_mark: 1, cdc_adoQpoasnfa76pfcZLmcfl_Array: 1 }),
    )
    await visit.page.click('#send')
    await visit.server.until(() => readings(visit, 'submit').length > 0, 'a reading at submit')
    expect(readings(visit, 'submit')[0]?.signals).toMatchObject({
      webdriver: true,
      driver_globals: ['__playwright_mark', 'cdc_adoQpoasnfa76pfcZLmcfl_Array'],
      user_active: true,
      page_focused: true,
    })
  })

  it('leave no frame or other trace in the page', async ({ visit }) => {
    visit.server.pages.set('/watch', {
      body: `<!doctype html><script>
          window.before = new Set(Object.getOwnPropertyNames(window))
          window.trace = 'prepareStackTrace' in Error
        </script><script src="/byhand.js" data-site-key="k"></script>`,
    })
    await visit.open('/watch')
    await atLoad(visit)
    const left = await visit.page.evaluate(() => {
      const { before, trace } = window as unknown as { before: Set<string>; trace: boolean }
      return {
        names: Object.getOwnPropertyNames(window).filter(
          (name) => !before.has(name) && name !== 'before' && name !== 'trace',
        ),
        frames: document.querySelectorAll('iframe').length,
        trace: trace === 'prepareStackTrace' in Error,
      }
    })
    expect(left).toEqual({ names: ['getServiceSessionId', 'byhand'], frames: 0, trace: true })
  })

  it('detect disguised browsers', async ({ visit }) => {
    await visit.page.addInitScript(() => {
      Object.defineProperty(navigator, 'webdriver', { get: () => false })
      const { getParameter } = WebGLRenderingContext.prototype
      WebGLRenderingContext.prototype.getParameter = function (name) {
        return name === 37446 ? 'Intel Iris OpenGL Engine' : getParameter.call(this, name)
      }
      const { get } = Object.getOwnPropertyDescriptor(Navigator.prototype, 'hardwareConcurrency') as {
        get: () => number
      }
      const disguised = new Proxy(get, {
        apply: (target, self, args) => Reflect.apply(target, self, args) && 8,
      })
      Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', {
        get: disguised,
        configurable: true,
      })
    })
    visit.server.pages.set('/bound', {
      body: `<!doctype html><script>window.qzxRandomBinding = window.alert.bind(window)</script>
        <script src="/byhand.js" data-site-key="k"></script>`,
    })
    await visit.open('/bound')
    const signals = await atLoad(visit)
    expect(signals).toMatchObject({
      navigator_own: ['webdriver'],
      webdriver: false,
      patched_natives: ['WebGLRenderingContext.getParameter'],
      proxy_frames: true,
      window_extra: ['qzxRandomBinding'],
    })
  })

  it('detect a binding although driver names were removed', async ({ visit }) => {
    visit.server.pages.set('/bare', {
      body: `<!doctype html><script>
          for (const name of Object.getOwnPropertyNames(window)) if (/^(SVG|RTC)/.test(name)) delete window[name]
          window.qzxRandomBinding = window.alert.bind(window)
        </script>
        <script src="/byhand.js" data-site-key="k"></script>`,
    })
    await visit.open('/bare')
    expect(await atLoad(visit)).toMatchObject({ window_extra: ['qzxRandomBinding'] })
  })

  it('include the location only if the site already has permission', async ({ visit, onTestFinished }) => {
    const context = await newContext(visit.chromium, {
      permissions: ['geolocation'],
      geolocation: { latitude: 59.91273, longitude: 10.74609, accuracy: 12 },
    })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await page.goto(`${visit.server.url}/survey.html`)
    const { geolocation } = (await atLoad(visit)) as { geolocation: number[] }
    expect(geolocation).toEqual([59.91, 10.75, 12, -1])
  })

  it.for([
    ['the host of another site that led to the page, without its path', 'otherUrl', 'localhost'],
    ['no referrer of their own host', 'url', { absent: 'unsupported' }],
  ] as const)('include %s', async ([, from, expected], { visit }) => {
    const { server, page } = visit
    server.pages.set('/jane-doe', {
      body: `<!doctype html><a href="${server.url}/thanks.html">Next</a>`,
      headers: { 'referrer-policy': 'unsafe-url' },
    })
    await page.goto(`${server[from]}/jane-doe?q=walrus`)
    await page.click('a')
    expect((await atLoad(visit)).referrer).toEqual(expected)
    expect(await page.evaluate(() => document.referrer)).toContain('/jane-doe?q=walrus')
    expect(server.bodies.join()).not.toMatch(/jane-doe|walrus/)
  })

  it('give the reason if a frame denies access', async ({ visit }) => {
    visit.server.pages.set('/box', {
      body: `<!doctype html><iframe sandbox="allow-scripts" srcdoc='<script src="${visit.server.url}/byhand.js" data-site-key="k"></script>'></iframe>`,
    })
    await visit.open('/box')
    const signals = await atLoad(visit)
    expect(signals.webdriver_frame).toEqual({ absent: 'SecurityError' })
    expect(signals.framed).toBe(true)
  })
})

describe.concurrent('the probe for an attached debugger', () => {
  it('fires under Playwright', async ({ visit }) => {
    await visit.open('/thanks.html')
    expect((await atLoad(visit)).runtime_probe).toBeGreaterThan(0)
    expect(visit.noise).toEqual([])
  })

  it('fires under Puppeteer, and prints nothing', async ({ visit }) => {
    const profile = mkdtempSync(join(tmpdir(), 'byhand-puppeteer-'))
    const browser = await puppeteer.launch({
      executablePath: CHROMIUM,
      headless: true,
      userDataDir: profile,
      args: CHROMIUM_FLAGS,
    })
    try {
      const page = await browser.newPage()
      const printed: string[] = []
      page.on('console', (message) => message.type() !== 'endGroup' && printed.push(message.text()))
      await page.goto(`${visit.server.url}/thanks.html`)
      expect((await atLoad(visit)).runtime_probe).toBeGreaterThan(0)
      expect(printed).toEqual([])
    } finally {
      await browser.close()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    }
  })

  it.for([
    ['headless', false],
    ['headed', true],
  ] as const)('does not fire in a browser without a driver, %s', async ([, headed], { visit }) => {
    const signals = await browsePlainly(visit, headed)
    expect(signals).toMatchObject({
      runtime_probe: 0,
      webdriver: false,
      driver_globals: [],
      window_extra: [],
    })
    expect(signals).toMatchObject({
      patched_natives: [],
      proxy_frames: false,
      frame_mismatch: [],
      navigator_own: [],
    })
  })
})
