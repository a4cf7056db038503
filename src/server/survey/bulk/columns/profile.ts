/** What the cells of a column contain, to tell open answers from choices, numbers and dates. */

export interface ColumnProfile {
  readonly filled: number
  /** Cells with at least four words. */
  readonly long: number
  /** Different cells among the first ones. */
  readonly different: number
  readonly kind: ColumnKind
}

export type ColumnKind = 'open' | 'empty' | 'numbers' | 'dates' | 'data' | 'choices' | 'short'

export interface ColumnProfiler {
  add(cell: string): void
  /** `isTextEntry`: the platform says that participants typed the answers, so fewer long ones are enough. */
  profile(isTextEntry?: boolean): ColumnProfile
}

/** In a column of open answers, at least this share of cells has at least this many words. */
const OPEN_SHARE = 0.2
const TEXT_ENTRY_SHARE = 0.05
const OPEN_WORDS = 4
/** The same in scripts without spaces between words. */
const OPEN_SIGNS = 8
/** With fewer long cells, repeated ones do not show that they are choices. */
const FEW_CELLS = 10
/** Choices are among the first cells often enough. */
const COMPARED_CELLS = 2_000
const COMPARED_CHARS = 200
/** More than this share of cells is of a kind. */
const MOST = 0.8

export function openColumnProfiler(): ColumnProfiler {
  let [filled, long, numbers, dates, data] = [0, 0, 0, 0, 0]
  const different = new Set<string>()
  const longCells = new Set<string>()
  const parts = new Set<string>()
  let [comparedLong, comparedParts] = [0, 0]

  /** Several choices in one cell are separated by commas or semicolons. */
  function compare(cell: string): void {
    if (comparedLong >= COMPARED_CELLS) return
    comparedLong++
    longCells.add(cell)
    for (const part of cell.split(/[,;|]/)) {
      comparedParts++
      parts.add(part.trim())
    }
  }

  function isChoice(): boolean {
    if (comparedLong < FEW_CELLS) return false
    return longCells.size <= comparedLong / 4 || parts.size <= comparedParts / 8
  }

  function kindOf(share: number): ColumnKind {
    if (filled === 0) return 'empty'
    if (data > filled * MOST) return 'data'
    if (dates > filled * MOST) return 'dates'
    if (numbers > filled * MOST) return 'numbers'
    if (long > 0 && long >= filled * share) return isChoice() ? 'choices' : 'open'
    return filled >= FEW_CELLS && different.size <= filled / 4 ? 'choices' : 'short'
  }

  return {
    add(given) {
      const cell = given.trim().slice(0, COMPARED_CHARS)
      if (cell === '') return
      filled++
      if (filled <= COMPARED_CELLS) different.add(cell)
      if (NUMBER.test(cell)) numbers++
      else if (DATE.test(cell)) dates++
      else if (DATA.test(cell)) data++
      else if (isLong(cell)) {
        long++
        compare(cell)
      }
    },
    profile: (isTextEntry = false) => ({
      filled,
      long,
      different: different.size,
      kind: kindOf(isTextEntry ? TEXT_ENTRY_SHARE : OPEN_SHARE),
    }),
  }
}

const NUMBER = /^[-+]?[.,]?\d[\d.,' ]*%?$/
const DATE = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[ T,].{0,30})?$/
/** Addresses, browsers, JSON. */
const DATA = /^(?:https?:\/\/|www\.|Mozilla\/|[[{]["{[])/i
const LETTER = /\p{L}/u
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/gu

function isLong(cell: string): boolean {
  const words = cell.split(/\s+/).filter((word) => LETTER.test(word))
  return words.length >= OPEN_WORDS || (cell.match(UNSPACED)?.length ?? 0) >= OPEN_SIGNS
}
