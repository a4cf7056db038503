/**
 * The words of an English text for style features, in a form that says nothing about how they were typed: without case,
 * accents, punctuation, apostrophes, digits, emoji, laughter and the abbreviations of chats. A result must not depend on
 * these, because the same person types differently on a phone and on a keyboard.
 */
import { withoutInvisible } from '../normalize.ts'

const LAUGHTER = /^(?:lo+l+z?|l+m+f?a+o+|rofl|(?:a*ha){2,}h*|(?:he){2,}h*|xd+|ha|heh)$/

/** Fillers of chats that people add anywhere. */
const FILLERS = new Set(['tbh', 'imo', 'imho', 'idk', 'btw', 'omg', 'smh', 'ngl', 'fyi'])

const ABBREVIATIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    u: 'you',
    ur: 'your',
    r: 'are',
    pls: 'please',
    plz: 'please',
    thx: 'thanks',
    bc: 'because',
    cuz: 'because',
    coz: 'because',
    cos: 'because',
    w: 'with',
    ppl: 'people',
    ok: 'okay',
  }),
)

export function styleWords(text: string): string[] {
  return withoutInvisible(text)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'\u2018\u2019\u201b\u2032\u00b4\u0060\u02bc]+/gu, '')
    .replace(/\p{N}+/gu, '0')
    .split(/[^a-z0]+/)
    .flatMap((word) => {
      if (word === '' || FILLERS.has(word) || LAUGHTER.test(word)) return []
      return ABBREVIATIONS.get(word) ?? word
    })
}
