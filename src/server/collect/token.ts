/**
 * Session tokens. A token proves that a batch comes from the client that opened the session; the session id alone is
 * public and proves nothing. Every answer carries a new one, so that it also proves when its sender last received an
 * answer.
 *
 *   <secret number>.<issued, ms>.<facts>.<HMAC-SHA256 over these and the session, workspace and site key>
 */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { elementAt } from '../../contract/element_at.ts'
import type { KeyStore } from '../../store/keys.ts'
import { openHmac } from './hmac.ts'

export interface TokenSubject {
  readonly sessionId: string
  readonly workspace: string
  readonly siteKeyId: string
}

/** What later batches of the session need to know, so that no node has to read it from the store. Digests only. */
export interface TokenFacts {
  /** Of the user agent that opened the session. */
  readonly agent: string
  /** Of the user whose id was proven with `user_hash`. */
  readonly user?: string
}

export interface Tokens {
  sign(subject: TokenSubject, now: number, facts: TokenFacts): string
  /** The facts of a token. Call it only with a token that has an age. */
  facts(token: string): TokenFacts
  /** The age of a token in milliseconds. Null: not valid. */
  age(token: string, subject: TokenSubject, now: number): number | null
}

type Hmac = ReturnType<typeof openHmac>

export const TOKEN_LIFE_MS = 12 * 3_600_000
const SECRET_BYTES = 32
/** 64 bits: enough to tell the user agents of one session and the users of one workspace apart. */
const FACT_CHARS = 11
const SHAPE = /^(\d{1,7})\.([0-9a-z]{1,11})\.([A-Za-z0-9_-]{11})([A-Za-z0-9_-]{11})?\.([A-Za-z0-9_-]{43})$/

export const factDigest = (text: string): string => hash('sha256', text, 'base64url').slice(0, FACT_CHARS)

/**
 * Also accepts the secrets before and after `current`: during a rolling update, some nodes already sign with the next
 * number.
 */
export async function openTokens(keys: KeyStore, current: number): Promise<Tokens> {
  const ring = new Map<number, Hmac>()
  for (const number of [current - 1, current, current + 1]) {
    if (number < 1) continue
    const secret = await keys.secret(`session-token-${number}`, randomBytes(SECRET_BYTES))
    ring.set(number, openHmac(secret))
  }

  function mac(hmac: Hmac, head: string, { sessionId, workspace, siteKeyId }: TokenSubject): string {
    return hmac(`byhand session token\n${head}\n${sessionId}\n${workspace}\n${siteKeyId}`)
  }

  function sign(subject: TokenSubject, now: number, { agent, user = '' }: TokenFacts): string {
    const head = `${current}.${Math.floor(now).toString(36)}.${agent}${user}`
    return `${head}.${mac(ring.get(current) as Hmac, head, subject)}`
  }

  return {
    sign,
    facts(token) {
      const [, , , agent = '', user] = SHAPE.exec(token) ?? []
      return { agent, ...(user !== undefined && { user }) }
    },
    age(token, subject, now) {
      const match = SHAPE.exec(token)
      const hmac = ring.get(Number(match?.[1]))
      if (match === null || hmac === undefined) return null
      // Compares text, not decoded bytes: base64 has several spellings of the same bytes.
      const expected = mac(hmac, token.slice(0, token.lastIndexOf('.')), subject)
      if (!timingSafeEqual(Buffer.from(expected), Buffer.from(elementAt(match, 5)))) return null
      const ageMs = now - Number.parseInt(elementAt(match, 2), 36)
      // A clock that was set back, here or on another node, makes no token invalid.
      return ageMs >= TOKEN_LIFE_MS ? null : Math.max(0, ageMs)
    },
  }
}
