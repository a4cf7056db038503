/** The questions that reference answers can help with. Language models run on survey threads only, so words decide. */
import type { CanonicalQuestion } from '../request/canonical.ts'

const ENGLISH = /\b(?:what|how|why|which|the|you|your|would|could|does|did|describe|tell|please)\b/i
/** Shorter texts are labels. */
const MIN_WORDS = 4

/** Names and numbers are the same from people and from chatbots. */
export const canHaveReferences = ({ text, type }: CanonicalQuestion): boolean =>
  type === undefined &&
  text.trim() !== '' &&
  (text.trim().split(/\s+/).length < MIN_WORDS || ENGLISH.test(text))
