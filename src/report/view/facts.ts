/** Facts about browser and network for display. */
import type { RecordedBatch } from '../../contract/batch/codec.ts'
import { countryName } from '../../contract/countries.ts'
import type { Fact } from '../../contract/dashboard/session_view.ts'
import type { NetworkProperties } from '../../contract/network.ts'
import { browserName, systemName } from '../../features/session/browser_name.ts'
import type { DeviceFeatures } from '../../features/session/device.ts'
import { referrerOf } from '../../features/session/referrer.ts'
import { textSignal, userAgentOf } from '../../features/session/signal_text.ts'

const VALUE_CHARS = 300
/** The media feature `pointer` in words. */
const POINTERS = new Map([
  ['fine', 'mouse or touchpad'],
  ['coarse', 'touchscreen'],
  ['none', 'none'],
])

export function deviceProperties(
  batches: readonly RecordedBatch[],
  device: DeviceFeatures,
): { readonly facts: Fact[]; readonly deviceId: string | null } {
  const userAgent = userAgentOf(batches)
  const deviceId = textSignal(batches, 'fingerprint_id')
  const languages = listSignal(batches, 'languages')
  const named = [browserName(userAgent), systemName(userAgent)].filter((part) => part !== null).join(' on ')
  const facts = [
    fact('Browser', named),
    fact('User agent', userAgent),
    fact('Referrer', referrerOf(batches)),
    fact('Languages', languages),
    fact('Time zone', device.zone),
    fact('Screen', device.screen?.join(' x ')),
    fact('Window', listSignal(batches, 'inner').replaceAll(', ', ' x ')),
    fact('Graphics', device.renderers.join('; ')),
    fact('Processor cores', device.cores),
    fact('Pointer', POINTERS.get(textSignal(batches, 'pointer') ?? '')),
    fact('WebDriver flag', device.webdriver === null ? null : device.webdriver ? 'yes' : 'no'),
    fact('Automation driver traces', device.driverGlobals.join(', ')),
    fact('Replaced functions', device.patches.join(', ')),
    fact('Contradictions', device.contradictions.join('; ')),
    fact('Geolocation', device.geolocation === null ? null : 'granted by the visitor'),
    fact('Device ID', deviceId),
  ]
  return { facts: facts.flat(), deviceId }
}

export function networkProperties(seen: readonly NetworkProperties[]): Fact[] {
  const distinct = (of: (facts: NetworkProperties) => string | number | null | undefined) => [
    ...new Set(seen.map(of).filter((value) => value !== null && value !== undefined)),
  ]
  const yes = (of: (facts: NetworkProperties) => boolean | null | undefined) => {
    if (seen.some((facts) => of(facts) === true)) return 'yes'
    return seen.some((facts) => of(facts) === false) ? 'no' : null
  }
  return [
    fact('Country', distinct(({ country }) => country && countryName(country)).join(', ')),
    fact('Operator', distinct(({ operator }) => operator).join(', ')),
    fact('Autonomous system', distinct(({ asn }) => (asn === null ? null : `AS${asn}`)).join(', ')),
    fact(
      'Hosting',
      yes(({ hosting }) => hosting),
    ),
    fact(
      'VPN',
      yes(({ vpn }) => vpn),
    ),
    fact(
      'Tor exit node',
      yes(({ tor }) => tor),
    ),
    fact('Relay or web gateway', seen.some(({ relay }) => relay === true) ? 'yes' : null),
  ].flat()
}

/** Empty if there is no value. */
function fact(name: string, value: string | number | null | undefined): Fact[] {
  if (value === null || value === undefined || value === '') return []
  return [{ name, value: String(value).slice(0, VALUE_CHARS).toWellFormed() }]
}

function listSignal(batches: readonly RecordedBatch[], name: string): string {
  for (const { batch } of batches) {
    for (const { signals } of batch.device ?? []) {
      const value = signals[name]
      if (Array.isArray(value)) return value.join(', ')
    }
  }
  return ''
}
