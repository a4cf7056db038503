/** Answers are compared with references only in English. */
import { identifyLanguage } from '../../../features/text/language.ts'
import { plainText } from '../../../features/text/normalize.ts'
import type { CanonicalQuestion } from '../request/canonical.ts'

/** True also for a text that is too short to tell. */
export function isEnglish(text: string): boolean {
  const { code, reliable } = identifyLanguage(plainText(text))
  return !reliable || code === 'en'
}

/** Names and numbers are the same from people and from chatbots. */
export const canHaveReferences = ({ text, type }: CanonicalQuestion): boolean =>
  type === undefined && text.trim() !== '' && isEnglish(text)
