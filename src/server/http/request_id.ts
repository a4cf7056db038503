/** Request ids: unique, without a clock or chance on the hot path, and never taken from the caller. */
import { randomText } from '../base/keys.ts'

export function requestIds(): () => string {
  const process = randomText(10)
  let count = 0
  return () => `req_${process}${(count++).toString(36).padStart(6, '0')}`
}
