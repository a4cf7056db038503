/** One-time codes of RFC 6238: six digits, thirty seconds, SHA-1, as authenticator apps support. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000
const DIGITS = 6
/** The length of the hash, as RFC 4226 recommends. */
const SECRET_BYTES = 20
/** Clocks may differ by one step. */
const DRIFT_STEPS = 1

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const newTotpSecret = (): Uint8Array => Uint8Array.from(randomBytes(SECRET_BYTES))

export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac[mac.length - 1] as number) & 15
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The step of the code; null: not valid now. */
export function totpStep(secret: Uint8Array, code: string, now: number): number | null {
  const given = Buffer.from(code.replace(' ', ''))
  const current = Math.floor(now / STEP_MS)
  let found: number | null = null
  for (let step = current - DRIFT_STEPS; step <= current + DRIFT_STEPS; step++) {
    const expected = Buffer.from(totpCode(secret, step))
    if (given.length === expected.length && timingSafeEqual(given, expected)) found = step
  }
  return found
}

export function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += BASE32[(value >> bits) & 31]
    }
  }
  return bits > 0 ? text + BASE32[(value << (5 - bits)) & 31] : text
}

/** The content of the QR code. */
export function totpUri(secret: Uint8Array, email: string): string {
  return `otpauth://totp/Byhand:${encodeURIComponent(email)}?secret=${base32(secret)}&issuer=Byhand`
}
