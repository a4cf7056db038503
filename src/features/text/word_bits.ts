/** How surprising the words of an answer are. Without the word list, which only the survey threads load. */

/** A word of an answer. */
export interface WordUse {
  /** Bits without the answers of others. */
  readonly bits: number
  /** Participants who use it; equal answers count as `sameUses`. */
  readonly uses: number
}

/** The words of an answer, and who else uses them. */
export interface WordBits {
  /** By the hash in a sketch. */
  readonly words: ReadonlyMap<number, WordUse>
  /** The highest bits of words that the question asks for, by hash. */
  readonly asked: ReadonlySet<number>
  /** Participants in the statistics. */
  readonly others: number
  /** Participants with exactly this answer, and how often their words are counted. */
  readonly same: number
  readonly sameUses: number
  /** It contains a number. Sketches of copies with another number are equal. */
  readonly hasNumber: boolean
}

export const NO_WORDS: WordBits = {
  words: new Map(),
  asked: new Set(),
  others: 0,
  same: 0,
  sameUses: 0,
  hasNumber: false,
}

/** What two answers share. */
export interface Overlap {
  /** Hashes of the words that both have; null: all words. */
  readonly common: ReadonlySet<number> | null
  /** Hashes of words with a letter changed. */
  readonly damaged: ReadonlySet<number>
  /** Other participants with an equal sketch. */
  readonly copies: number
  /** Other participants with a copy in which letters are changed. */
  readonly changed: number
}

export const WHOLE: Overlap = { common: null, damaged: new Set(), copies: 0, changed: 0 }

/** A word of the question comes to mind at once. */
const MOST_ASKED_BITS = 3

/** With few other answers, one use of a word says less. */
const UNSEEN_ANSWERS = 8

/** Other answers lower the bits of a word to this share at most: many near copies must not hide each other. */
const LEAST_SHARE = 0.4

/** A word with a changed letter is no known word and looks rare; the one that was meant may be frequent. */
const MOST_DAMAGED_BITS = 10

export function bitsInCommon(
  { words, asked, others, same, sameUses, hasNumber }: WordBits,
  { common, damaged, copies, changed }: Overlap,
): number {
  // That copies use the words does not make them usual. But a popular answer has typos too, so that changed copies count
  // only if nobody gave the very same answer.
  const copied = same > 0 ? sameUses : changed + (hasNumber ? copies : 0)
  let sum = 0
  for (const [hash, { bits, uses }] of words) {
    const isDamaged = damaged.has(hash)
    if (common !== null && !common.has(hash) && !isDamaged) continue
    const used = uses - copied
    const peers = used > 0 ? Math.log2((others + UNSEEN_ANSWERS) / used) : bits
    const own = Math.max(LEAST_SHARE * bits, Math.min(bits, peers))
    const most = isDamaged ? MOST_DAMAGED_BITS : Number.POSITIVE_INFINITY
    sum += Math.min(asked.has(hash) ? MOST_ASKED_BITS : most, own)
  }
  return sum
}
