/**
 * A page can claim any user id. A workspace that sets `user_hash` to `enforce` keeps one only with
 * `user_hash = hex(HMAC-SHA256(secret, user_id))`, which the site's own server makes.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { KeyStore } from '../../store/keys.ts'
import type { WorkspaceSettings } from './workspace_settings.ts'

const SECRET_BYTES = 32

/** As shown to the operator: hex text, and that text is the HMAC key. Made on first use. */
export async function userHashSecret(keys: KeyStore, workspace: string): Promise<string> {
  const bytes = await keys.secret(`user-hash-${workspace}`, randomBytes(SECRET_BYTES))
  return Buffer.from(bytes).toString('hex')
}

export const userHash = (secret: string, userId: string): string =>
  createHmac('sha256', secret).update(userId).digest('hex')

export const isUserHashEnforced = (settings: WorkspaceSettings): boolean => settings.user_hash === 'enforce'

export function isUserHashRight(secret: string, userId: string, given: string | undefined): boolean {
  const expected = Buffer.from(userHash(secret, userId))
  const offered = Buffer.from(given?.toLowerCase() ?? '')
  return offered.length === expected.length && timingSafeEqual(expected, offered)
}
