/** How much the traces of a chat window in an answer say about its author: a part of the GPT check, and of its v012 form. */
import { detected, type Outcome } from '../check.ts'
import { referenceRatio } from './gpt_references.ts'
import { styleRatio } from './gpt_style.ts'
import type { AnswerFeatures } from './survey_check.ts'

/** One phrase may be a person's own. With the weight of the check, it never reaches `remove` alone. */
const ONE_TRACE_STRENGTH = 0.65

/** Of the threshold of the style, or of the references. */
const SUPPORTING_RATIO = 0.5

/** In a shorter answer, the phrase itself is most of the style. */
const MIN_STYLE_WORDS = 25

/** Null: there are no traces. */
export function chatTraceOutcome(answer: AnswerFeatures): Outcome | null {
  const names = answer.artifacts()
  if (names.length === 0) return null
  const found = `The text contains traces of an AI chat: ${names.join(', ')}.`
  if (names.length > 1) return detected(1, found)
  const support = supportOf(answer)
  return support === null ? detected(ONE_TRACE_STRENGTH, found) : detected(1, `${found} ${support}`)
}

/** Another kind of evidence agrees: the text was inserted, or it reads like a chatbot's. */
function supportOf(answer: AnswerFeatures): string | null {
  if (answer.entry === 'pasted' || answer.entry === 'programmatic') return 'It was not typed.'
  const own = answer.modelTraces()
  if (own !== null && own.words >= MIN_STYLE_WORDS && styleRatio(own) >= SUPPORTING_RATIO) {
    return `Its style is also close to a chatbot's (${styleRatio(own).toFixed(1)} times the threshold).`
  }
  return (referenceRatio(answer) ?? 0) >= SUPPORTING_RATIO
    ? 'It also uses words of the reference answers.'
    : null
}
