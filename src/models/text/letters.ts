/** The alphabet of the letter models: 26 letters and a gap. Accents are dropped, because people often omit them. */

export const GAP = 0
export const LETTERS = 27

const EXPANDED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** Lower-case a to z and single spaces; everything else becomes a space or, inside a word, nothing. */
export function lettersOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => EXPANDED[letter] as string)
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .replace(/[^a-z]+/g, ' ')
    .trim()
}

export function codeOf(letter: string): number {
  const code = letter.charCodeAt(0) - 96
  return code >= 1 && code <= 26 ? code : GAP
}
