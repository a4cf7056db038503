/** Counts hashed features, text by text, in reused memory. */

export interface StyleFeatures {
  /** Unique and unsorted. */
  readonly indices: Uint32Array
  readonly values: Float32Array
}

export interface HashedCounts {
  /** Counts the hashes from `from` up to, but not including, `to`. */
  add(hashes: Uint32Array, from: number, to: number): void
  /** Returns the counts as a unit vector and resets the counter. */
  take(): StyleFeatures
}

const MOST_TIMES = 65_535

/** A table of 1 + ln(count) for small counts, which are nearly all. */
const GROWTH = Float64Array.from({ length: 256 }, (_, times) => 1 + Math.log(times))

const growthOf = (times: number): number =>
  times < GROWTH.length ? (GROWTH[times] as number) : 1 + Math.log(times)

export function openHashedCounts(size: number): HashedCounts {
  const times = new Uint16Array(size)
  const mask = size - 1
  let seen = new Uint32Array(4_096)
  let length = 0
  return {
    add(hashes, from, to) {
      if (seen.length < length + to - from) {
        const longer = new Uint32Array(2 * (length + to - from))
        longer.set(seen)
        seen = longer
      }
      for (let at = from; at < to; at++) {
        const index = (hashes[at] as number) & mask
        const before = times[index] as number
        if (before === 0) seen[length++] = index
        if (before < MOST_TIMES) times[index] = before + 1
      }
    },

    take() {
      const indices = new Uint32Array(length)
      const values = new Float32Array(indices.length)
      let square = 0
      for (let at = 0; at < length; at++) {
        const index = seen[at] as number
        const growth = growthOf(times[index] as number)
        indices[at] = index
        values[at] = growth
        square += growth * growth
        times[index] = 0
      }
      const norm = Math.sqrt(square) || 1
      for (let at = 0; at < length; at++) values[at] = (values[at] as number) / norm
      length = 0
      return { indices, values }
    },
  }
}
