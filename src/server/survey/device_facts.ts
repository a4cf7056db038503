/** What a session's device readings tell a survey. Null: no signal to tell from, which is not the same as no. */
import type { DeviceReading, SignalValue } from '../../contract/batch.ts'
import type { RecordedBatch } from '../../contract/codec.ts'
import type { DeviceSignal } from '../../contract/device.ts'

export interface DeviceFacts {
  /** ISO 3166-1 alpha-2, of the address the latest batch came from. */
  readonly country: string | null
  readonly incognito: boolean | null
  /** The browser's own functions were replaced, or contradict each other. */
  readonly tampering: boolean | null
}

export function deviceFacts(batches: readonly RecordedBatch[]): DeviceFacts {
  const latest = [...batches].sort((a, b) => a.receipt.at - b.receipt.at)
  const countries = latest.map(({ receipt }) => receipt.network?.country ?? null)
  const readings = latest.flatMap(({ batch }) => batch.device ?? [])
  return {
    country: countries.findLast((country) => country !== null) ?? null,
    incognito: mostTelling(readings.map(isIncognito)),
    tampering: mostTelling(readings.map(isTampered)),
  }
}

/** Seen once is seen; not seen needs a reading that could have shown it. */
function mostTelling(answers: readonly (boolean | null)[]): boolean | null {
  if (answers.includes(true)) return true
  return answers.includes(false) ? false : null
}

/**
 * A private window of Chromium keeps its files in memory and offers less room than twice its heap; one of Firefox or
 * Safari refuses the origin's private file system.
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

/** Replaced functions and properties, by marks that only replacing leaves. Brave varies its answers to everyone. */
function isTampered(reading: DeviceReading): boolean | null {
  if (signal(reading, 'brave') === true) return null
  const marks = (['proxy_frames', 'frame_before_attach', 'frame_mismatch', 'navigator_own'] as const).map(
    (name) => holds(signal(reading, name)),
  )
  return mostTelling(marks)
}

/** A list of findings holds when there are any. */
function holds(value: SignalValue | undefined): boolean | null {
  if (typeof value === 'boolean') return value
  return Array.isArray(value) ? value.length > 0 : null
}

function signal(reading: DeviceReading, name: DeviceSignal): SignalValue | undefined {
  return Object.hasOwn(reading.signals, name) ? reading.signals[name] : undefined
}
