/** Validates reference answers and prepares them for comparison. Runs on a survey thread. */

import { REFERENCE_LIMITS } from '../../../contract/limits.ts'
import { foldText } from '../../../features/text/normalize.ts'
import { styleWords } from '../../../features/text/style/style_words.ts'
import { MIN_WORDING_WORDS, type Wording, wordingOf } from '../../../features/text/wording.ts'
import { pointerTo, RequestFault } from '../request/fault.ts'
import { answersInBox, answersInPaste } from './chatbot_paste.ts'
import { isEnglish } from './english.ts'

export interface ReadReference {
  readonly text: string
  readonly wording: Wording
  /** The index of the given text that contains it, or of the answer in the paste. */
  readonly at: number
}

export interface DroppedReference extends Omit<ReadReference, 'wording'> {
  readonly reason: string
}

export interface ReadReferences {
  readonly usable: readonly ReadReference[]
  readonly dropped: readonly DroppedReference[]
}

/** Texts, each with one answer or more, or everything that was pasted into one box. */
export type GivenReferences = { readonly texts: readonly string[] } | { readonly pasted: string }

/** Throws a `RequestFault` that names the first text without any answer that could be used. */
export function readReferenceTexts(question: string, given: GivenReferences): ReadReferences {
  if (!isEnglish(question)) {
    throw new RequestFault(
      '/question',
      'must be in English: answers are compared with references only in English',
    )
  }
  return readAnswers(
    question,
    'texts' in given ? answersOfTexts(question, given.texts) : answersOfBox(question, given.pasted),
  )
}

interface GivenAnswer extends Omit<ReadReference, 'wording'> {
  readonly fault: string | null
}

function answersOfTexts(question: string, texts: readonly string[]): GivenAnswer[] {
  return texts.flatMap((given, at): GivenAnswer[] => {
    const pointer = pointerTo('/references', at)
    if (styleWords(given).length < MIN_WORDING_WORDS) throw new RequestFault(pointer, TOO_SHORT)
    const answers = answersInPaste(given, question)
    if (answers.length === 0) return [{ at, text: given.trim(), fault: 'is the question, or no answer' }]
    const faults = answers.map(faultIn)
    const [fault] = faults
    if (fault && faults.every((one) => one !== null)) throw new RequestFault(pointer, fault)
    return answers.map((text, index) => ({ at, text, fault: faults[index] ?? null }))
  })
}

/** One short piece of a large paste is no reason to reject the rest. */
function answersOfBox(question: string, pasted: string): GivenAnswer[] {
  const answers = answersInBox(pasted, question).map((text, at) => ({ at, text, fault: faultIn(text) }))
  if (answers.some(({ fault }) => fault === null)) return answers
  throw new RequestFault('/pasted', answers[0]?.fault ?? TOO_SHORT)
}

function readAnswers(question: string, answers: readonly GivenAnswer[]): ReadReferences {
  const usable: ReadReference[] = []
  const dropped: DroppedReference[] = []
  const known = new Set<string>()
  for (const { at, text, fault } of answers) {
    const folded = foldText(text)
    const reason =
      fault ??
      (known.has(folded) ? 'is there twice' : usable.length === REFERENCE_LIMITS.answers ? TOO_MANY : null)
    if (reason !== null) dropped.push({ at, text, reason })
    else usable.push({ at, text, wording: wordingOf(styleWords(text), question) })
    known.add(folded)
  }
  return { usable, dropped }
}

const TOO_SHORT = `must have at least ${MIN_WORDING_WORDS} words`
const TOO_MANY = `is more than the ${REFERENCE_LIMITS.answers} answers that are stored`

function faultIn(text: string): string | null {
  if (text.length > REFERENCE_LIMITS.chars) return `must have at most ${REFERENCE_LIMITS.chars} characters`
  if (!isEnglish(text)) return 'must be in English, like the question'
  return styleWords(text).length < MIN_WORDING_WORDS ? TOO_SHORT : null
}
