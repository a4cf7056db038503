/** Device signals over all readings. Absent values stay null: absence is never evidence. */
import type { DeviceReading, SignalValue } from '../../contract/batch/batch.ts'
import type { DeviceSignal } from '../../contract/batch/device.ts'
import type { Receipt } from '../../contract/network.ts'
import { type Browser, nameBrowser } from './browser.ts'
import { findPhoneContradictions, hasOnlyTouch, type PhoneContradiction } from './phone.ts'
import { isSoftware } from './renderer.ts'
import { findSecondContradictions, isScripted, type SecondContradiction } from './second_reading.ts'
import { asNumber, asNumbers, asPair, asText, countOf, isPresent, textsOf } from './signal_values.ts'

export interface DeviceFeatures {
  readonly readings: number
  /** The page forbade reading the device. */
  readonly isDeclined: boolean
  /** Whether a reading identifies the browser. */
  readonly isIdentified: boolean
  readonly browser: Browser
  /** Whether every reading finds the features of the engine that the user agent names. */
  readonly isOwnEngine: boolean
  /** True if any reading was true. */
  readonly webdriver: boolean | null
  readonly driverGlobals: readonly string[]
  readonly headless: boolean
  /** Whether a debugger was attached at load and at submit. */
  readonly probedAtLoad: boolean
  readonly probedAtSubmit: boolean
  /** Whenever a debugger was attached, a panel took part of the window, as docked developer tools do. */
  readonly hasPanel: boolean
  /** The window has the narrow frame that Chromium draws on X11. On Wayland its frame has a shadow, or there is none. */
  readonly hasX11Frame: boolean
  /** Independent signs that native functions were replaced. */
  readonly patches: readonly string[]
  /** Contradictions between window, screen and pointer. */
  readonly contradictions: readonly string[]
  /** What a browser with a window and a screen has, and this one lacks. */
  readonly missingProperties: readonly MissingProperty[]
  /** Hardware and software of a desktop under a phone's user agent. */
  readonly phoneContradictions: readonly PhoneContradiction[]
  /** Values that a worker or a fresh frame contradicts. */
  readonly secondContradictions: readonly SecondContradiction[]
  /** What could have changed these values, if anything innocent did. */
  readonly spoofingCause: SpoofingCause
  /** A reading reports a screen that feels fingers. */
  readonly hasTouch: boolean
  /** A reading reports no pointer but fingers, as phones do and emulated ones. */
  readonly hasOnlyTouch: boolean
  readonly foreignFunctions: number
  readonly renderers: readonly string[]
  readonly rendererAbsent: boolean
  readonly cores: number | null
  readonly zone: string | null
  readonly screen: readonly [number, number] | null
  readonly available: readonly [number, number] | null
  readonly scrollbarWidth: number | null
  readonly reducedMotion: boolean
  /** latitude, longitude, accuracy, ms between two fixes. */
  readonly geolocation: readonly number[] | null
  readonly geolocationNative: boolean | null
}

export type MissingProperty = 'pointer' | 'screen' | 'scrollbars' | 'graphics' | 'taskbar' | 'focus'

/**
 * `scripted`: scripts replaced what the page reads, as privacy extensions do. `tools`: a debugger was attached, as with
 * open developer tools. `none`: neither, though the browser would have shown it. `unknown`: the browser cannot show it.
 */
export type SpoofingCause = 'scripted' | 'tools' | 'none' | 'unknown'

/** Page zoom, docked panels and window borders explain this much. */
const GEOMETRY_SLACK_PX = 32

/** Without them a reading is no evidence for the browser. A page that closes early sends only the other signals. */
const IDENTIFYING: readonly DeviceSignal[] = ['user_agent', 'engine', 'languages', 'screen']

/** Toolbars and borders take at most 8 by 150 px, docked developer tools 200 or more in one direction. */
const PANEL_PX = { width: 150, height: 300 } as const

/** Width of both borders: 8 on X11; 0, 20 or 32 on Wayland (in 50 of 50 windows). */
const X11_FRAME_PX = { least: 4, most: 12 } as const

/**
 * The script always reads the device. A whole session without a reading, or with one that identifies no browser at all, is
 * treated as the browser in which the traces of drivers were verified, so that a sender gains nothing by leaving it out.
 */
const WITHOUT_READING: Browser = { engine: 'chromium', os: 'linux', desktop: true, blurs: false }

