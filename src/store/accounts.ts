/** People who log in, and the one-time links that let them. */

export interface Member {
  readonly id: string
  readonly email: string
  /** Encoded scrypt hash with its parameters. */
  readonly password: string
  readonly createdAt: number
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
}

/** A one-time link: the first login, or an invitation. */
export interface LoginLink {
  readonly hash: Uint8Array
  readonly workspace: string
  readonly role: Role
  readonly expiresAt: number
}

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
  deleteLoginsOf(memberId: string): Promise<void>
}
