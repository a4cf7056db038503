/**
 * Devices drawn from fingerprint-generator, a statistical model of the browsers that visited real sites. It covers systems
 * that the lab has no machine for.
 *
 * The model contains no inner window size, window position, time zone, pointer, scrollbar, permission, replaced function,
 * frame or worker. Their signals stay absent, except two that every phone and computer without developer tools has: the
 * pointer of its kind, and no attached debugger. Traces of phones weigh most with these two.
 */
import { type BrowserFingerprintWithHeaders, FingerprintGenerator } from 'fingerprint-generator'
import type { DeviceReading, SignalValue } from '../../src/contract/batch/batch.ts'
import type { RecordedSession } from '../../src/contract/batch/recording.ts'
import type { Receipt } from '../../src/contract/network.ts'
import { isSoftware } from '../../src/features/session/renderer.ts'
import { createTape } from '../lab/convert/tape.ts'
import { mulberry32 } from '../seeded_random.ts'

export const SYSTEMS = ['windows', 'macos', 'linux', 'android', 'ios'] as const
export type System = (typeof SYSTEMS)[number]

export interface GeneratedDevice {
  readonly signals: DeviceReading['signals']
  readonly receipt: Omit<Receipt, 'at'>
  readonly isFaked: boolean
}

/** The generator has no seed of its own, so `Math.random` is replaced meanwhile. */
export function generateDevices(system: System, count: number, seed: number): GeneratedDevice[] {
  const generator = new FingerprintGenerator({
    operatingSystems: [system],
    devices: [isPhone(system) ? 'mobile' : 'desktop'],
  })
  const { random } = Math
  Math.random = mulberry32(seed)
  try {
    return Array.from({ length: count }, () => convert(generator.getFingerprint(), system))
  } finally {
    Math.random = random
  }
}

/** A visit that shows the device and nothing else. */
export function visitOf({ signals, receipt }: GeneratedDevice): RecordedSession {
  const tape = createTape()
  tape.read({ at: 'load', signals })
  return tape.finish('generated-device', receipt)
}

function convert({ fingerprint, headers }: BrowserFingerprintWithHeaders, system: System): GeneratedDevice {
  const sent = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  )
  const signals = signalsOf(fingerprint, sent, system)
  const receipt = receiptOf(sent)
  return { signals, receipt, isFaked: isFaked(signals, receipt.clientHints, system) }
}

type Fingerprint = BrowserFingerprintWithHeaders['fingerprint']
type SentHeaders = Readonly<Record<string, string>>

const isPhone = (system: System): boolean => system === 'android' || system === 'ios'

function signalsOf(
  { navigator, screen, videoCard, pluginsData }: Fingerprint,
  headers: SentHeaders,
  system: System,
): Readonly<Record<string, SignalValue>> {
  const data = navigator.userAgentData ?? undefined
  const pointer = isPhone(system) ? 'coarse' : 'fine'
  const plugins: unknown = pluginsData?.plugins
  const signals: Record<string, SignalValue | undefined> = {
    user_agent: navigator.userAgent,
    platform: navigator.platform,
    vendor: navigator.vendor,
    brands: data?.brands?.map(({ brand, version }) => `${brand}/${version}`),
    full_brands: data?.fullVersionList?.map(({ brand, version }) => `${brand}/${version}`),
    mobile: data?.mobile,
    os: data?.platform,
    webdriver: String(navigator.webdriver) === 'true',
    runtime_probe: 0,
    brave: /"Brave"/.test(headers['sec-ch-ua'] ?? ''),
    languages: navigator.languages,
    outer: [screen.outerWidth, screen.outerHeight],
    screen: [screen.width, screen.height],
    available: [screen.availWidth, screen.availHeight],
    scale: screen.devicePixelRatio,
    color_depth: screen.colorDepth,
    pointer,
    any_pointer: pointer,
    touch_points: navigator.maxTouchPoints,
    cores: navigator.hardwareConcurrency,
    memory: navigator.deviceMemory,
    plugins: Array.isArray(plugins) ? plugins.length : undefined,
    pdf_viewer: navigator.extraProperties?.pdfViewerEnabled,
    webgl_vendor: videoCard?.vendor,
    webgl_renderer: videoCard?.renderer,
  }
  return Object.fromEntries(
    Object.entries(signals).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

/**
 * The generator writes the headers of a navigation, and `Sec-Fetch-*` by a rule that leaves out Safari. The script sends
 * its batches with `fetch`, so every browser has them here.
 */
function receiptOf(headers: SentHeaders): Omit<Receipt, 'at'> {
  const hints = Object.entries(headers).filter(([name]) => name.startsWith('sec-ch-ua'))
  const kept = {
    secure: 'yes',
    ...(headers['accept-encoding'] !== undefined && { 'accept-encoding': headers['accept-encoding'] }),
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'cors',
    'sec-fetch-dest': 'empty',
  }
  return {
    headers: kept,
    ...(headers['user-agent'] !== undefined && { userAgent: headers['user-agent'] }),
    ...(headers['accept-language'] !== undefined && { acceptLanguage: headers['accept-language'] }),
    ...(hints.length > 0 && { clientHints: hints.map((hint) => hint.join(': ')).join('\n') }),
  }
}

/** Chromium reports at most this much on Android; other mobile browsers report nothing. */
const MAX_PHONE_MEMORY_GB = 8

/**
 * Some visitors of those sites were programs. A device is one of theirs if it says so, or if it cannot exist:
 * a phone with a desktop's platform, with more memory than any phone reports or without graphics hardware, or a monitor
 * of 800 by 600 pixels without graphics hardware. This rule was fixed before any device was scored; that brand lists name
 * headless browsers too was added afterwards.
 */
function isFaked(
  signals: Readonly<Record<string, SignalValue>>,
  hints: string | undefined,
  system: System,
): boolean {
  const { user_agent, brands, platform, memory, screen, webdriver } = signals
  const hasNoGraphics = isSoftware([String(signals.webgl_renderer ?? '')])
  if (webdriver === true || /Headless/.test(`${user_agent} ${brands} ${hints}`)) return true
  if (!isPhone(system)) {
    const [width = 0, height = 0] = Array.isArray(screen) ? screen.map(Number) : []
    return hasNoGraphics && width <= 800 && height <= 600
  }
  const foreign = system === 'android' ? /^(Win|Mac)/ : /^(Win|Linux)/
  return hasNoGraphics || Number(memory ?? 0) > MAX_PHONE_MEMORY_GB || foreign.test(String(platform))
}
