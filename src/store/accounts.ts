/** People who log in, and the one-time links that let them. */

export interface Member {
  readonly id: string
  readonly email: string
  /** Encoded scrypt hash with its parameters. */
  readonly password: string
  readonly createdAt: number
  /** What the person wants to be called; absent: nothing was given. */
  readonly name?: string
}

export type Role = 'owner' | 'analyst' | 'viewer'

const STRENGTH: readonly Role[] = ['viewer', 'analyst', 'owner']

/** An invitation adds to what a member may do; it never takes away. */
export function strongerRole(offered: Role, held: Role | undefined): Role {
  return held !== undefined && STRENGTH.indexOf(held) > STRENGTH.indexOf(offered) ? held : offered
}

export interface LoginSession {
  /** SHA-256 of the cookie's token. */
  readonly hash: Uint8Array
  readonly memberId: string
  readonly createdAt: number
  readonly lastSeenAt: number
  /** The workspace that is being looked at; absent: the member's first. */
  readonly workspace?: string
}

/** A one-time link: the first login, or an invitation. */
export interface LoginLink {
  readonly hash: Uint8Array
  readonly workspace: string
  readonly role: Role
  readonly expiresAt: number
  /** Invitations have all of these; a first login none. `email`: only this address may accept; empty: any. */
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
  /** Of the latest login that has not ended; null: there is none. */
  readonly lastSeenAt: number | null
}

/** A secret that a member's other device counts with. */
export interface Totp {
  readonly secret: Uint8Array
  /** Asked for at login only once the member has shown that it works. */
  readonly confirmed: boolean
  /** The last step a code was taken for: no code counts twice. */
  readonly lastStep: number
}

/** `last_owner`: nobody would own the workspace any more, so nothing was changed. */
export type MembershipChange = 'done' | 'unknown' | 'last_owner'

export interface AccountStore {
  createLink(link: LoginLink): Promise<void>
  findLink(hash: Uint8Array, now: number): Promise<LoginLink | null>
  /**
   * Consumes the link and makes the member; false if the link is spent. A member of the same address is joined to the
   * workspace instead, and keeps id and password.
   */
  acceptLink(hash: Uint8Array, member: Member, now: number): Promise<boolean>
  memberByEmail(email: string): Promise<Member | null>
  member(id: string): Promise<Member | null>
  roles(memberId: string): Promise<{ workspace: string; role: Role }[]>
  createLogin(login: LoginSession): Promise<void>
  findLogin(hash: Uint8Array): Promise<LoginSession | null>
  touchLogin(hash: Uint8Array, at: number): Promise<void>
  deleteLogin(hash: Uint8Array): Promise<void>
  /** All but the one given. */
  deleteLoginsOf(memberId: string, except?: Uint8Array): Promise<void>
  chooseWorkspace(hash: Uint8Array, workspace: string): Promise<void>

  setName(memberId: string, name: string): Promise<void>
  setPassword(memberId: string, password: string): Promise<void>
  /** By email. */
  membersOf(workspace: string): Promise<WorkspaceMember[]>
  /** Makes the membership if there is none. */
  grant(memberId: string, workspace: string, role: Role): Promise<void>
  /** `role` null: the member leaves. */
  changeRole(memberId: string, workspace: string, role: Role | null): Promise<MembershipChange>

  /** Those that can still be accepted, newest first. */
  invitations(workspace: string, now: number): Promise<LoginLink[]>
  /** True if there was one. */
  withdraw(workspace: string, invitationId: string): Promise<boolean>

  totp(memberId: string): Promise<Totp | null>
  saveTotp(memberId: string, totp: Totp): Promise<void>
  /** Confirms it and takes the step; false when a code of this or a later step was taken before. */
  takeTotp(memberId: string, step: number): Promise<boolean>
  deleteTotp(memberId: string): Promise<void>
}
