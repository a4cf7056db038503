/** People who log in, and the one-time links that let them. */

export interface Member {
  readonly id: string
  readonly email: string
  /** Encoded scrypt hash with its parameters. */
  readonly password: string
  readonly createdAt: number
}

export type Role = 'owner' | 'analyst' | 'viewer'

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
  /** Consumes the link and makes the member, or joins an existing one to the workspace; false if the link is spent. */
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
