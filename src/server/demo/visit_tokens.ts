/**
 * Read tokens of the live demo. Each page load gets a random visit id, which the script sends as the user id of its
 * session. The token signs this id, so it reads sessions of this visit only, and for an hour.
 *
 *   <visit id>.<expires, ms>.<HMAC-SHA256 over both>
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const LIFE_MS = 3_600_000
const SHAPE = /^([\w-]{22})\.([0-9a-z]{1,11})\.([\w-]{43})$/

export interface NewVisit {
  readonly id: string
  readonly token: string
}

export interface VisitTokens {
  create(now: number): NewVisit
  /** The visit id of a valid token, or null. */
  visitOf(token: string, now: number): string | null
}

export function openVisitTokens(secret: Uint8Array): VisitTokens {
  const mac = (head: string) =>
    createHmac('sha256', secret).update(`byhand demo visit\n${head}`).digest('base64url')
  return {
    create(now) {
      const id = randomBytes(16).toString('base64url')
      const head = `${id}.${Math.floor(now + LIFE_MS).toString(36)}`
      return { id, token: `${head}.${mac(head)}` }
    },
    visitOf(token, now) {
      const match = SHAPE.exec(token)
      if (match === null) return null
      const [, id, expires, given] = match as unknown as [string, string, string, string]
      if (!timingSafeEqual(Buffer.from(mac(`${id}.${expires}`)), Buffer.from(given))) return null
      return Number.parseInt(expires, 36) > now ? id : null
    },
  }
}
