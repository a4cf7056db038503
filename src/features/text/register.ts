/**
 * What kind of telling a text is: a story of one's life, advice, an opinion on a tool. People's style differs more
 * between these than between people, so a style is judged against people who tell the same kind of thing.
 */
import { wordsOf } from './words.ts'

const GROUPS: readonly ReadonlySet<string>[] = [
  'i me my mine myself',
  'he she him her his hers they them their someone somebody',
  'was were had did went came said told got felt saw took made knew thought left found gave asked began died lost heard',
  'when after before while day night morning evening week month year years time once ago then later during until',
  'mother father mom dad friend friends brother sister family wife husband boyfriend girlfriend man woman people child children baby dog cat',
  'school home house car door room street city town work job office boss hospital teacher class university',
  'happy sad angry afraid scared ashamed guilty proud love hate felt feel feeling feelings cried anxious stress',
].map((words) => new Set(words.split(' ')))

/** Longer than this, one more word changes nothing. */
const LONGEST = 200

/** The first is 1, so that a weighted sum of them has a base. */
export function registerOf(plain: string): number[] {
  const words = wordsOf(plain).map((word) => word.toLowerCase())
  const count = Math.max(1, words.length)
  const share = (is: (word: string) => boolean) => words.filter(is).length / count
  const length = Math.log(1 + Math.min(count, LONGEST)) / 4
  return [
    1,
    ...GROUPS.map((group) => share((word) => group.has(word))),
    share((word) => word.length > 4 && word.endsWith('ed')),
    length,
    length * length,
    length * length * length,
  ]
}

/** How many numbers `registerOf` gives. */
export const REGISTERS = GROUPS.length + 5
