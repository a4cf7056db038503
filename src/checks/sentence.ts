/** Wording that checks share: evidence is a plain ASCII sentence with correct plurals. */

/** `1 click`, `3 clicks`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`

/** `Only 1 click; 3 are needed.` */
export const tooFew = (count: number, needed: number, one: string, many = `${one}s`): string =>
  `${count === 0 ? `No ${many}` : `Only ${counted(count, one, many)}`}; ${needed} are needed.`

/** A sentence without its capital and full stop, to stand inside another one. */
export const asClause = (sentence: string): string =>
  sentence.replace(/\.$/, '').replace(/^[A-Z](?=[a-z]*[^A-Za-z])/, (letter) => letter.toLowerCase())
