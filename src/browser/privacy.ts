/**
 * Recognizes secret fields. Of these only the timing of events is recorded: no text, no length, no kind of key.
 * A field that was ever a password stays secret, even while the page shows it.
 */
import { guarded } from './guard.ts'
import { doc, win } from './natives.ts'

const secrets = new WeakSet<Node>()

export const IGNORE = '[data-byhand-ignore]'

/**
 * An email address, nine digits, 20 letters or digits in a row, 12 with a digit among them, or a digit before a letter
 * and after three of them: an address or a token. Or the name of a user with a number: two words, or one of three
 * letters, with a year of birth; two words joined by a dot or underscore with any number; six letters with 40 to 99.
 */
const PERSONAL =
  /@|%40|\d{9}|\w{20}|(?=\w*\d)\w{12}|\w{3}\d+[a-z]|^([a-z]+[-._][a-z]+[-._]?|[a-z]{3,})(19\d|200)\d$|^[a-z]+([._][a-z]{3,}\d{1,4}|[a-z-]{4,}[a-z][4-9]\d)$/i

/** Words and path segments, with the segment before if it announces the name of a person. */
const WORDS = /(\/(?:u|users?|members?|profiles?|people)\/)?[^\s/]+/gi

/** Replaces words and path segments that look like addresses, tokens or names of users. */
export const masked = (text: string): string =>
  text.replace(WORDS, (word, before) => (before || PERSONAL.test(word) ? `${before ?? ''}*` : word))

/** Words in the type, autocomplete, name or label of secret fields. */
const SECRET =
  /pass(w|ph|c)|pwd|secret|token|one time|(card|account|routing) ?(num|no\b)|credit ?card|security ?code|tax ?id|\b(cc|t?otp|pin|cv[cv]2?|csc|ssn|iban|pan)\b/i

/** The words by which each field was classified: reading them is cheap, classifying is not. */
const classified = new WeakMap<Element, string>()

export function isSecret(field: Element): boolean {
  const { name, id, type, autocomplete, tagName, placeholder, ariaLabel } = field as HTMLInputElement
  // The label of a text area is often a whole sentence, in which such words mean nothing.
  const words = `${name} ${id} ${type} ${autocomplete} ${tagName === 'INPUT' && `${placeholder} ${ariaLabel}`}`
  if (classified.get(field) !== words) {
    classified.set(field, words)
    if (SECRET.test(words.replace(/([a-z])([A-Z])|[^A-Za-z0-9]+/g, '$1 $2'))) secrets.add(field)
  }
  if (field.closest(IGNORE)) secrets.add(field)
  return secrets.has(field)
}

/** Remembers password fields before a page's "show" button turns them into plain ones. */
export function watchPasswords(): void {
  for (const field of doc.querySelectorAll('input[type=password]')) secrets.add(field)
  if (!win.MutationObserver) return
  new MutationObserver(
    guarded((changes: MutationRecord[]) => {
      for (const { oldValue, target } of changes) if (/password/i.test(`${oldValue}`)) secrets.add(target)
    }),
  ).observe(doc, { subtree: true, attributeFilter: ['type'], attributeOldValue: true })
}
