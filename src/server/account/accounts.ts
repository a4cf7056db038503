/** Members, logins and login links, independent of HTTP. */
import { hash, randomBytes } from 'node:crypto'
import { defined } from '../../contract/defined.ts'
import { KEPT } from '../../contract/retention.ts'
import type { AccountStore, LoginLink, Member, Role, Totp } from '../../store/accounts.ts'
import { JUMP_MS } from '../../store/stray.ts'
import type { LoggedIn } from '../http/authenticate.ts'
import { type LoginThrottle, networkOf } from '../limits/login_throttle.ts'
import { randomText } from '../workspace/keys.ts'
import { isCommonPassword } from './guessable_password.ts'
import { hashPassword, isPassword, PASSWORD_CHARS } from './passwords.ts'
import { newRecoveryCodes, recoveryCodeHash } from './recovery_codes.ts'
import { totpStep } from './totp.ts'

const HOUR_MS = 3_600_000
const LINK_LIFE_MS = 24 * HOUR_MS
export const INVITATION_LIFE_MS = KEPT.invitationDays * 24 * HOUR_MS
/**
 * A login ends after this long without a request, and after its lifetime in any case. One that began under a clock far
 * ahead of now ends when the clock is right, because it would last until its time comes.
 */
export const IDLE_MS = KEPT.loginIdleHours * HOUR_MS
export const LOGIN_LIFE_MS = KEPT.loginDays * 24 * HOUR_MS
/** `lastSeenAt` is saved at most this often. */
const TOUCH_EVERY_MS = 60_000
const EMAIL_CHARS = 254
const TOKEN_BYTES = 32

export type Refusal =
  | 'spent'
  | 'email'
  | 'other_email'
  | 'password'
  | 'common_password'
  | 'wrong'
  | 'throttled'
  | 'totp_required'
  | 'wrong_code'
export type LoginAnswer =
  | {
      readonly token: string
      /** How many are left, if the login used one. */
      readonly recoveryCodesLeft?: number
      /** The login set a new password. */
      readonly isReset?: true
    }
  | { readonly refused: Refusal }

type Verified = Pick<Extract<LoginAnswer, { token: string }>, 'recoveryCodesLeft' | 'isReset'>

export interface Credentials {
  readonly email: string
  readonly password: string
  readonly name?: string
  /** A one-time code or a recovery code. */
  readonly totp?: string
}

export interface Accounts {
  findLink(token: string): Promise<LoginLink | null>
  /** Redeems the link and logs in, as a new member or with the existing password of this email. */
  acceptLink(token: string, credentials: Credentials, address: string): Promise<LoginAnswer>
  login(credentials: Credentials, address: string): Promise<LoginAnswer>
  /** The login of this token, unless it has ended. */
  find(token: string): Promise<LoggedIn | null>
  logout(token: string): Promise<void>
  /** Verifies the member's password. Counts as a login attempt. */
  verifyPassword(member: Member, password: string, address: string): Promise<true | Refusal>
  changePassword(member: Member, password: string): Promise<true | Refusal>
  /** Replaces all recovery codes of the member. Only their hashes are stored. */
  renewRecoveryCodes(member: Member): Promise<string[]>
}

export interface AccountsOptions {
  readonly store: AccountStore
  readonly throttle: LoginThrottle
  now(): number
  /** Whether the clock is certain enough to delete a login that has ended. */
  mayDelete(): boolean
}

