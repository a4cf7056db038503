/**
 * Session tokens: proof that a batch comes from whom the session was opened for. The session id is public and
 * proves nothing.
 *
 *   <number of the secret>.<issued, s>.<expires, s>.<HMAC-SHA256 over all that and the session, workspace, site key>
 */
import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import type { KeyStore } from '../store/keys.ts'

export interface TokenSubject {
  readonly sessionId: string
  readonly workspace: string
  readonly siteKeyId: string
}

export interface Tokens {
  sign(subject: TokenSubject, now: number): string
  /** The token to answer with: this one, or a fresh one when it is past half its life. Null: not valid. */
  renew(token: string, subject: TokenSubject, now: number): string | null
}

export const TOKEN_LIFE_S = 12 * 3600
const SECRET_BYTES = 32
const SHAPE = /^(\d{1,7})\.([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([A-Za-z0-9_-]{43})$/

/**
 * The secrets before and after `current` are accepted too: a node that was given the next number already signs
 * with it while its neighbours still run with this one.
 */
export async function openTokens(keys: KeyStore, current: number): Promise<Tokens> {
  const ring = new Map<number, KeyObject>()
  for (const number of [current - 1, current, current + 1]) {
    if (number < 1) continue
    const secret = await keys.secret(`session-token-${number}`, randomBytes(SECRET_BYTES))
    ring.set(number, createSecretKey(secret))
  }

  function mac(secret: KeyObject, head: string, { sessionId, workspace, siteKeyId }: TokenSubject): string {
    return createHmac('sha256', secret)
      .update(`byhand session token\n${head}\n${sessionId}\n${workspace}\n${siteKeyId}`)
      .digest('base64url')
  }

  function sign(subject: TokenSubject, now: number): string {
    const issued = Math.floor(now / 1000)
    const head = `${current}.${issued.toString(36)}.${(issued + TOKEN_LIFE_S).toString(36)}`
    return `${head}.${mac(ring.get(current) as KeyObject, head, subject)}`
  }

  return {
    sign,
    renew(token, subject, now) {
      const match = SHAPE.exec(token)
      if (match === null) return null
      const [, number, , expires, given] = match as unknown as [string, string, string, string, string]
      const secret = ring.get(Number(number))
      if (secret === undefined) return null
      // Texts are compared, not decoded bytes: base64 has several spellings of the same bytes.
      const expected = mac(secret, token.slice(0, token.lastIndexOf('.')), subject)
      if (!timingSafeEqual(Buffer.from(expected), Buffer.from(given))) return null
      const leftS = Number.parseInt(expires, 36) - now / 1000
      if (leftS <= 0) return null
      return leftS < TOKEN_LIFE_S / 2 ? sign(subject, now) : token
    },
  }
}
