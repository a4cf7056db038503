/**
 * A second reading: the same values, read where a disguise of the page seldom reaches. The worker of `data-worker` has
 * a navigator of its own, and so has a fresh frame.
 */
import type { DeviceReading } from '../../contract/batch/batch.ts'
import type { DeviceSignal } from '../../contract/batch/device.ts'
import { isPresent, presentIn } from './signal_values.ts'

export type SecondContradiction =
  | 'user_agent'
  | 'platform'
  | 'os'
  | 'languages'
  | 'cores'
  | 'memory'
  | 'zone'
  | 'webgl_renderer'

const COMPARED: readonly SecondContradiction[] = [
  'user_agent',
  'platform',
  'os',
  'languages',
  'cores',
  'memory',
  'zone',
  'webgl_renderer',
]

/** Names of properties in `frame_mismatch`. */
const IN_FRAME: Readonly<Record<string, SecondContradiction>> = {
  userAgent: 'user_agent',
  platform: 'platform',
  languages: 'languages',
  hardwareConcurrency: 'cores',
  deviceMemory: 'memory',
  zone: 'zone',
}

/** Values of a second reading that no document of the session reported. */
export function findSecondContradictions(readings: readonly DeviceReading[]): SecondContradiction[] {
  const found = new Set<SecondContradiction>()
  for (const name of COMPARED) {
    const said = presentIn(readings, name).map(String)
    const seen = presentIn(readings, `worker_${name}` as DeviceSignal).map(String)
    if (said.length > 0 && seen.some((value) => !said.includes(value))) found.add(name)
  }
  for (const { signals } of readings) {
    const mismatch = signals.frame_mismatch
    if (!Array.isArray(mismatch)) continue
    for (const property of mismatch) {
      const name = IN_FRAME[property]
      if (name !== undefined) found.add(name)
    }
  }
  return [...found].sort()
}

/** Scripts of the page, such as those of extensions, replaced what the page reads. */
export const isScripted = (readings: readonly DeviceReading[]): boolean =>
  readings.some(({ signals }) =>
    (
      ['frame_mismatch', 'navigator_own', 'patched_natives', 'proxy_frames', 'frame_before_attach'] as const
    ).some((name) => {
      const value = signals[name]
      return isPresent(value) && (Array.isArray(value) ? value.length > 0 : value === true)
    }),
  )
