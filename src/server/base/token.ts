/**
 * Session tokens. A token proves that a batch comes from the client that opened the session; the session id alone is
 * public and proves nothing.
 *
 *   <secret number>.<issued, s>.<expires, s>.<HMAC-SHA256 over these and the session, workspace and site key>
 */
import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import type { KeyStore } from '../../store/keys.ts'

export interface TokenSubject {
  readonly sessionId: string
  readonly workspace: string
  readonly siteKeyId: string
}

export interface Tokens {
  sign(subject: TokenSubject, now: number): string
  /** The token for the response: this one, or a new one after half its lifetime. Null: not valid. */
  renew(token: string, subject: TokenSubject, now: number): string | null
}

export const TOKEN_LIFE_S = 12 * 3600
const SECRET_BYTES = 32
/** A session sends the same token with every batch, so verified tokens are cached. About 200 bytes each. */
const MAX_CACHED = 20_000
const SHAPE = /^(\d{1,7})\.([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([A-Za-z0-9_-]{43})$/

/**
 * Also accepts the secrets before and after `current`: during a rolling update, some nodes already sign with the next
 * number.
 */
export async function openTokens(keys: KeyStore, current: number): Promise<Tokens> {
  const ring = new Map<number, KeyObject>()
  for (const number of [current - 1, current, current + 1]) {
    if (number < 1) continue
    const secret = await keys.secret(`session-token-${number}`, randomBytes(SECRET_BYTES))
    ring.set(number, createSecretKey(secret))
  }

  /** Verified tokens with their subjects and expiry times. */
  const verified = new Map<string, TokenSubject & { readonly expiresS: number }>()

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

  /** The expiry time in seconds since 1970; null: not valid. */
  function verify(token: string, subject: TokenSubject): number | null {
    const match = SHAPE.exec(token)
    const secret = ring.get(Number(match?.[1]))
    if (match === null || secret === undefined) return null
    // Compares text, not decoded bytes: base64 has several spellings of the same bytes.
    const expected = mac(secret, token.slice(0, token.lastIndexOf('.')), subject)
    if (!timingSafeEqual(Buffer.from(expected), Buffer.from(match[4] as string))) return null
    return Number.parseInt(match[3] as string, 36)
  }

  return {
    sign,
    renew(token, subject, now) {
      const known = verified.get(token)
      const isCached = known !== undefined && isSame(known, subject)
      const expiresS = isCached ? known.expiresS : verify(token, subject)
      if (expiresS === null) return null
      if (!isCached) {
        if (verified.size >= MAX_CACHED) verified.delete(verified.keys().next().value as string)
        verified.set(token, { ...subject, expiresS })
      }
      const leftS = expiresS - now / 1000
      if (leftS <= 0) return null
      return leftS < TOKEN_LIFE_S / 2 ? sign(subject, now) : token
    },
  }
}

const isSame = (a: TokenSubject, b: TokenSubject): boolean =>
  a.sessionId === b.sessionId && a.workspace === b.workspace && a.siteKeyId === b.siteKeyId
