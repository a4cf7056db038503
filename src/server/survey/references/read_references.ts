/** Validates reference answers and prepares them for comparison. Runs on a survey thread. */

import { REFERENCE_LIMITS } from '../../../contract/limits.ts'
import { identifyLanguage } from '../../../features/text/language.ts'
import { foldText, plainText } from '../../../features/text/normalize.ts'
import { styleWords } from '../../../features/text/style/style_words.ts'
import { MIN_WORDING_WORDS, type Wording, wordingOf } from '../../../features/text/wording.ts'
import { pointerTo, RequestFault } from '../request/fault.ts'
import { answersInPaste } from './chatbot_paste.ts'

export interface ReadReference {
  readonly text: string
  readonly wording: Wording
  /** The index of the given text that contains it. */
  readonly at: number
}

export interface DroppedReference extends Omit<ReadReference, 'wording'> {
  readonly reason: string
}

export interface ReadReferences {
  readonly usable: readonly ReadReference[]
  readonly dropped: readonly DroppedReference[]
}

/** Throws a `RequestFault` that names the first text without any answer that could be used. */
export function readReferenceTexts(question: string, texts: readonly string[]): ReadReferences {
  if (!isEnglish(question)) {
    throw new RequestFault(
      '/question',
      'must be in English: answers are compared with references only in English',
    )
  }
  const usable: ReadReference[] = []
  const dropped: DroppedReference[] = []
  const known = new Set<string>()
  for (const [at, given] of texts.entries()) {
    if (styleWords(given).length < MIN_WORDING_WORDS) {
      throw new RequestFault(pointerTo('/references', at), TOO_SHORT)
    }
    const answers = answersInPaste(given, question)
    if (answers.length === 0)
      dropped.push({ at, text: given.trim(), reason: 'is the question, or no answer' })
    const faults = answers.map(faultIn)
    const [fault] = faults
    if (fault && faults.every((one) => one !== null)) {
      throw new RequestFault(pointerTo('/references', at), fault)
    }
    for (const [index, text] of answers.entries()) {
      const folded = foldText(text)
      const reason =
        faults[index] ??
        (known.has(folded) ? 'is there twice' : usable.length === REFERENCE_LIMITS.answers ? TOO_MANY : null)
      if (reason !== null) dropped.push({ at, text, reason })
      else usable.push({ at, text, wording: wordingOf(styleWords(text), question) })
      known.add(folded)
    }
  }
  return { usable, dropped }
}

const TOO_SHORT = `must have at least ${MIN_WORDING_WORDS} words`
const TOO_MANY = `is more than the ${REFERENCE_LIMITS.answers} answers that are stored`

function faultIn(text: string): string | null {
  if (!isEnglish(text)) return 'must be in English, like the question'
  return styleWords(text).length < MIN_WORDING_WORDS ? TOO_SHORT : null
}

/** True also for a text that is too short to tell. */
function isEnglish(text: string): boolean {
  const { code, reliable } = identifyLanguage(plainText(text))
  return !reliable || code === 'en'
}
