/** Answers a challenge inside a fresh frame: its functions are the browser's own, and its layout is not the page's. */
import { type FreshWindow, freshFrame } from '../device/fresh_frame.ts'
import { attempt } from '../natives.ts'
import { answerChallenge } from './answer.ts'

/** Undefined where frames cannot be used. */
export function runChallenge(seeds: string): (string | number)[] | undefined {
  const frame = attempt(freshFrame)
  const results = attempt(() => answerChallenge(seeds, frame?.contentWindow as FreshWindow))
  attempt(() => frame?.remove())
  return results
}