export function openAccounts({ store, throttle, now, mayDelete }: AccountsOptions): Accounts {
  async function startLogin({ id, workspace }: Member, verified: Verified = {}): Promise<LoginAnswer> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    await store.createLogin({
      hash: sha256(token),
      memberId: id,
      createdAt: now(),
      lastSeenAt: now(),
      ...defined({ workspace }),
    })
    return { token, ...verified }
  }

  /** Null: the code is wrong or was used before. */
  async function takeCode(memberId: string, { secret }: Totp, code: string): Promise<Verified | null> {
    const recovery = recoveryCodeHash(code)
    if (recovery !== null) {
      const left = await store.takeRecoveryCode(memberId, recovery)
      return left === null ? null : { recoveryCodesLeft: left }
    }
    const step = totpStep(secret, code, now())
    return step !== null && (await store.takeTotp(memberId, step)) ? {} : null
  }

  /** Null: throttled. An attempt counts when its password is verified, and not if the service is too busy for it. */
  const isPasswordOf = (member: Member | null, password: string, email: string, address: string) =>
    isPassword(password, member?.password, networkOf(address), () => throttle.admit(email, address))

  /** Without the password, the result does not reveal whether an account has a second factor. */
  async function verify(
    member: Member | null,
    { password, totp }: Credentials,
    email: string,
    address: string,
  ): Promise<Refusal | Verified> {
    const known = await isPasswordOf(member, password, email, address)
    if (known === null) return 'throttled'
    if (!known || member === null) return 'wrong'
    const verified = await verifyFactor(member.id, totp)
    // The password alone resets nothing: otherwise codes could be guessed without a limit.
    if (typeof verified !== 'string') await throttle.reset(email, address)
    return verified
  }

  /** `countedBy`: who may try ten codes, so that others cannot use up these attempts. */
  async function verifyFactor(
    memberId: string,
    code: string | undefined,
    countedBy = memberId,
  ): Promise<Refusal | Verified> {
    const factor = await store.totp(memberId)
    if (!factor?.confirmed) return {}
    if (code === undefined) return 'totp_required'
    // A recovery code is too long to guess. It lets the member in while somebody else tries one-time codes.
    const isCounted = recoveryCodeHash(code) === null
    if (isCounted && !(await throttle.admitCode(countedBy))) return 'throttled'
    const taken = await takeCode(memberId, factor, code)
    if (taken === null) return 'wrong_code'
    await throttle.resetCodes(memberId)
    return taken
  }

  /**
   * Sets the password of the member that the link was made for. A second factor stays, and is still required. The link
   * restores no membership that the member has lost since.
   */
  async function resetPassword(
    link: LoginLink,
    member: Member | null,
    { password, totp }: Credentials,
    address: string,
  ): Promise<LoginAnswer> {
    const roles = member === null ? [] : await store.roles(member.id)
    if (member === null || !roles.some(({ workspace }) => workspace === link.workspace))
      return { refused: 'spent' }
    if (isCommonPassword(password)) return { refused: 'common_password' }
    // First, because it fails on a busy service, and the link must survive that.
    const hashed = await hashPassword(password, networkOf(address))
    const verified = await verifyFactor(member.id, totp, link.invitation?.id)
    if (typeof verified === 'string') return { refused: verified }
    if (!(await store.withdraw(link.workspace, link.invitation?.id ?? ''))) return { refused: 'spent' }
    await store.setPassword(member.id, hashed)
    await store.deleteLoginsOf(member.id)
    for (const { workspace } of roles) {
      for (const other of await store.invitations(workspace, now())) {
        const { id, email } = other.invitation ?? {}
        if (id !== undefined && email === member.email && isPasswordReset(other))
          await store.withdraw(workspace, id)
      }
    }
    return startLogin(member, { ...verified, isReset: true })
  }

  return {
    async login(credentials, address) {
      const email = normalizeEmail(credentials.email)
      const member = await store.memberByEmail(email)
      const verified = await verify(member, credentials, email, address)
      if (typeof verified === 'string') return { refused: verified }
      return member === null ? { refused: 'wrong' } : startLogin(member, verified)
    },

    findLink: (token) => store.findLink(sha256(token), now()),

    async acceptLink(token, credentials, address) {
      const email = normalizeEmail(credentials.email)
      const link = await store.findLink(sha256(token), now())
      if (link === null) return { refused: 'spent' }
      if (!isEmail(email)) return { refused: 'email' }
      const wanted = link.invitation?.email ?? ''
      if (wanted !== '' && normalizeEmail(wanted) !== email) return { refused: 'other_email' }
      if (!isLongEnough(credentials.password)) return { refused: 'password' }
      const known = await store.memberByEmail(email)
      if (isPasswordReset(link)) return resetPassword(link, known, credentials, address)
      let verified: Refusal | Verified = {}
      if (known !== null) {
        verified = await verify(known, credentials, email, address)
        if (typeof verified === 'string') return { refused: verified }
      } else if (isCommonPassword(credentials.password)) return { refused: 'common_password' }
      const name = credentials.name?.trim() ?? ''
      const member = known ?? {
        id: `mem_${randomText(16)}`,
        email,
        password: await hashPassword(credentials.password, networkOf(address)),
        createdAt: now(),
        ...(name !== '' && { name }),
      }
      if (!(await store.acceptLink(link.hash, member, now()))) return { refused: 'spent' }
      // If two links are redeemed for one new email at the same time, the first password wins.
      const made = await store.memberByEmail(email)
      if (made?.password !== member.password) return { refused: 'wrong' }
      const answer = await startLogin(made, verified)
      if ('token' in answer) await store.chooseWorkspace(sha256(answer.token), link.workspace)
      return answer
    },

    async find(token) {
      const hash = sha256(token)
      const login = await store.findLogin(hash)
      if (login === null) return null
      const { createdAt, lastSeenAt, memberId, workspace } = login
      const isStray = createdAt > now() + JUMP_MS
      if (isStray || now() - lastSeenAt >= IDLE_MS || now() - createdAt >= LOGIN_LIFE_MS) {
        if (mayDelete()) await store.deleteLogin(hash)
        return null
      }
      const member = await store.member(memberId)
      if (member === null) return null
      if (now() - lastSeenAt >= TOUCH_EVERY_MS) await store.touchLogin(hash, now())
      const roles = await store.roles(memberId)
      const belongs = roles.some((role) => role.workspace === workspace)
      return { hash, member, roles, workspace: belongs ? workspace : undefined }
    },

    logout: (token) => store.deleteLogin(sha256(token)),

    async verifyPassword(member, password, address) {
      const known = await isPasswordOf(member, password, member.email, address)
      if (known !== true) return known === null ? 'throttled' : 'wrong'
      await throttle.reset(member.email, address)
      return true
    },

    async changePassword(member, password) {
      if (!isLongEnough(password)) return 'password'
      if (isCommonPassword(password)) return 'common_password'
      await store.setPassword(member.id, await hashPassword(password, member.id))
      return true
    },

    async renewRecoveryCodes(member) {
      const codes = newRecoveryCodes()
      await store.setRecoveryCodes(
        member.id,
        codes.map((code) => recoveryCodeHash(code) as Uint8Array),
      )
      return codes
    },
  }
}

