/** Answers are compared with references only in English. Runs on a survey thread. */
import { identifyLanguage } from '../../../features/text/language.ts'
import { plainText } from '../../../features/text/normalize.ts'

/** True also for a text that is too short to tell. */
export function isEnglish(text: string): boolean {
  const { code, reliable } = identifyLanguage(plainText(text))
  return !reliable || code === 'en'
}
