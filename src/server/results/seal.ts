/**
 * Seals and opens signed results: AES-256-GCM with a key per workspace.
 *
 *   bhr1_<base64url of: 12 bytes nonce, encrypted JSON, 16 bytes tag>
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { Compile } from 'typebox/schema'
import { RECOMMENDED_ACTIONS } from '../../contract/checks.ts'
import { RESULT_CHARS, RESULT_PREFIX, SignedResult } from '../../contract/result.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Authenticated too, so that no other text sealed with the same key is a result. */
const PURPOSE = Buffer.from('byhand signed result 1')

const isResult = Compile(SignedResult)

export function sealResult(key: Uint8Array, result: SignedResult): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(PURPOSE)
  const text = Buffer.concat([cipher.update(paddedJson(result)), cipher.final()])
  return RESULT_PREFIX + Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url')
}

/** Null: the text is not a result, or it was changed or sealed with another key. Does not check the expiry. */
export function unsealResult(key: Uint8Array, sealed: string): SignedResult | null {
  if (!sealed.startsWith(RESULT_PREFIX) || sealed.length > RESULT_CHARS) return null
  const text = sealed.slice(RESULT_PREFIX.length)
  const bytes = Buffer.from(text, 'base64url')
  // One spelling only: a second one would pass as another result in a list of used ones.
  if (bytes.length <= NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== text) return null
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(PURPOSE).setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    const opened = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
    const result: unknown = JSON.parse(opened.toString())
    return isResult.Check(result) ? result : null
  } catch {
    return null
  }
}

const LONGEST_ACTION = RECOMMENDED_ACTIONS.reduce((a, b) => (b.length > a.length ? b : a))

/** Score, action and step-up must not show in the length. */
function paddedJson(result: SignedResult): string {
  const longest = JSON.stringify({
    ...result,
    risk_score: 100,
    effective_action: LONGEST_ACTION,
    step_up: 'unknown',
  })
  return JSON.stringify(result).padEnd(longest.length)
}
