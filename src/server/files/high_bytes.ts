/**
 * Counts the bytes above 0x7F of a text that is not UTF-8, to tell Windows-1252 from other encodings with one byte per
 * character. Western text has single accented letters between ASCII letters, quotes and dashes. Cyrillic, Greek and East
 * Asian text has runs of high bytes; Central European, Turkish and Mac text has signs within words.
 */

export interface HighByteCounts {
  push(piece: Uint8Array): void
  isMostlyUtf8(): boolean
  isWesternText(): boolean
}

/** Bytes without a character in Windows-1252. */
const UNDEFINED = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])
/** Letters that are rare in Western text but frequent in Windows-1250, Windows-1254 and Mac Roman. */
const RARE = new Set([
  0x83, 0x88, 0x8a, 0x8e, 0x98, 0x9a, 0x9c, 0x9e, 0x9f, 0xd0, 0xdd, 0xde, 0xf0, 0xfd, 0xfe,
])
/** A run of this many high bytes is a word of another script. */
const RUN = 3
const MOST_UNLIKELY = 0.05

export function openHighByteCounts(): HighByteCounts {
  let high = 0
  let undefinedBytes = 0
  let unlikely = 0
  let run = 0
  /** Continuation bytes that the current UTF-8 sequence still needs. */
  let missing = 0
  let sequences = 0
  let invalid = 0
  let [before, last] = [0, 0]

  function countUtf8(byte: number): void {
    const isContinuation = byte >= 0x80 && byte < 0xc0
    if (missing > 0 && isContinuation) {
      if (--missing === 0) sequences++
      return
    }
    if (missing > 0) invalid++
    missing = byte >= 0xc2 && byte < 0xf5 ? (byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3) : 0
    if (byte >= 0x80 && missing === 0) invalid++
  }

  function countWestern(byte: number): void {
    // The sign before this byte is known to be within a word only now.
    if (isSign(last) && isLetter(before) && isLetter(byte)) unlikely++
    if (byte < 0x80) {
      if (run >= RUN) unlikely += run
      run = 0
      return
    }
    high++
    run++
    if (UNDEFINED.has(byte)) undefinedBytes++
    if (RARE.has(byte)) unlikely++
  }

  return {
    push(piece) {
      for (const byte of piece) {
        countUtf8(byte)
        countWestern(byte)
        before = last
        last = byte
      }
    },
    isMostlyUtf8: () => sequences > invalid,
    isWesternText: () => undefinedBytes === 0 && (unlikely + (run >= RUN ? run : 0)) / high <= MOST_UNLIKELY,
  }
}

const isLetter = (byte: number): boolean =>
  (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a) || byte >= 0xc0

/** Signs that do not occur within a word, except the apostrophe, the acute accent and dashes. */
const isSign = (byte: number): boolean =>
  (byte >= 0xa1 && byte < 0xc0 && byte !== 0xad && byte !== 0xb4 && byte !== 0xb7) ||
  byte === 0x86 ||
  byte === 0x87 ||
  byte === 0x89
