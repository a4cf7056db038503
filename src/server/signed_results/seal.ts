/**
 * Seals and opens signed results, with a key per workspace.
 *
 *   bhr1_<base64url of the sealed JSON>
 */
import { Compile } from 'typebox/schema'
import { RECOMMENDED_ACTIONS } from '../../contract/checks.ts'
import { DECISIONS, PROVEN } from '../../contract/decision.ts'
import { RESULT_CHARS, RESULT_PREFIX, SignedResult } from '../../contract/result.ts'
import { openSealedJson, sealJson } from '../workspace/sealed_json.ts'

const PURPOSE = 'byhand signed result 1'

const isResult = Compile(SignedResult)

export const sealResult = (key: Uint8Array, result: SignedResult): string =>
  RESULT_PREFIX + sealJson(key, PURPOSE, paddedJson(result))

/** Null: the text is not a result, or it was changed or sealed with another key. Does not check the expiry. */
export function unsealResult(key: Uint8Array, sealed: string): SignedResult | null {
  if (!sealed.startsWith(RESULT_PREFIX) || sealed.length > RESULT_CHARS) return null
  const text = sealed.slice(RESULT_PREFIX.length)
  // One spelling only: a second one would pass as another result in a list of used ones.
  if (Buffer.from(text, 'base64url').toString('base64url') !== text) return null
  const result = openSealedJson(key, PURPOSE, text)
  return isResult.Check(result) ? result : null
}

const longestOf = <Text extends string>(texts: readonly Text[]): Text =>
  texts.reduce((a, b) => (b.length > a.length ? b : a))

/** Score, action, decision and step-up must not show in the length. */
function paddedJson(result: SignedResult): string {
  const longest = JSON.stringify({
    ...result,
    risk_score: 100,
    effective_action: longestOf(RECOMMENDED_ACTIONS),
    proven: longestOf(PROVEN),
    decision: longestOf(DECISIONS),
    step_up: 'unknown',
  })
  return JSON.stringify(result).padEnd(longest.length)
}