/** The service chooses the ids of links, so no member can turn an invitation into a reset of another's password. */
const RESET_ID = 'reset_'

export const isPasswordReset = ({ invitation }: LoginLink): boolean =>
  invitation?.id.startsWith(RESET_ID) === true

/** Creates a link that sets a new password for a member of the workspace, once; null: there is no such member. */
export async function createResetLink(
  store: AccountStore,
  workspace: string,
  given: string,
  now: number,
): Promise<string | null> {
  const email = normalizeEmail(given)
  const member = await store.memberByEmail(email)
  const found = member && (await store.roles(member.id)).find((role) => role.workspace === workspace)
  if (!found) return null
  const invitation = { id: `${RESET_ID}${randomText(16)}`, email, createdAt: now, createdBy: 'byhand login' }
  return createLoginLink(store, workspace, found.role, now, invitation, LINK_LIFE_MS)
}

/** Creates a link that logs one person in, once. Only its hash is stored. */
export async function createLoginLink(
  store: AccountStore,
  workspace: string,
  role: Role,
  now: number,
  invitation?: LoginLink['invitation'],
  life = invitation === undefined ? LINK_LIFE_MS : INVITATION_LIFE_MS,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const link: LoginLink = { hash: sha256(token), workspace, role, expiresAt: now + life }
  await store.createLink(invitation === undefined ? link : { ...link, invitation })
  return token
}

const sha256 = (token: string): Buffer => hash('sha256', token, 'buffer')

export const normalizeEmail = (email: string): string => email.trim().toLowerCase().normalize('NFC')

export const isEmail = (email: string): boolean =>
  email.length <= EMAIL_CHARS && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email)

function isLongEnough(password: string): boolean {
  const chars = [...password].length
  return chars >= PASSWORD_CHARS.min && password.length <= PASSWORD_CHARS.max
}
