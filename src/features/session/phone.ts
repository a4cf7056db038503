/** Hardware and software of a desktop under a phone's user agent. */
import type { DeviceReading } from '../../contract/batch/batch.ts'
import type { Browser } from './browser.ts'
import { isSoftware } from './renderer.ts'
import { asNumber, asText } from './signal_values.ts'

export type PhoneContradiction = 'platform' | 'engine' | 'plugins' | 'graphics' | 'memory' | 'cores' | 'zone'

/** Chromium reports at most 8 GB on Android, whatever the phone has. */
const MAX_PHONE_MEMORY_GB = 8
/** Phones have at most 10 cores. Fewer than 4 are no evidence: Brave reports any number from 2 up to the true one. */
const MAX_PHONE_CORES = 10

/** Developer tools cause them too. */
export function findPhoneContradictions(
  readings: readonly DeviceReading[],
  { os, engine, blurs }: Browser,
): PhoneContradiction[] {
  const found = new Set<PhoneContradiction>()
  for (const { signals } of readings) {
    const platform = asText(signals.platform)
    if (platform !== null && isDesktopPlatform(platform, os)) found.add('platform')
    if (os === 'ios' && signals.engine === 'chromium') found.add('engine')
    if (os !== 'android' || engine !== 'chromium') continue
    // Brave invents plugins.
    if (!blurs && (signals.pdf_viewer === true || (asNumber(signals.plugins) ?? 0) > 0)) found.add('plugins')
    if ((asNumber(signals.memory) ?? 0) > MAX_PHONE_MEMORY_GB) found.add('memory')
    if (isSoftware([asText(signals.webgl_renderer) ?? ''])) found.add('graphics')
    if ((asNumber(signals.cores) ?? 0) > MAX_PHONE_CORES) found.add('cores')
    // Phones take their zone from the network, which names a place.
    if (/^(Etc\/)?UTC$/.test(asText(signals.zone) ?? '')) found.add('zone')
  }
  return [...found].sort()
}

/** Android on desktop processors is rare but real, and also reports `Linux x86_64`: one sign, never two. */
const isDesktopPlatform = (platform: string, os: Browser['os']): boolean =>
  os === 'android' ? /^(Win|Mac|Linux x86)/.test(platform) : os === 'ios' && /^(Win|Linux)/.test(platform)

/** A phone that reports no pointer but fingers. User-agent switchers leave the computer's mouse in place. */
export const hasOnlyTouch = (readings: readonly DeviceReading[]): boolean =>
  readings.some(({ signals }) => signals.pointer === 'coarse' && signals.any_pointer === 'coarse')
