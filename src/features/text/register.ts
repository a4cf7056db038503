/**
 * The register of a text: a personal story, advice, an opinion on a tool. Style differs more between registers than
 * between people, so style scores are relative to the register.
 */
const GROUPS: readonly ReadonlySet<string>[] = [
  'i me my mine myself',
  'he she him her his hers they them their someone somebody',
  'was were had did went came said told got felt saw took made knew thought left found gave asked began died lost heard',
  'when after before while day night morning evening week month year years time once ago then later during until',
  'mother father mom dad friend friends brother sister family wife husband boyfriend girlfriend man woman people child children baby dog cat',
  'school home house car door room street city town work job office boss hospital teacher class university',
  'happy sad angry afraid scared ashamed guilty proud love hate felt feel feeling feelings cried anxious stress',
].map((words) => new Set(words.split(' ')))

/** The length feature is capped at this many words. */
const LONGEST = 200

/** The first value is 1, the intercept of a weighted sum. `words`: from `styleWords`. */
export function registerOf(words: readonly string[]): number[] {
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

/** The number of values that `registerOf` returns. */
export const REGISTERS = GROUPS.length + 5
