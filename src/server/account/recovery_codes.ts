/** Recovery codes: each replaces one code of the second factor, once. */
import { hash, randomBytes } from 'node:crypto'
import { base32 } from './totp.ts'

export const RECOVERY_CODES = 10
/** 80 bits: no hash of a code can be reversed by guessing. */
const CODE_BYTES = 10
const SHAPE = /^[a-z2-7]{16}$/

/** As shown: `abcd-efgh-ijkl-mnop`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    base32(randomBytes(CODE_BYTES))
      .toLowerCase()
      .replace(/.{4}(?=.)/g, '$&-'),
  )

/** The stored form of a code as a person enters it; null: it does not have the shape of a recovery code. */
export function recoveryCodeHash(text: string): Uint8Array | null {
  const code = text.toLowerCase().replace(/[\s-]/g, '')
  return SHAPE.test(code) ? Uint8Array.from(hash('sha256', code, 'buffer')) : null
}
