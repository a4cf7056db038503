/** Marks of erased sessions, so that a repeated first batch cannot open them again. They contain no id. */
import { hash } from 'node:crypto'
import type { SessionKey } from './sessions.ts'

const HASH_BYTES = 16

/** Session ids are random, so the id cannot be derived from its hash. */
export const erasedHash = ({ workspace, sessionId }: SessionKey): Buffer =>
  hash('sha256', `${workspace}\n${sessionId}`, 'buffer').subarray(0, HASH_BYTES)
