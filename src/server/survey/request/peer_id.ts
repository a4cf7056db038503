/** The question ID under which statistics and reference answers are stored: participants of one condition are compared. */
import { createHash } from 'node:crypto'
import { idOfKey } from '../../../store/values/key_text.ts'

const DIGEST_CHARS = 22

/** Null or absent: the survey has no conditions. No question ID without a condition is likely to be the same. */
export function peerId(questionId: string, condition: string | null | undefined): string {
  if (condition === null || condition === undefined) return questionId
  const digest = createHash('sha256').update(condition).digest('base64url').slice(0, DIGEST_CHARS)
  return `${digest}\0${questionId}`
}

/** `key`: a stored peer ID. `condition`: as in `peerId`. */
export function questionOfPeer(key: string, condition: string | null | undefined): string {
  const id = idOfKey(key)
  return condition === null || condition === undefined ? id : id.slice(DIGEST_CHARS + 1)
}
