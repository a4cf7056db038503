/** Validates reference answers and prepares them for comparison. Runs on a survey thread. */
import { identifyLanguage } from '../../features/text/language.ts'
import { plainText } from '../../features/text/normalize.ts'
import { styleWords } from '../../features/text/style_words.ts'
import { MIN_WORDING_WORDS, type Wording, wordingOf } from '../../features/text/wording.ts'
import { pointerTo, RequestFault } from './request/fault.ts'

/** Throws a `RequestFault` that names the first reference that cannot be used. */
export function wordingsOf(question: string, texts: readonly string[]): Wording[] {
  if (!isEnglish(question)) {
    throw new RequestFault(
      '/question',
      'must be in English: answers are compared with references only in English',
    )
  }
  return texts.map((text, at) => {
    const pointer = pointerTo('/references', at)
    if (!isEnglish(text)) throw new RequestFault(pointer, 'must be in English, like the question')
    const words = styleWords(text)
    if (words.length < MIN_WORDING_WORDS) {
      throw new RequestFault(pointer, `must have at least ${MIN_WORDING_WORDS} words`)
    }
    return wordingOf(words, question)
  })
}

/** True also for a text that is too short to tell. */
function isEnglish(text: string): boolean {
  const { code, reliable } = identifyLanguage(plainText(text))
  return !reliable || code === 'en'
}
