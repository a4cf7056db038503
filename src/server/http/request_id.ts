/** Unique request ids. The hot path needs no clock or random number; ids from callers are ignored. */
import { randomText } from '../workspace/keys.ts'

export function requestIds(): () => string {
  const process = randomText(10)
  let count = 0
  return () => `req_${process}${(count++).toString(36).padStart(6, '0')}`
}
