/** Who may log in, and what a login is. Knows nothing of pages. */
import { hash, randomBytes } from 'node:crypto'
import type { AccountStore, Member, Role } from '../../store/accounts.ts'
import { randomText } from '../keys.ts'
import { hashPassword, isPassword, PASSWORD_CHARS } from './passwords.ts'
import type { LoginThrottle } from './throttle.ts'

const HOUR_MS = 3_600_000
const LINK_LIFE_MS = 24 * HOUR_MS
/** Without a request for this long a login ends; after the second it ends anyway. */
export const IDLE_MS = 12 * HOUR_MS
export const LOGIN_LIFE_MS = 7 * 24 * HOUR_MS
/** `lastSeenAt` is written down at most this often. */
const TOUCH_EVERY_MS = 60_000
const EMAIL_CHARS = 254
const TOKEN_BYTES = 32

export type Refusal = 'spent' | 'email' | 'password' | 'wrong' | 'throttled'
export type LoginAnswer = { readonly token: string } | { readonly refused: Refusal }

export interface LoggedIn {
  readonly member: Member
  readonly roles: readonly { readonly workspace: string; readonly role: Role }[]
}

export interface Accounts {
  isLink(token: string): Promise<boolean>
  /** Spends the link and logs in: as a new member, or as one who knows the password already set for this email. */
  acceptLink(token: string, email: string, password: string, address: string): Promise<LoginAnswer>
  login(email: string, password: string, address: string): Promise<LoginAnswer>
  /** Whose login this is, while it lasts. */
  find(token: string): Promise<LoggedIn | null>
  logout(token: string): Promise<void>
}

export interface AccountsOptions {
  readonly store: AccountStore
  readonly throttle: LoginThrottle
  now(): number
}

export function openAccounts({ store, throttle, now }: AccountsOptions): Accounts {
  async function begin(memberId: string): Promise<LoginAnswer> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    await store.createLogin({ hash: digest(token), memberId, createdAt: now(), lastSeenAt: now() })
    return { token }
  }

  async function login(given: string, password: string, address: string): Promise<LoginAnswer> {
    const email = normalised(given)
    if (!throttle.admit(email, address)) return { refused: 'throttled' }
    const member = await store.memberByEmail(email)
    if (!(await isPassword(password, member?.password)) || member === null) return { refused: 'wrong' }
    throttle.forgive(email, address)
    return begin(member.id)
  }

  return {
    login,

    isLink: async (token) => (await store.findLink(digest(token), now())) !== null,

    async acceptLink(token, given, password, address) {
      const email = normalised(given)
      const link = digest(token)
      if ((await store.findLink(link, now())) === null) return { refused: 'spent' }
      if (!isEmail(email)) return { refused: 'email' }
      if (!isLongEnough(password)) return { refused: 'password' }
      const known = await store.memberByEmail(email)
      if (known !== null) {
        if (!throttle.admit(email, address)) return { refused: 'throttled' }
        if (!(await isPassword(password, known.password))) return { refused: 'wrong' }
      }
      const member = known ?? {
        id: `mem_${randomText(16)}`,
        email,
        password: await hashPassword(password),
        createdAt: now(),
      }
      if (!(await store.acceptLink(link, member, now()))) return { refused: 'spent' }
      // Two who accept links with one new email at the same moment: the first one's password stands.
      const made = await store.memberByEmail(email)
      if (made?.password !== member.password) return { refused: 'wrong' }
      return begin(made.id)
    },

    async find(token) {
      const login = await store.findLogin(digest(token))
      if (login === null) return null
      const { createdAt, lastSeenAt, memberId } = login
      if (now() - lastSeenAt >= IDLE_MS || now() - createdAt >= LOGIN_LIFE_MS) {
        await store.deleteLogin(digest(token))
        return null
      }
      const member = await store.member(memberId)
      if (member === null) return null
      if (now() - lastSeenAt >= TOUCH_EVERY_MS) await store.touchLogin(digest(token), now())
      return { member, roles: await store.roles(memberId) }
    },

    logout: (token) => store.deleteLogin(digest(token)),
  }
}

/** A link that lets one person in, once. The text is known only now. */
export async function createLoginLink(
  store: AccountStore,
  workspace: string,
  role: Role,
  now: number,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await store.createLink({ hash: digest(token), workspace, role, expiresAt: now + LINK_LIFE_MS })
  return token
}

const digest = (token: string): Buffer => hash('sha256', token, 'buffer')

const normalised = (email: string): string => email.trim().toLowerCase().normalize('NFC')

const isEmail = (email: string): boolean =>
  email.length <= EMAIL_CHARS && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email)

function isLongEnough(password: string): boolean {
  const chars = [...password].length
  return chars >= PASSWORD_CHARS.least && password.length <= PASSWORD_CHARS.most
}
