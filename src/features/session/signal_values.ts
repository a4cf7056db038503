/** Values of device signals. Absent values stay null: absence is never evidence. */
import type { DeviceReading, SignalValue } from '../../contract/batch/batch.ts'
import type { DeviceSignal } from '../../contract/batch/device.ts'

export type Present = Exclude<SignalValue, null | { absent: string }>

export function isPresent(value: SignalValue | undefined): value is Present {
  return value !== undefined && value !== null && !(typeof value === 'object' && !Array.isArray(value))
}

export const presentIn = (readings: readonly DeviceReading[], signal: DeviceSignal): Present[] =>
  readings.map(({ signals }) => signals[signal]).filter(isPresent)

export function textsOf(readings: readonly DeviceReading[], signal: DeviceSignal): string[] {
  const texts = presentIn(readings, signal)
    .flat()
    .filter((value) => typeof value === 'string' && value !== '')
  return [...new Set(texts)] as string[]
}

export function countOf(value: SignalValue | undefined): number {
  if (typeof value === 'number') return value
  if (Array.isArray(value)) return value.length
  return value === true ? 1 : 0
}

export const asNumber = (value: SignalValue | undefined): number | null =>
  typeof value === 'number' ? value : null

export const asText = (value: SignalValue | undefined): string | null =>
  typeof value === 'string' ? value : null

export function asNumbers(value: SignalValue | undefined): number[] | null {
  if (!Array.isArray(value)) return null
  const numbers = value.filter((item) => typeof item === 'number')
  return numbers.length === value.length ? numbers : null
}

export function asPair(value: SignalValue | undefined): [number, number] | null {
  const numbers = asNumbers(value)
  return numbers?.length === 2 ? [numbers[0] as number, numbers[1] as number] : null
}
