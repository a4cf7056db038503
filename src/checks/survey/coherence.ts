/** Whether an answer is coherent text: all of Gibberish, and a part of Junk. */
import { asksReader } from '../../features/text/question.ts'
import { foldQuestion } from '../../features/text/question_words.ts'
import { isSalad } from '../../features/text/salad.ts'
import { MASHED_SCORE } from '../../models/text/mashing.ts'
import { detected, notDetected, type Outcome, unknown } from '../check.ts'
import { counted } from '../sentence.ts'
import { type AnswerFeatures, EMPTY_ANSWER, NAME_ANSWER, SIMPLE_ANSWER } from './survey_check.ts'
import { CERTAIN_SCORE, isDisordered } from './word_order.ts'

/** Nats at which the strength is 1. */
const CERTAIN_MASHING = 12
const CERTAIN_DISORDER = 15

/** A person may play with the words of the question: for review only. */
const SALAD_STRENGTH = 0.6

/** One answer of this many may have an unusual order. */
const MIN_ANSWERS = 3

export function checkCoherence(answer: AnswerFeatures): Outcome {
  if (answer.text.empty) return unknown(EMPTY_ANSWER)
  if (answer.simple) return notDetected(SIMPLE_ANSWER)
  if (answer.isNamed) return unknown(NAME_ANSWER)
  const placeholder = answer.placeholder()
  if (placeholder !== null) return detected(1, `The answer is ${placeholder}.`)
  const mashing = answer.mashing()
  if (mashing === null) return unknown('The language of this answer is unknown or has no model.')
  const evidence = `${counted(mashing.mashedWords, 'word looks', 'words look')} like random keys, ${Math.round(mashing.soundWords)} like real words.`
  if (mashing.isMashed) return detected(Math.min(1, mashing.score / CERTAIN_MASHING), evidence)
  if (mashing.score > MASHED_SCORE) return unknown('The words may be names or words from another language.')
  if (isQuestionSalad(answer)) {
    return detected(
      SALAD_STRENGTH,
      'The words of the question stand in another order, with almost nothing else.',
    )
  }
  const disorder = answer.disorder()
  if (disorder !== null && isDisordered(disorder, answer.text.words.length)) {
    const words = `The ${answer.text.words.length} words`
    if (disorder < CERTAIN_SCORE && isOnlyOne(answer)) {
      return notDetected(`${words} may not be in a grammatical order, but only in this answer.`)
    }
    return detected(Math.min(1, disorder / CERTAIN_DISORDER), `${words} are not in a grammatical order.`)
  }
  return notDetected(evidence)
}

const isOnlyOne = ({ orderedAnswers }: AnswerFeatures): boolean => {
  const { answers, disordered } = orderedAnswers()
  return answers >= MIN_ANSWERS && disordered === 1
}

/** A copy of the question, also several times, has the lowest effort, but it is no gibberish. */
const isQuestionSalad = ({ text, question, isCopied }: AnswerFeatures): boolean =>
  text.ownLanguage === 'en' &&
  asksReader(foldQuestion(question)) &&
  !SPEAKS.test(text.whole.folded()) &&
  !isCopied() &&
  isSalad(text.foldedWords(), question)

/** People who answer in a full sentence: "Yes, in my company men and women are treated equally." */
const SPEAKS = /^(?:yes|no|yeah|nope)\b|\b(?:i|im|me|my|mine|myself|we|us|our|ours)\b/
