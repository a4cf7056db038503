/**
 * Password hashes: scrypt with stored parameters, at most two at a time. Networks take turns, and those from which somebody
 * has logged in have a thread and a queue of their own, which no program with many other networks can fill.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { type InTurn, openFairTurns } from '../limits/fair_turns.ts'

/** N = 2^15 and r = 8 take 32 MiB and about 0.1 s: expensive to guess, acceptable for a login. */
const COST = 2 ** 15
const BLOCK = 8
const PARALLEL = 1
const SALT_BYTES = 16
const HASH_BYTES = 32
const MAX_MEMORY_BYTES = 64 * 1024 * 1024

/** Logins that may wait for a thread. */
const MAX_WAITING = 50
/** About 100 bytes each; the network that logged in least recently gives way. */
const MAX_KNOWN = 10_000

/** OWASP ASVS requires at least 12 characters if there are no further rules. */
export const PASSWORD_CHARS = { min: 12, max: 200 } as const

export class PasswordsBusy extends Error {
  override readonly name = 'PasswordsBusy'
}

/** Whose turn it is, such as the network of the client. */
type Turn = string

export async function hashPassword(password: string, turn: Turn): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await inTurn(turn, () => derive(password, salt))
  return ['scrypt', COST, BLOCK, PARALLEL, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** A hash that no password matches, so that a login with an unknown email takes as long as any other. */
const DUMMY_HASH = `scrypt$${COST}$${BLOCK}$${PARALLEL}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** `admit` is called when it is the turn of the password. Null: it returned false, and the password was not verified. */
export async function isPassword(
  password: string,
  encoded: string | undefined,
  turn: Turn,
  admit: () => Promise<boolean>,
): Promise<boolean | null> {
  const [, , , , salt = '', expected = ''] = (encoded ?? DUMMY_HASH).split('$')
  const found = await inTurn(turn, async () =>
    (await admit()) ? derive(password, Buffer.from(salt, 'base64url')) : null,
  )
  if (found === null) return null
  const isRight = timingSafeEqual(found, Buffer.from(expected, 'base64url')) && encoded !== undefined
  if (isRight) remember(turn)
  return isRight
}

/** From which a right password came, the most recent last. A restart forgets them. */
const known = new Set<Turn>()

function remember(turn: Turn): void {
  known.delete(turn)
  known.add(turn)
  for (const oldest of known) {
    if (known.size <= MAX_KNOWN) return
    known.delete(oldest)
  }
}

/** Each occupies one thread of the thread pool. */
const openQueue = () =>
  openFairTurns({
    running: 1,
    runningPerWorkspace: 1,
    waiting: MAX_WAITING,
    refusal: () => new PasswordsBusy('too many concurrent logins'),
  })
const ofKnown = openQueue()
const ofOthers = openQueue()

const inTurn: InTurn = (turn, work) => (known.has(turn) ? ofKnown : ofOthers)(turn, work)

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { N: COST, r: BLOCK, p: PARALLEL, maxmem: MAX_MEMORY_BYTES }
    // Other systems may send the same password in another Unicode normalization form.
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, hash) =>
      error === null ? resolve(hash) : reject(error),
    )
  })
}
