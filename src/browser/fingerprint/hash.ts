/** A 128-bit hash of a text: FNV-1a with four seeds. Not cryptographic. */
const PRIME = 0x1000193
const GOLDEN = 0x9e3779b1

export const hash128 = (text: string): string =>
  [1, 2, 3, 4]
    .map((lane) => {
      let hash = Math.imul(lane, GOLDEN)
      for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME)
      // The last characters must affect all bits.
      hash = Math.imul(hash ^ (hash >>> 15), GOLDEN)
      return `0000000${((hash ^ (hash >>> 13)) >>> 0).toString(16)}`.slice(-8)
    })
    .join('')
