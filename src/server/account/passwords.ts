/** Passwords at rest: scrypt with its parameters beside it, at most two at work at a time. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** 2^15 rounds of 8 take 32 MiB and about a tenth of a second: dear to guess, bearable to log in. */
const COST = 2 ** 15
const BLOCK = 8
const PARALLEL = 1
const SALT_BYTES = 16
const HASH_BYTES = 32
const MAX_MEMORY_BYTES = 64 * 1024 * 1024

/** So that a flood of logins takes two cores' worth of the thread pool at most. */
const AT_ONCE = 2
/** Logins that may wait for one of the two. */
const MAX_WAITING = 50

/** The shortest that ASVS lets a password without further rules be; longer than this nobody types. */
export const PASSWORD_CHARS = { least: 12, most: 200 } as const

export class PasswordsBusy extends Error {
  override readonly name = 'PasswordsBusy'
}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(password, salt)
  return ['scrypt', COST, BLOCK, PARALLEL, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** A hash of no password: whoever logs in under a name nobody has waits as long as anyone else. */
const NOBODY = `scrypt$${COST}$${BLOCK}$${PARALLEL}$${'A'.repeat(22)}$${'A'.repeat(43)}`

export async function isPassword(password: string, encoded: string | undefined): Promise<boolean> {
  const [, , , , salt = '', expected = ''] = (encoded ?? NOBODY).split('$')
  const found = await derive(password, Buffer.from(salt, 'base64url'))
  return timingSafeEqual(found, Buffer.from(expected, 'base64url')) && encoded !== undefined
}

let working = 0
const waiting: (() => void)[] = []

async function derive(password: string, salt: Buffer): Promise<Buffer> {
  if (working >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING) throw new PasswordsBusy('too many logins at once')
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else working++
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      const options = { N: COST, r: BLOCK, p: PARALLEL, maxmem: MAX_MEMORY_BYTES }
      // The same password typed on another system may come in another Unicode form.
      scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, hash) =>
        error === null ? resolve(hash) : reject(error),
      )
    })
  } finally {
    const next = waiting.shift()
    if (next === undefined) working--
    else next()
  }
}
