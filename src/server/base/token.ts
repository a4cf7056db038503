/**
 * Session tokens: proof that a batch comes from whom the session was opened for. The session id is public and
 * proves nothing.
 *
 *   <number of the secret>.<issued, s>.<expires, s>.<HMAC-SHA256 over all that and the session, workspace, site key>
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
  /** The token to answer with: this one, or a fresh one when it is past half its life. Null: not valid. */
  renew(token: string, subject: TokenSubject, now: number): string | null
}

export const TOKEN_LIFE_S = 12 * 3600
const SECRET_BYTES = 32
/** A session shows the same token with every batch: one look instead of one HMAC. About 200 bytes each. */
const MAX_REMEMBERED = 20_000
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

  /** Tokens that were found genuine, whose they are, and when they expire. */
  const genuine = new Map<string, TokenSubject & { readonly expiresS: number }>()

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

  /** Seconds since 1970 at which the token expires; null: not genuine. */
  function verify(token: string, subject: TokenSubject): number | null {
    const match = SHAPE.exec(token)
    const secret = ring.get(Number(match?.[1]))
    if (match === null || secret === undefined) return null
    // Texts are compared, not decoded bytes: base64 has several spellings of the same bytes.
    const expected = mac(secret, token.slice(0, token.lastIndexOf('.')), subject)
    if (!timingSafeEqual(Buffer.from(expected), Buffer.from(match[4] as string))) return null
    return Number.parseInt(match[3] as string, 36)
  }

  return {
    sign,
    renew(token, subject, now) {
      const known = genuine.get(token)
      const isSeen = known !== undefined && isSame(known, subject)
      const expiresS = isSeen ? known.expiresS : verify(token, subject)
      if (expiresS === null) return null
      if (!isSeen) {
        if (genuine.size >= MAX_REMEMBERED) genuine.delete(genuine.keys().next().value as string)
        genuine.set(token, { ...subject, expiresS })
      }
      const leftS = expiresS - now / 1000
      if (leftS <= 0) return null
      return leftS < TOKEN_LIFE_S / 2 ? sign(subject, now) : token
    },
  }
}

const isSame = (a: TokenSubject, b: TokenSubject): boolean =>
  a.sessionId === b.sessionId && a.workspace === b.workspace && a.siteKeyId === b.siteKeyId
