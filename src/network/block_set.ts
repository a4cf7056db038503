/** A set of address blocks, added in any order, overlapping or not. Flat arrays, because lists have up to 300,000 lines. */
import { compareWords, type RangeMap, rangeMapWriter } from './ranges.ts'

export interface BlockSet {
  add4(start: number, end: number): void
  /** Both are copied. */
  add6(start: Uint32Array, end: Uint32Array): void
  readonly size: number
  finish(): JoinedBlocks
}

export interface JoinedBlocks {
  /** 1 where an address is in the set. */
  readonly ranges: RangeMap
  /** Share of all IPv4 addresses. */
  readonly ipv4: number
  /** Share of the IPv6 global unicast addresses, 2000::/3. */
  readonly ipv6: number
}

/** An IPv6 block takes eight words: four for its first address, four for its last. */
const WORDS = 8

export function blockSet(): BlockSet {
  const starts: number[] = []
  const ends: number[] = []
  let words = new Uint32Array(1024 * WORDS)
  let count6 = 0

  return {
    add4(start, end) {
      starts.push(start)
      ends.push(end)
    },
    add6(start, end) {
      const at = count6++ * WORDS
      if (at === words.length) {
        const larger = new Uint32Array(words.length * 2)
        larger.set(words)
        words = larger
      }
      words.set(start, at)
      words.set(end, at + 4)
    },
    get size() {
      return starts.length + count6
    },
    finish() {
      const writer = rangeMapWriter()
      const ipv4 = join4(starts, ends, (start, end) => writer.add4(start, end, 1)) / 2 ** 32
      const ipv6 = join6(words, count6, (start, end) => writer.add6(start, end, 1))
      return { ranges: writer.finish(), ipv4, ipv6 }
    },
  }
}

/** Emits the blocks in order, with overlaps merged; returns the number of addresses covered. */
function join4(
  starts: readonly number[],
  ends: readonly number[],
  add: (start: number, end: number) => void,
) {
  const order = sorted(starts.length, (a, b) => (starts[a] as number) - (starts[b] as number))
  let covered = 0
  for (let at = 0; at < order.length; ) {
    const start = starts[order[at] as number] as number
    let end = start
    for (; at < order.length && (starts[order[at] as number] as number) <= end + 1; at++) {
      end = Math.max(end, ends[order[at] as number] as number)
    }
    add(start, end)
    covered += end - start + 1
  }
  return covered
}

/** As `join4`; returns the share of 2000::/3 covered. */
function join6(words: Uint32Array, count: number, add: (start: Uint32Array, end: Uint32Array) => void) {
  const order = sorted(count, (a, b) => compareWords(words, a * WORDS, words, b * WORDS))
  const start = new Uint32Array(4)
  const end = new Uint32Array(4)
  let covered = 0
  for (let at = 0; at < order.length; ) {
    const first = (order[at] as number) * WORDS
    start.set(words.subarray(first, first + 4))
    end.set(start)
    for (; at < order.length; at++) {
      const block = (order[at] as number) * WORDS
      if (compareWords(words, block, end, 0) > 0) break
      if (compareWords(words, block + 4, end, 0) > 0) end.set(words.subarray(block + 4, block + WORDS))
    }
    add(start, end)
    covered += positionOf(end) - positionOf(start)
  }
  return covered
}

function sorted(count: number, compare: (a: number, b: number) => number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, at) => at)
  const isSorted = order.every((at) => at === 0 || compare(at - 1, at) <= 0)
  return isSorted ? order : order.sort(compare)
}

/** The position of an address in 2000::/3, from 0 to 1, precise enough for shares. */
const positionOf = (words: Uint32Array) => ((words[0] as number) + (words[1] as number) / 2 ** 32) / 2 ** 29
