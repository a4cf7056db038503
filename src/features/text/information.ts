/**
 * The amount of information in an answer, in weighted words. Repetition, words of the question, filler words and
 * stock phrases add little, so that padding does not raise the effort rating.
 */
import { memoize } from './memoize.ts'
import { foldText } from './normalize.ts'
import { withoutStockPhrases } from './stock_phrases.ts'
import { isStopWord } from './stop_words.ts'
import { isUnspaced, wordsOf } from './words.ts'

const CONTENT = 1
const GRAMMAR = 0.75

/** The worth of each repetition of a word, as a share of its first use. */
const AGAIN = [1, 0.5, 0.25, 0.1]
const GRAMMAR_AGAIN = [1, 0.8, 0.65, 0.5, 0.35, 0.25, 0.15, 0.1]

/** A content word of the question counts less than a new one. */
const FROM_QUESTION = 0.5

/** A Chinese or Japanese word has about 1.6 characters. */
const UNSPACED_CHARACTER = 0.6

/** Function words accompany content words about one to one; more are padding. */
const GRAMMAR_PER_CONTENT = 0.9
const GRAMMAR_FREE = 1.5

/** Filler words of all languages; they count as function words. */
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

/** `folded`: lower case, no accents. */
export const isFillerWord = (folded: string): boolean => FILLER.has(folded)

/** People turn the question around: "what do you like" becomes "what I like". */
const TURNED: ReadonlyMap<string, string> = new Map(
  Object.entries({ i: 'you', my: 'your', me: 'you', am: 'are', mine: 'yours' }),
)

export const turned = (word: string): string => TURNED.get(word) ?? word

/** So many words of the question in a row are copied and add nothing. */
const COPIED_RUN = 4

const runsOf = (words: readonly string[]): string[] =>
  words.slice(COPIED_RUN - 1).map((_, at) => words.slice(at, at + COPIED_RUN).join(' '))

const askedIn = memoize((question) => {
  const words = wordsOf(foldText(question))
  const asAnswered = words.map(turned)
  return { words: new Set(words), asAnswered: new Set(asAnswered), runs: new Set(runsOf(asAnswered)) }
})

function copiedFrom(question: string, words: readonly string[]): Set<number> {
  const { asAnswered, runs } = askedIn(question)
  const copied = new Set<number>()
  const given = words.map(turned)
  for (let at = 0; at + COPIED_RUN <= given.length; at++) {
    // Most words are not from the question, so most runs need not be joined.
    if (!asAnswered.has(given[at] as string)) continue
    if (!runs.has(given.slice(at, at + COPIED_RUN).join(' '))) continue
    for (let word = at; word < at + COPIED_RUN; word++) copied.add(word)
  }
  return copied
}

export function informationIn(plain: string, question: string): number {
  const { words: asked } = askedIn(question)
  const words = wordsOf(withoutStockPhrases(foldText(plain)))
  const copied = copiedFrom(question, words)
  const seen = new Map<string, number>()
  /** A run of three words that occurred before is a repetition. */
  const runs = new Set<string>()
  let content = 0
  let small = 0
  for (const [at, word] of words.entries()) {
    if (copied.has(at)) continue
    const before = seen.get(word) ?? 0
    seen.set(word, before + 1)
    if (at >= 2) {
      const run = `${words[at - 2]} ${words[at - 1]} ${word}`
      if (runs.has(run)) continue
      runs.add(run)
    }
    const grammar = isStopWord(word) || FILLER.has(word)
    const steps = grammar ? GRAMMAR_AGAIN : AGAIN
    let weight = (grammar ? GRAMMAR : CONTENT) * (steps[Math.min(before, steps.length - 1)] as number)
    if (!grammar && asked.has(word)) weight *= FROM_QUESTION
    if (isUnspaced(word)) weight *= UNSPACED_CHARACTER
    if (grammar) small += weight
    else content += weight
  }
  return content + Math.min(small, GRAMMAR_FREE + GRAMMAR_PER_CONTENT * content)
}
