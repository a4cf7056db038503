/** Wording that checks share: evidence is a plain ASCII sentence with correct plurals. */

/** `1 click`, `3 clicks`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`

/** `Only 1 click; 3 are needed.` */
export const tooFew = (count: number, needed: number, one: string, many = `${one}s`): string =>
  `${count === 0 ? `No ${many}` : `Only ${counted(count, one, many)}`}; ${needed} are needed.`

/** `Found, but not enough on its own: no taskbar.` */
export const notEnough = (found: readonly string[]): string =>
  `Found, but not enough on ${found.length === 1 ? 'its' : 'their'} own: ${found.join(', ')}.`

export const wasOrWere = (count: number): string => (count === 1 ? 'was' : 'were')

/** `none was`, `at most 1 of any 5 in a row was`. The rest of the sentence follows. */
export const atMostOfAny = (count: number, window: number): string =>
  count === 0 ? 'none was' : `at most ${count} of any ${window} in a row ${wasOrWere(count)}`

/** A sentence without its capital and full stop, to stand inside another one. */
export const asClause = (sentence: string): string =>
  sentence.replace(/\.$/, '').replace(/^[A-Z](?=[a-z]*[^A-Za-z])/, (letter) => letter.toLowerCase())
