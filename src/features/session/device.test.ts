import { describe, expect, it } from 'vitest'
import type { DeviceReading } from '../../contract/batch/batch.ts'
import { readDevice } from './device.ts'

type Signals = DeviceReading['signals']
const USUAL: Signals = { languages: ['en'], screen: [1920, 1080] }
const read = (...signals: Signals[]) =>
  readDevice(
    signals.map((own, i) => ({ at: i === 0 ? 'load' : 'submit', signals: { ...USUAL, ...own } }) as const),
    [],
    true,
  )

const AGENTS = {
  linux:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
  android:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile Safari/537.36',
  webview:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 Version/4.0 Chrome/150.0.0.0 Mobile Safari/537.36',
  chromebook: 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36',
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/150.0 Mobile/15E148 Safari/604.1',
  safari: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
  firefox: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

describe('device', () => {
  it.each([
    ['linux', 'chromium', 'linux', true],
    ['android', 'chromium', 'android', false],
    ['webview', 'chromium', 'android', false],
    ['chromebook', 'chromium', 'chromeos', false],
    ['iphone', 'webkit', 'ios', false],
    ['safari', 'webkit', 'mac', true],
    ['firefox', 'firefox', 'windows', true],
  ] as const)('names the browser of %s', (agent, engine, os, desktop) => {
    expect(read({ user_agent: AGENTS[agent] }).browser).toMatchObject({ engine, os, desktop })
  })

  it.each<[string, Signals, number]>([
    ['a phone', { user_agent: AGENTS.android, platform: 'Linux armv81', plugins: 0, pdf_viewer: false }, 0],
    [
      'Android on a desktop processor',
      { user_agent: AGENTS.android, platform: 'Linux x86_64', plugins: 0 },
      1,
    ],
    ['a desktop as a phone', { user_agent: AGENTS.android, platform: 'Linux x86_64', plugins: 5 }, 2],
    ['Windows as a phone', { user_agent: AGENTS.android, platform: 'Win32', pdf_viewer: true }, 2],
    ['an iPhone', { user_agent: AGENTS.iphone, platform: 'iPhone', engine: 'webkit', pdf_viewer: true }, 0],
    ['Chromium as an iPhone', { user_agent: AGENTS.iphone, platform: 'Linux x86_64', engine: 'chromium' }, 2],
    ['a phone with few signals', { user_agent: AGENTS.android }, 0],
  ])('counts the contradictions of %s', (_, signals, count) => {
    expect(read(signals).phoneContradictions).toHaveLength(count)
  })

  it('recognizes an iPad that claims to be a Mac', () => {
    expect(read({ user_agent: AGENTS.safari, touch_points: 5 }).browser).toMatchObject({
      os: 'ios',
      desktop: false,
    })
  })

  it('recognizes browsers that blur their signals', () => {
    expect(read({ user_agent: AGENTS.linux, brave: true }).browser.blurs).toBe(true)
    expect(
      read({ user_agent: AGENTS.firefox, utc_offset: 0, webgl_renderer: { absent: 'blocked' } }).browser
        .blurs,
    ).toBe(true)
    expect(read({ user_agent: AGENTS.firefox, utc_offset: -60, webgl_renderer: 'Intel' }).browser.blurs).toBe(
      false,
    )
  })

  it('never treats absence as evidence', () => {
    const device = read({
      webdriver: { absent: 'blocked' },
      webgl_renderer: null,
      cores: { absent: 'unsupported' },
    })
    expect(device).toMatchObject({
      webdriver: null,
      rendererAbsent: true,
      cores: null,
      driverGlobals: [],
      patches: [],
      headless: false,
    })
  })

  it('keeps a sign that was present once', () => {
    expect(read({ webdriver: true }, { webdriver: false }).webdriver).toBe(true)
    expect(read({ driver_globals: [] }, { driver_globals: ['ret_nodes'] }).driverGlobals).toEqual([
      'ret_nodes',
    ])
    expect(read({ runtime_probe: 0 }, { runtime_probe: 2 })).toMatchObject({
      probedAtLoad: false,
      probedAtSubmit: true,
    })
  })

  it('recognizes a headless browser from the request as well', () => {
    const receipt = { at: 1, clientHints: '"HeadlessChrome";v="150"' }
    expect(readDevice([], [receipt], false).headless).toBe(true)
  })

  it('does not believe the user agent of a whole session without a reading', () => {
    const receipt = { at: 1, userAgent: AGENTS.iphone }
    expect(readDevice([], [receipt], true).browser).toMatchObject({ engine: 'chromium', desktop: true })
    expect(readDevice([], [receipt], false).browser).toMatchObject({ engine: 'webkit', desktop: false })
  })

  it('compares brands by name, not by version', () => {
    const brands = ['Chromium/150', 'Not A Brand/99']
    expect(read({ brands, full_brands: ['Not A Brand/99.0.0.0', 'Chromium/150.0.1.2'] }).patches).toEqual([])
    expect(read({ brands, full_brands: ['Chromium/150.0.1.2', 'Google Chrome/150.0'] }).patches).toHaveLength(
      1,
    )
  })

  it('lists what a headless browser lacks, on desktop Chromium only', () => {
    const bare = {
      pointer: 'none',
      any_pointer: 'none',
      screen: [800, 600],
      available: [800, 600],
      webgl_renderer: 'ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device))',
      page_focused: false,
    }
    expect(read({ user_agent: AGENTS.linux, ...bare }).missingProperties).toEqual([
      'focus',
      'graphics',
      'pointer',
      'screen',
      'taskbar',
    ])
    expect(read({ user_agent: AGENTS.firefox, ...bare }).missingProperties).toEqual([])
    expect(read({ user_agent: AGENTS.android, ...bare }).missingProperties).toEqual([])
    expect(read({ user_agent: AGENTS.linux, pointer: { absent: 'blocked' } }).missingProperties).toEqual([])
  })

  it('lists missing scrollbars only where they would take space', () => {
    const page = { user_agent: AGENTS.linux, scrollbar_width: 0 }
    expect(read({ ...page, touch_points: 0 }).missingProperties).toEqual(['scrollbars'])
    expect(read({ ...page, touch_points: 5 }).missingProperties).toEqual([])
  })

  it("finds a desktop's hardware under a phone's user agent", () => {
    const desktop = { memory: 16, pdf_viewer: true, webgl_renderer: 'SwiftShader' }
    expect(read({ user_agent: AGENTS.android, ...desktop }).phoneContradictions).toEqual([
      'graphics',
      'memory',
      'plugins',
    ])
    expect(
      read({ user_agent: AGENTS.android, memory: 8, webgl_renderer: 'Adreno (TM) 750' }).phoneContradictions,
    ).toEqual([])
    expect(read({ user_agent: AGENTS.linux, ...desktop }).phoneContradictions).toEqual([])
  })

  it('ignores zoomed pages, windows without a layout, and phones', () => {
    const sizes = { inner: [1600, 900], outer: [1280, 720], screen: [1920, 1080] }
    expect(read({ user_agent: AGENTS.linux, scale: 1, ...sizes }).contradictions).toEqual([
      'a page larger than its window',
    ])
    expect(read({ user_agent: AGENTS.linux, scale: 0.8, ...sizes }).contradictions).toEqual([])
    expect(read({ user_agent: AGENTS.linux, scale: 1, ...sizes, outer: [0, 0] }).contradictions).toEqual([])
    expect(read({ user_agent: AGENTS.android, scale: 1, ...sizes }).contradictions).toEqual([])
  })

  it('identifies a browser only with its user agent, engine, languages and screen', () => {
    const whole = { user_agent: AGENTS.firefox, engine: 'gecko' }
    expect(read(whole)).toMatchObject({ isIdentified: true, browser: { engine: 'firefox' } })
    for (const signal of ['user_agent', 'engine', 'languages', 'screen']) {
      expect(read({ ...whole, [signal]: { absent: 'blocked' } }).isIdentified).toBe(false)
    }
  })

  it('gains nothing with a reading that says nothing', () => {
    const empty = [{ at: 'load', signals: {} }] as const
    const receipt = (userAgent: string) => [{ at: 1, userAgent }]
    const { browser } = readDevice([], receipt('x'), true)
    expect(readDevice(empty, receipt('x'), true).browser).toEqual(browser)
    // A page that closed early.
    expect(readDevice(empty, receipt(AGENTS.firefox), true).browser.engine).toBe('firefox')
  })
})