export function readDevice(
  readings: readonly DeviceReading[],
  receipts: readonly Receipt[],
  isWhole: boolean,
  isDeclined = false,
): DeviceFeatures {
  const first = (signal: DeviceSignal): SignalValue => {
    for (const reading of readings) {
      const value = reading.signals[signal]
      if (isPresent(value)) return value
    }
    return null
  }
  const headers = receipts.flatMap(({ userAgent, clientHints }) =>
    [userAgent ?? [], clientHints ?? []].flat(),
  )
  const userAgents = [
    ...textsOf(readings, 'user_agent'),
    ...receipts.flatMap(({ userAgent }) => userAgent ?? []),
  ]
  const isIdentified = readings.some(({ signals }) =>
    IDENTIFYING.every((signal) => isPresent(signals[signal])),
  )
  const named = nameBrowser(userAgents[0] ?? '', first)
  const isNameless = readings.length === 0 || (!isIdentified && named.engine === 'unknown')
  // No signal can explain unusual input by the settings of the person.
  const isUnexplained = isDeclined && readings.length === 0
  const known = isNameless && isWhole && !isDeclined ? WITHOUT_READING : named
  const browser = isUnexplained ? { ...known, blurs: true } : known
  return {
    readings: readings.length,
    isDeclined,
    isIdentified,
    browser,
    isOwnEngine: isOwnEngine(readings, browser),
    webdriver: anyTrue(readings, ['webdriver', 'webdriver_frame']),
    driverGlobals: textsOf(readings, 'driver_globals'),
    headless: [
      ...userAgents,
      ...headers,
      ...textsOf(readings, 'brands'),
      ...textsOf(readings, 'full_brands'),
    ].some((text) => text.includes('Headless')),
    probedAtLoad: isProbed(readings, 'load'),
    probedAtSubmit: isProbed(readings, 'submit'),
    hasPanel: showsPanel(readings),
    hasX11Frame: showsX11Frame(readings),
    patches: findPatches(readings, first),
    contradictions: findContradictions(readings, browser),
    missingProperties: browser.desktop && browser.engine === 'chromium' ? findLacks(readings, browser) : [],
    phoneContradictions: browser.desktop ? [] : findPhoneContradictions(readings, browser),
    secondContradictions: browser.blurs ? [] : findSecondContradictions(readings),
    spoofingCause: spoofingCauseOf(readings, browser),
    hasTouch: readings.some(({ signals }) => feelsTouch(signals)),
    hasOnlyTouch: hasOnlyTouch(readings),
    foreignFunctions: Math.max(0, ...readings.map(({ signals }) => countOf(signals.window_extra))),
    renderers: [
      ...new Set([
        ...textsOf(readings, 'webgl_renderer'),
        ...textsOf(readings, 'webgl_vendor'),
        ...textsOf(readings, 'gpu_adapter'),
      ]),
    ],
    rendererAbsent: textsOf(readings, 'webgl_renderer').length === 0,
    cores: asNumber(first('cores')),
    zone: asText(first('zone')),
    screen: asPair(first('screen')),
    available: asPair(first('available')),
    scrollbarWidth: asNumber(first('scrollbar_width')),
    reducedMotion: first('reduced_motion') === true || isUnexplained,
    geolocation: asNumbers(first('geolocation')),
    geolocationNative: anyFalse(readings, 'geolocation_native'),
  }
}

/** As the signal `engine` names them. */
const ENGINE_SIGNAL = { chromium: 'chromium', firefox: 'gecko', webkit: 'webkit', unknown: '' } as const

function isOwnEngine(readings: readonly DeviceReading[], { engine }: Browser): boolean {
  const found = textsOf(readings, 'engine')
  return found.length > 0 && found.every((name) => name === ENGINE_SIGNAL[engine])
}

function anyTrue(readings: readonly DeviceReading[], signals: readonly DeviceSignal[]): boolean | null {
  const values = readings
    .flatMap((reading) => signals.map((signal) => reading.signals[signal]))
    .filter(isPresent)
  return values.length === 0 ? null : values.includes(true)
}

function anyFalse(readings: readonly DeviceReading[], signal: DeviceSignal): boolean | null {
  const values = readings.map((reading) => reading.signals[signal]).filter(isPresent)
  return values.length === 0 ? null : !values.includes(false)
}

function isProbed(readings: readonly DeviceReading[], at: DeviceReading['at']): boolean {
  return readings.some((reading) => reading.at === at && countOf(reading.signals.runtime_probe) > 0)
}

function showsPanel(readings: readonly DeviceReading[]): boolean {
  const probed = readings.filter(({ signals }) => countOf(signals.runtime_probe) > 0)
  return probed.length > 0 && probed.every(({ signals }) => hasPanel(signals))
}

function hasPanel(signals: DeviceReading['signals']): boolean {
  const inner = asPair(signals.inner ?? null)
  const outer = asPair(signals.outer ?? null)
  if (inner === null || outer === null) return false
  return outer[0] - inner[0] > PANEL_PX.width || outer[1] - inner[1] > PANEL_PX.height
}

const feelsTouch = (signals: DeviceReading['signals']): boolean => (asNumber(signals.touch_points) ?? 0) > 0

