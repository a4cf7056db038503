/** Decrypts signed results offline, with the secret of `byhand workspaces result-secret`. */
import { createDecipheriv } from 'node:crypto'
import type { SignedResult, VerifyAnswer } from './contract.ts'

const PREFIX = 'bhr1_'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const PURPOSE = Buffer.from('byhand signed result 1')
/** The longest result of the service. */
const MAX_CHARS = 8_192

export interface OfflineOptions {
  /** 64 hexadecimal digits. After a rotation, a list of two. */
  readonly secret: string | readonly string[]
  /** The site key that the result must belong to. */
  readonly siteKey: string
  /** The host of the page must be one of these; by default, any. */
  readonly hostnames?: readonly string[] | undefined
  /** Milliseconds since 1970. */
  now?(): number
}

/** Whether a text can be a result at all. */
export const looksLikeResult = (text: string): boolean =>
  text.length <= MAX_CHARS && text.startsWith(PREFIX) && /^[\w-]+$/.test(text.slice(PREFIX.length))

export function openSignedResult(
  text: string,
  { secret, siteKey, hostnames = [], now = Date.now }: OfflineOptions,
): VerifyAnswer {
  const result = [secret]
    .flat()
    .map((hex) => decrypted(text, hex))
    .find((found) => found !== null)
  if (!result) return { valid: false, reason: 'invalid' }
  if (now() >= result.expires_at) return { valid: false, reason: 'expired' }
  if (result.site_key !== siteKey) return { valid: false, reason: 'wrong_site_key' }
  if (hostnames.length > 0 && !hostnames.includes(result.hostname)) {
    return { valid: false, reason: 'wrong_host' }
  }
  return { valid: true, result }
}

function decrypted(text: string, hex: string): SignedResult | null {
  const key = Buffer.from(hex, 'hex')
  if (key.length !== 32) throw new TypeError('the result secret must be 64 hex digits')
  const bytes = Buffer.from(text.slice(PREFIX.length), 'base64url')
  if (!text.startsWith(PREFIX) || bytes.length <= NONCE_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(PURPOSE).setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    const opened = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]
    return JSON.parse(Buffer.concat(opened).toString()) as SignedResult
  } catch {
    return null
  }
}
