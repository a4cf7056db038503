/**
 * How much an answer says, in words that count. Saying a thing twice, repeating the question, or stretching a
 * sentence with small words adds little; that is what keeps padding from passing as effort.
 */
import { foldText } from './normalize.ts'
import { isStopWord } from './stop_words.ts'
import { isUnspaced, wordsOf } from './words.ts'

const CONTENT = 1
const GRAMMAR = 0.75

/** What a word is worth the second time, the third, the fourth and after, as a share of the first. */
const AGAIN = [1, 0.5, 0.25, 0.1]
const GRAMMAR_AGAIN = [1, 0.8, 0.65, 0.5, 0.35, 0.25, 0.15, 0.1]

/** A content word taken from the question says less than one the person brought. */
const FROM_QUESTION = 0.5

/** A Chinese or Japanese word has about 1.6 characters. */
const UNSPACED_CHARACTER = 0.6

/** Small words come with content, about one to one; beyond that they are stuffing. */
const GRAMMAR_PER_CONTENT = 0.9
const GRAMMAR_FREE = 1.5

/** Words that stretch a sentence in any language; they count as grammar at best. */
const FILLER = new Set(
  `think opinion basically actually honestly literally really simply generally personally probably say said saying mean
means kind sort forth etc anyway stuff thing things way ways know like want lot lots going put need make makes made use
overall really quite somewhat certainly definitely absolutely obviously course fact regard regards regarding terms
pienso creo opinion basicamente realmente digamos etcetera cosa cosas decir verdad
pense crois avis fait vraiment chose choses dire voila etc
denke glaube meinung eigentlich halt eben grundsatzlich sagen sache sachen usw
penso acho opiniao basicamente realmente coisa coisas dizer etc
penso credo opinione praticamente davvero cosa cose dire eccetera
denk vind mening eigenlijk gewoon zeggen ding dingen enzovoort`.split(/\s+/),
)

/** Three words in the same order as before are a repetition, not a thought. */
const REPEATED_RUN = 3

export function informationIn(plain: string, question: string): number {
  const asked = new Set(wordsOf(foldText(question)))
  const words = wordsOf(foldText(plain))
  const seen = new Map<string, number>()
  const runs = new Set<string>()
  let content = 0
  let small = 0
  for (const [at, word] of words.entries()) {
    const before = seen.get(word) ?? 0
    seen.set(word, before + 1)
    if (at >= REPEATED_RUN - 1) {
      const run = words.slice(at - REPEATED_RUN + 1, at + 1).join(' ')
      if (runs.has(run)) continue
      runs.add(run)
    }
    const grammar = isStopWord(word) || FILLER.has(word)
    const steps = grammar ? GRAMMAR_AGAIN : AGAIN
    let worth = (grammar ? GRAMMAR : CONTENT) * (steps[Math.min(before, steps.length - 1)] as number)
    if (!grammar && asked.has(word)) worth *= FROM_QUESTION
    if (isUnspaced(word)) worth *= UNSPACED_CHARACTER
    if (grammar) small += worth
    else content += worth
  }
  return content + Math.min(small, GRAMMAR_FREE + GRAMMAR_PER_CONTENT * content)
}
