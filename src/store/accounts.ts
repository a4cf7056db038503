/** Members, their logins, and the one-time links that create them. */

export interface Member {
  readonly id: string
  readonly email: string
  /** Encoded scrypt hash with its parameters. */
  readonly password: string
  readonly createdAt: number
  /** Display name. */
  readonly name?: string
  /** The workspace selected last. */
  readonly workspace?: string
}

export type Role = 'owner' | 'analyst' | 'viewer'

const STRENGTH: readonly Role[] = ['viewer', 'analyst', 'owner']

/** An invitation never lowers an existing role. */
export function strongerRole(offered: Role, held: Role | undefined): Role {
  return held !== undefined && STRENGTH.indexOf(held) > STRENGTH.indexOf(offered) ? held : offered
}

export interface LoginSession {
  /** SHA-256 of the cookie's token. */
  readonly hash: Uint8Array
  readonly memberId: string
  readonly createdAt: number
  readonly lastSeenAt: number
  /** The selected workspace; absent: the member's first. */
  readonly workspace?: string
}

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

/** Second factor: a time-based one-time password (RFC 6238). */
export interface Totp {
  readonly secret: Uint8Array
  /** Required at login only after the member has entered a valid code. */
  readonly confirmed: boolean
  /** The last time step with an accepted code: no code is accepted twice. */
  readonly lastStep: number
  /** SHA-256 of the recovery codes that are left. */
  readonly recovery: readonly Uint8Array[]
}

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
