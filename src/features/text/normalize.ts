/** Normal forms of a text: without invisible characters, plain, and folded. */

/** Most answers. No other character has a compatibility form, an accent or a script of its own. */
export const isAscii = (text: string): boolean => !/[\u0080-\uFFFF]/.test(text)

/** Invisible characters: zero-width, direction marks, soft hyphen, byte order mark, tags. */
const INVISIBLE =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each of these is meant as a single code unit
  /[\u00AD\u034F\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFE00-\uFE0F\uFEFF]|\uDB40[\uDC00-\uDFFF]/g

/** Spaces of every width, without line breaks. */
const SPACES = /[\t\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/g

const SINGLE_QUOTES = /[\u2018\u2019\u201A\u201B\u2032\u00B4\u0060\u02BC\uFF07]/g
const DOUBLE_QUOTES = /[\u201C\u201D\u201E\u201F\u2033\u00AB\u00BB\uFF02]/g
const DASHES = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g

export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '')
}

/** No language has longer runs without a space, punctuation included. */
const LONGEST_RUN = /\S{200}(?=\S)/gu

const LONGEST_RUN_CHARS = 200

/** The cost of later searches grows with the square of the longest run, so long runs are split. */
const withBreaks = (text: string): string => (hasLongRun(text) ? text.replace(LONGEST_RUN, '$& ') : text)

/** A cheap test that avoids the regular expression for most texts. */
function hasLongRun(text: string): boolean {
  let blank = -1
  for (let at = text.indexOf(' '); ; at = text.indexOf(' ', at + 1)) {
    const end = at === -1 ? text.length : at
    if (end - blank - 1 > LONGEST_RUN_CHARS) return true
    if (at === -1) return false
    blank = at
  }
}

/**
 * The text with straight quotes, plain hyphens and plain spaces. Typography depends on software, not on the author, so
 * style features must not see it.
 */
export function plainText(text: string): string {
  const plain = withoutInvisible(text.normalize('NFC'))
    .replace(SPACES, ' ')
    .replace(SINGLE_QUOTES, "'")
    .replace(DOUBLE_QUOTES, '"')
    .replace(DASHES, '-')
    .replaceAll('\u2026', '...')
    .replace(/\r\n?/g, '\n')
    .replace(/ +/g, ' ')
    .trim()
  return withBreaks(plain)
}

/** Letters of other scripts that look like Latin ones: a common way to disguise a copy. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  е: 'e',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  і: 'i',
  ј: 'j',
  ѕ: 's',
  α: 'a',
  ο: 'o',
  ρ: 'p',
  ν: 'v',
  ι: 'i',
  υ: 'u',
  κ: 'k',
  τ: 't',
  ғ: 'f',
  ԁ: 'd',
  ԛ: 'q',
  ԝ: 'w',
  һ: 'h',
}

/** The Latin letter that a letter looks like, in the same case; other letters stay. */
export function lookalikeOf(letter: string): string {
  const lower = letter.toLowerCase()
  const latin = LOOKALIKES[lower]
  if (latin === undefined) return letter
  return letter === lower ? latin : latin.toUpperCase()
}

/** Small capitals and other letters of Latin words that have no compatibility form. */
const LATIN_FORMS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢɑɡıƒ'].map((form, at) => [form, 'abcdefghijklmnoprstuvwyzagif'[at] as string]),
)
const LATIN_FORM = new RegExp(`[${Object.keys(LATIN_FORMS).join('')}]`, 'g')

/**
 * The text without details that are easy to change in a copy: case, accents, punctuation, spacing, invisible characters,
 * compatibility forms, look-alike letters inside Latin words.
 */
export function foldText(text: string): string {
  if (isAscii(text)) {
    return text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()
  }
  const folded = withoutInvisible(text)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(LATIN_FORM, (form) => LATIN_FORMS[form] as string)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  if (!/[\u0370-\u052f]/.test(folded)) return folded
  return folded.replace(/[^ ]+/g, (word) =>
    /[a-z]/.test(word) ? word.replace(/[Ͱ-ԯ]/g, (letter) => LOOKALIKES[letter] ?? letter) : word,
  )
}

const HEAVY = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const SURROGATE = /[\uD800-\uDFFF]/

/** The length in Latin characters. A Han character counts as three, a kana or a Hangul syllable as two. */
export function weightOf(text: string): number {
  const seen = withoutInvisible(text).trim()
  if (!HEAVY.test(seen)) return SURROGATE.test(seen) ? [...seen].length : seen.length
  let weight = 0
  for (const character of seen) {
    if (/\p{Script=Han}/u.test(character)) weight += 3
    else if (/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(character)) weight += 2
    else weight += 1
  }
  return weight
}
