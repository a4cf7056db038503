/** Facts about the device of a session. Null: no signal was available, which is not the same as false. */
import type { DeviceReading, SignalValue } from '../../../contract/batch/batch.ts'
import type { RecordedBatch } from '../../../contract/batch/codec.ts'
import type { DeviceSignal } from '../../../contract/batch/device.ts'

export interface DeviceProperties {
  /** ISO 3166-1 alpha-2, from the IP address of the latest batch. */
  readonly country: string | null
  readonly incognito: boolean | null
  /** Native browser functions were replaced or contradict each other. */
  readonly tampering: boolean | null
}

export function deviceProperties(batches: readonly RecordedBatch[]): DeviceProperties {
  const latest = [...batches].sort((a, b) => a.receipt.at - b.receipt.at)
  const countries = latest.map(({ receipt }) => receipt.network?.country ?? null)
  const readings = latest.flatMap(({ batch }) => batch.device ?? [])
  return {
    country: countries.findLast((country) => country !== null) ?? null,
    incognito: anyTrue(readings.map(isIncognito)),
    tampering: anyTrue(readings.map(isTampered)),
  }
}

/** True if any value is true; false only if a reading could have shown it. */
function anyTrue(answers: readonly (boolean | null)[]): boolean | null {
  if (answers.includes(true)) return true
  return answers.includes(false) ? false : null
}

/**
 * A private window of Chromium keeps files in memory and has a storage quota below twice its heap limit. Private windows
 * of Firefox and Safari deny access to the origin private file system.
 */
function isIncognito(reading: DeviceReading): boolean | null {
  const fileSystem = signal(reading, 'file_system')
  if (fileSystem === 'SecurityError' || fileSystem === 'UnknownError') return true
  const quotaMiB = signal(reading, 'storage_quota')
  const heapMiB = signal(reading, 'heap_limit')
  if (typeof quotaMiB === 'number' && typeof heapMiB === 'number' && heapMiB > 0) {
    return quotaMiB < 2 * heapMiB
  }
  return fileSystem === true ? false : null
}

/** Detects replaced functions and properties by traces that only replacement leaves. Brave randomizes for all users. */
function isTampered(reading: DeviceReading): boolean | null {
  if (signal(reading, 'brave') === true) return null
  const traces = (['proxy_frames', 'frame_before_attach', 'frame_mismatch', 'navigator_own'] as const).map(
    (name) => holds(signal(reading, name)),
  )
  return anyTrue(traces)
}

/** A list of findings is true when it is not empty. */
function holds(value: SignalValue | undefined): boolean | null {
  if (typeof value === 'boolean') return value
  return Array.isArray(value) ? value.length > 0 : null
}

function signal(reading: DeviceReading, name: DeviceSignal): SignalValue | undefined {
  return Object.hasOwn(reading.signals, name) ? reading.signals[name] : undefined
}
