/**
 * A page can claim any user id. A workspace with `user_hash` set to `enforce` stores a user id only together with
 * `user_hash = hex(HMAC-SHA256(secret, user_id))`, which the site's server computes.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { KeyStore } from '../../store/keys.ts'

const SECRET_BYTES = 32

/** The HMAC key, as the hex text that operators see. Created on first use. */
export async function userHashSecret(keys: KeyStore, workspace: string): Promise<string> {
  const bytes = await keys.secret(`user-hash-${workspace}`, randomBytes(SECRET_BYTES))
  return Buffer.from(bytes).toString('hex')
}

export const userHash = (secret: string, userId: string): string =>
  createHmac('sha256', secret).update(userId).digest('hex')

export function isUserHashValid(secret: string, userId: string, given: string | undefined): boolean {
  const expected = Buffer.from(userHash(secret, userId))
  const actual = Buffer.from(given?.toLowerCase() ?? '')
  return actual.length === expected.length && timingSafeEqual(expected, actual)
}
