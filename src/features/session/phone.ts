/** Hardware and software of a desktop under a phone's user agent. */
import type { DeviceReading } from '../../contract/batch.ts'
import type { Browser } from './device.ts'
import { isSoftware } from './renderer.ts'
import { asNumber, asText } from './signal_values.ts'

export type PhoneContradiction = 'platform' | 'engine' | 'plugins' | 'graphics' | 'memory' | 'cores' | 'zone'

/** Chromium reports at most 8 GB on Android, whatever the phone has. */
const MAX_PHONE_MEMORY_GB = 8
/** Phones that run a current Chromium have 4 to 10 cores. */
const PHONE_CORES = { least: 4, most: 10 } as const

/** Developer tools cause them too. */
export function findPhoneContradictions(
  readings: readonly DeviceReading[],
  { os, engine }: Browser,
): PhoneContradiction[] {
  const found = new Set<PhoneContradiction>()
  for (const { signals } of readings) {
    const platform = asText(signals.platform)
    if (platform !== null && isDesktopPlatform(platform, os)) found.add('platform')
    if (os === 'ios' && signals.engine === 'chromium') found.add('engine')
    if (os !== 'android' || engine !== 'chromium') continue
    if (signals.pdf_viewer === true || (asNumber(signals.plugins) ?? 0) > 0) found.add('plugins')
    if ((asNumber(signals.memory) ?? 0) > MAX_PHONE_MEMORY_GB) found.add('memory')
    if (isSoftware([asText(signals.webgl_renderer) ?? ''])) found.add('graphics')
    const cores = asNumber(signals.cores)
    if (cores !== null && (cores < PHONE_CORES.least || cores > PHONE_CORES.most)) found.add('cores')
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
