/**
 * A key by which the same device is recognized for an hour, from values that stay the same between visits. Two devices of
 * the same model and language have the same key, and a program can invent one.
 */
import type { DeviceReading } from '../../contract/batch/batch.ts'
import type { DeviceSignal } from '../../contract/batch/device.ts'
import { presentIn } from './signal_values.ts'

const STABLE: readonly DeviceSignal[] = [
  'user_agent',
  'platform',
  'languages',
  'zone',
  'screen',
  'color_depth',
  'touch_points',
  'cores',
  'memory',
  'webgl_vendor',
  'webgl_renderer',
]

/** Null: no reading names the browser. */
export function deviceKeyOf(readings: readonly DeviceReading[]): string | null {
  if (presentIn(readings, 'user_agent').length === 0) return null
  // The first value of each: a later reading may be of another screen.
  const values = STABLE.map((signal) => presentIn(readings, signal)[0] ?? null)
  return JSON.stringify(values)
}
