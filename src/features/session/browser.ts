/** The browser that the user agent and the signals of a device name. */
import type { SignalValue } from '../../contract/batch/batch.ts'
import type { DeviceSignal } from '../../contract/batch/device.ts'
import { asNumber, asText } from './signal_values.ts'

export interface Browser {
  readonly engine: 'chromium' | 'firefox' | 'webkit' | 'unknown'
  readonly os: 'linux' | 'windows' | 'mac' | 'android' | 'ios' | 'chromeos' | 'unknown'
  readonly desktop: boolean
  /** Privacy browsers and modes that blur their signals on purpose. */
  readonly blurs: boolean
}

export function nameBrowser(userAgent: string, first: (signal: DeviceSignal) => SignalValue): Browser {
  const os = nameSystem(userAgent, first)
  const isWebView = /; wv\)|\bWebView\b/.test(userAgent)
  const engine = /Firefox\//.test(userAgent)
    ? 'firefox'
    : /(Headless)?Chrome\/|Chromium\//.test(userAgent) && os !== 'ios'
      ? 'chromium'
      : /AppleWebKit\//.test(userAgent)
        ? 'webkit'
        : 'unknown'
  const desktop =
    (os === 'linux' || os === 'windows' || os === 'mac') && first('mobile') !== true && !isWebView
  const blurs = first('brave') === true || isResisting(engine, first)
  return { engine, os, desktop, blurs }
}

function nameSystem(userAgent: string, first: (signal: DeviceSignal) => SignalValue): Browser['os'] {
  if (/Android/.test(userAgent)) return 'android'
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios'
  if (/CrOS/.test(userAgent)) return 'chromeos'
  if (/Windows NT/.test(userAgent)) return 'windows'
  // An iPad that requests desktop pages claims to be a Mac, but has a touch screen.
  if (/Mac OS X/.test(userAgent)) return (asNumber(first('touch_points')) ?? 0) > 1 ? 'ios' : 'mac'
  return /Linux/.test(userAgent) ? 'linux' : 'unknown'
}

/** Firefox with resistFingerprinting reports UTC, two cores and no renderer. */
function isResisting(engine: Browser['engine'], first: (signal: DeviceSignal) => SignalValue): boolean {
  const renderer = asText(first('webgl_renderer'))
  return engine === 'firefox' && first('utc_offset') === 0 && (renderer === null || renderer === 'Mozilla')
}