function showsX11Frame(readings: readonly DeviceReading[]): boolean {
  const widths = readings.flatMap(({ signals }) => {
    const inner = asPair(signals.inner ?? null)
    const outer = asPair(signals.outer ?? null)
    return inner === null || outer === null ? [] : [outer[0] - inner[0]]
  })
  return widths.length > 0 && widths.every((px) => px >= X11_FRAME_PX.least && px <= X11_FRAME_PX.most)
}

function spoofingCauseOf(readings: readonly DeviceReading[], browser: Browser): SpoofingCause {
  if (isScripted(readings)) return 'scripted'
  if (isProbed(readings, 'load') || isProbed(readings, 'submit')) return 'tools'
  // A user agent given on the command line changes the name alone; an emulated phone has no mouse either.
  const isShown =
    readings.some(({ signals }) => signals.runtime_probe === 0) && (browser.desktop || hasOnlyTouch(readings))
  return isShown ? 'none' : 'unknown'
}

function findPatches(
  readings: readonly DeviceReading[],
  first: (signal: DeviceSignal) => SignalValue,
): string[] {
  const isTrue = (signal: DeviceSignal) => anyTrue(readings, [signal]) === true
  const found: string[] = []
  if (isTrue('frame_before_attach')) found.push('an iframe that had a contentWindow before it was attached')
  if (isTrue('proxy_frames')) found.push('a proxy in stack traces')
  if (readings.some(({ signals }) => countOf(signals.patched_natives) > 0))
    found.push('replaced native functions')
  if (isTrue('permission_mismatch')) found.push('contradictory permissions')
  if (brandsDiffer(first('brands'), first('full_brands'))) found.push('conflicting user-agent brand lists')
  return found
}

/** `name/version` each. Both lists name the same brands in an unmodified browser. */
function brandsDiffer(brands: SignalValue, fullBrands: SignalValue): boolean {
  if (!Array.isArray(brands) || !Array.isArray(fullBrands)) return false
  const names = (list: readonly (string | number)[]) =>
    list
      .map((brand) => String(brand).replace(/\/[\d.]*$/, ''))
      .sort()
      .join('|')
  return brands.length > 0 && fullBrands.length > 0 && names(brands) !== names(fullBrands)
}

/** The screen of a headless browser that was not given another one. Monitors have been larger for twenty years. */
const SMALL_SCREEN = [800, 600] as const

function findLacks(readings: readonly DeviceReading[], { os }: Browser): MissingProperty[] {
  const found = new Set<MissingProperty>()
  for (const { at, signals } of readings) {
    if (signals.pointer === 'none' && signals.any_pointer !== 'fine') found.add('pointer')
    const screen = asPair(signals.screen ?? null)
    const available = asPair(signals.available ?? null)
    if (screen !== null && screen[0] <= SMALL_SCREEN[0] && screen[1] <= SMALL_SCREEN[1] && screen[0] > 0)
      found.add('screen')
    // Scrollbars lie over the page on tablets that request desktop pages, and on phones with a desktop mode.
    if (signals.scrollbar_width === 0 && os !== 'mac' && !feelsTouch(signals)) found.add('scrollbars')
    if (isSoftware([asText(signals.webgl_renderer ?? null) ?? ''])) found.add('graphics')
    if (screen !== null && available !== null && String(screen) === String(available)) found.add('taskbar')
    if (at === 'load' && signals.page_focused === false) found.add('focus')
  }
  return [...found].sort()
}

function findContradictions(readings: readonly DeviceReading[], browser: Browser): string[] {
  const found = new Set<string>()
  if (!browser.desktop) return []
  for (const { signals } of readings) {
    const inner = asPair(signals.inner ?? null)
    const outer = asPair(signals.outer ?? null)
    const screen = asPair(signals.screen ?? null)
    if (inner === null || outer === null || screen === null || outer[0] === 0 || outer[1] === 0) continue
    // Zooming out makes a page larger than its window; an unscaled page is never larger.
    const exceeds = inner[0] > outer[0] + GEOMETRY_SLACK_PX || inner[1] > outer[1] + GEOMETRY_SLACK_PX
    if (exceeds && signals.scale === 1) found.add('a page larger than its window')
    if (outer[0] > screen[0] + GEOMETRY_SLACK_PX || outer[1] > screen[1] + GEOMETRY_SLACK_PX)
      found.add('a window larger than the screen')
    if (String(inner) === String(outer) && String(outer) === String(screen))
      found.add('page, window and screen of the same size')
    const orientation = signals.orientation
    if (typeof orientation === 'string' && screen[0] !== screen[1]) {
      if (orientation.startsWith('portrait') === screen[0] > screen[1])
        found.add('an orientation that contradicts the screen')
    }
  }
  return [...found].sort()
}
