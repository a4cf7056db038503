/** Members, their logins, and the one-time links that create them. */
import { bytes, type Column, flag, integer, nullable, optional, type RowOf, table, text } from './table.ts'

export const members = table(
  'members',
  {
    id: text(),
    email: text(),
    /** Encoded scrypt hash with its parameters. */
    password: text(),
    createdAt: integer(),
    /** Display name. */
    name: optional(text()),
    /** The workspace selected last. */
    workspace: optional(text()),
  },
  { key: ['id'] },
)

export type Member = RowOf<typeof members>

export type Role = 'owner' | 'analyst' | 'viewer'

const STRENGTH: readonly Role[] = ['viewer', 'analyst', 'owner']

/** An invitation never lowers an existing role. */
export function strongerRole(offered: Role, held: Role | undefined): Role {
  return held !== undefined && STRENGTH.indexOf(held) > STRENGTH.indexOf(offered) ? held : offered
}

export const memberships = table(
  'memberships',
  { memberId: text(), workspace: text(), role: text<Role>() },
  { key: ['memberId', 'workspace'] },
)

export const logins = table(
  'logins',
  {
    /** SHA-256 of the cookie's token. */
    hash: bytes(),
    memberId: text(),
    createdAt: integer(),
    lastSeenAt: integer(),
    /** The selected workspace; absent: the member's first. */
    workspace: optional(text()),
  },
  { key: ['hash'] },
)

export type LoginSession = RowOf<typeof logins>

/** The last four columns are those of an invitation. */
export const links = table(
  'links',
  {
    hash: bytes(),
    workspace: text(),
    role: text<Role>(),
    expiresAt: integer(),
    id: nullable(text()),
    email: nullable(text()),
    createdAt: nullable(integer()),
    createdBy: nullable(text()),
  },
  { key: ['hash'] },
)

/** A one-time link: the first login, or an invitation. */
export interface LoginLink {
  readonly hash: Uint8Array
  readonly workspace: string
  readonly role: Role
  readonly expiresAt: number
  /** Absent for a first login. `email`: only this address may accept; empty: any. */
  readonly invitation?: {
    readonly id: string
    readonly email: string
    readonly createdAt: number
    readonly createdBy: string
  }
}

export interface WorkspaceMember {
  readonly member: Member
  readonly role: Role
  readonly hasTotp: boolean
  /** Of the latest active login; null: there is none. */
  readonly lastSeenAt: number | null
}

const HASH_BYTES = 32

/** SHA-256 hashes, one after another. */
const hashes = (): Column<readonly Uint8Array[]> => ({
  type: 'bytea',
  stored: (value) => new Uint8Array(value.flatMap((hash) => [...hash])),
  value: (stored) => {
    const all = stored as Uint8Array
    return Array.from({ length: all.length / HASH_BYTES }, (_, index) =>
      Uint8Array.from(all.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES)),
    )
  },
})

export const totp = table(
  'totp',
  {
    memberId: text(),
    secret: bytes(),
    /** Required at login only after the member has entered a valid code. */
    confirmed: flag(),
    /** The last time step with an accepted code: no code is accepted twice. */
    lastStep: integer(),
    /** SHA-256 of the recovery codes that are left. */
    recovery: hashes(),
  },
  { key: ['memberId'] },
)

/** Second factor: a time-based one-time password (RFC 6238). */
export type Totp = Omit<RowOf<typeof totp>, 'memberId'>

/** `last_owner`: refused, because the workspace would have no owner. */
export type MembershipChange = 'done' | 'unknown' | 'last_owner'

export interface AccountStore {
  createLink(link: LoginLink): Promise<void>
  findLink(hash: Uint8Array, now: number): Promise<LoginLink | null>
  /**
   * Consumes the link and creates the member; false if the link was used or has expired. An existing member with this
   * address joins the workspace instead, and keeps id and password.
   */
  acceptLink(hash: Uint8Array, member: Member, now: number): Promise<boolean>
  memberByEmail(email: string): Promise<Member | null>
  member(id: string): Promise<Member | null>
  roles(memberId: string): Promise<{ workspace: string; role: Role }[]>
  createLogin(login: LoginSession): Promise<void>
  findLogin(hash: Uint8Array): Promise<LoginSession | null>
  touchLogin(hash: Uint8Array, at: number): Promise<void>
  deleteLogin(hash: Uint8Array): Promise<void>
  /** All except one. */
  deleteLoginsOf(memberId: string, except?: Uint8Array): Promise<void>
  /** Of this login, and of later logins of the same member. */
  chooseWorkspace(hash: Uint8Array, workspace: string): Promise<void>

  setName(memberId: string, name: string): Promise<void>
  setPassword(memberId: string, password: string): Promise<void>
  /** Sorted by email. */
  membersOf(workspace: string): Promise<WorkspaceMember[]>
  /** Creates the membership if there is none. */
  grant(memberId: string, workspace: string, role: Role): Promise<void>
  /** `role` null: the member leaves. */
  changeRole(memberId: string, workspace: string, role: Role | null): Promise<MembershipChange>

  /** Open invitations, newest first. */
  invitations(workspace: string, now: number): Promise<LoginLink[]>
  /** True if there was one. */
  withdraw(workspace: string, invitationId: string): Promise<boolean>

  totp(memberId: string): Promise<Totp | null>
  saveTotp(memberId: string, totp: Totp): Promise<void>
  /** Confirms it and records the step; false when a code of this or a later step was used before. */
  takeTotp(memberId: string, step: number): Promise<boolean>
  /** Replaces all codes; false without a second factor. */
  setRecoveryCodes(memberId: string, hashes: readonly Uint8Array[]): Promise<boolean>
  /** Removes the code; returns how many are left, null if it was none of them. */
  takeRecoveryCode(memberId: string, hash: Uint8Array): Promise<number | null>
  /** With its recovery codes. */
  deleteTotp(memberId: string): Promise<void>
}
