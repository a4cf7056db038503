/**
 * Maps addresses to small integers as steps: a value applies from its start up to the next start; 0 means none.
 * Typed arrays with a binary search take a few bytes per range and less than a microsecond.
 */
import type { Address } from './address.ts'
import { NetworkDataError } from './errors.ts'

export interface RangeMap {
  readonly starts4: Uint32Array
  readonly values4: Uint32Array
  /** Four words each. */
  readonly starts6: Uint32Array
  readonly values6: Uint32Array
}

export function valueAt(map: RangeMap, address: Address): number {
  return typeof address === 'number' ? valueAt4(map, address) : valueAt6(map, address)
}

function valueAt4({ starts4, values4 }: RangeMap, address: number): number {
  let low = 0
  let high = starts4.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((starts4[middle] as number) <= address) low = middle + 1
    else high = middle
  }
  return low === 0 ? 0 : (values4[low - 1] as number)
}

function valueAt6({ starts6, values6 }: RangeMap, address: Uint32Array): number {
  let low = 0
  let high = values6.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareWords(starts6, middle * 4, address, 0) <= 0) low = middle + 1
    else high = middle
  }
  return low === 0 ? 0 : (values6[low - 1] as number)
}

export function compareWords(a: Uint32Array, aFrom: number, b: Uint32Array, bFrom: number): number {
  for (let word = 0; word < 4; word++) {
    const difference = (a[aFrom + word] as number) - (b[bFrom + word] as number)
    if (difference !== 0) return difference
  }
  return 0
}

/** Accepts inclusive ranges by ascending start. The earlier of two overlapping ranges wins; equal neighbors are merged. */
export interface RangeMapWriter {
  add4(start: number, end: number, value: number): void
  add6(start: Uint32Array, end: Uint32Array, value: number): void
  finish(): RangeMap
}

export function rangeMapWriter(): RangeMapWriter {
  const starts4 = growing()
  const values4 = growing()
  const starts6 = growing()
  const values6 = growing()
  /** Start of the last range, and the first address after it. */
  let last4 = -1
  let next4 = -1
  const last6 = new Uint32Array(4)
  const next6 = new Uint32Array(4)
  let open4 = false
  let open6 = false
  /** The last range ended at the last address. */
  let full6 = false

  const step6 = (start: Uint32Array, value: number) => {
    for (const word of start) starts6.push(word)
    values6.push(value)
  }

  return {
    add4(start, end, value) {
      if (end < start || start < last4) throw notAscending()
      last4 = start
      const from = Math.max(start, next4)
      if (from > end) return
      if (open4 && from > next4) {
        starts4.push(next4)
        values4.push(0)
      }
      if (from !== next4 || values4.last() !== value) {
        starts4.push(from)
        values4.push(value)
      }
      next4 = end + 1
      open4 = true
    },

    add6(start, end, value) {
      if (compareWords(end, 0, start, 0) < 0 || compareWords(start, 0, last6, 0) < 0) throw notAscending()
      last6.set(start)
      const order = open6 ? compareWords(start, 0, next6, 0) : 1
      const from = order < 0 ? next6.slice() : start
      if (full6 || compareWords(from, 0, end, 0) > 0) return
      if (open6 && order > 0) step6(next6, 0)
      if (order > 0 || values6.last() !== value) step6(from, value)
      full6 = !increment(end, next6)
      open6 = true
    },

    finish() {
      if (open4 && next4 < 2 ** 32) {
        starts4.push(next4)
        values4.push(0)
      }
      if (open6 && !full6) step6(next6, 0)
      return {
        starts4: starts4.finish(),
        values4: values4.finish(),
        starts6: starts6.finish(),
        values6: values6.finish(),
      }
    },
  }
}

const notAscending = () => new NetworkDataError('its ranges are not in ascending order')

/** Writes the address after `words` into `into`; false for the last address. */
function increment(words: Uint32Array, into: Uint32Array): boolean {
  into.set(words)
  for (let word = 3; word >= 0; word--) {
    const sum = (into[word] as number) + 1
    into[word] = sum
    if (sum < 2 ** 32) return true
  }
  return false
}

function growing() {
  let items = new Uint32Array(1024)
  let length = 0
  return {
    push(item: number) {
      if (length === items.length) {
        const larger = new Uint32Array(length * 2)
        larger.set(items)
        items = larger
      }
      items[length++] = item
    },
    last: () => (length === 0 ? -1 : (items[length - 1] as number)),
    finish: () => items.slice(0, length),
  }
}
