/** How surprising the words of an answer are. Without the word list, which only the survey threads load. */

/** Bits of each different word, by its hash in a sketch. */
export type WordBits = ReadonlyMap<number, number>

/** Of the words in `common`; null: of all words. */
export function bitsInCommon(bits: WordBits, common: ReadonlySet<number> | null): number {
  let sum = 0
  for (const [hash, own] of bits) if (common === null || common.has(hash)) sum += own
  return sum
}
