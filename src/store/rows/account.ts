/** Members, memberships, links and logins as rows, the same in every engine. */
import type { LoginLink, LoginSession, Member, Role } from '../accounts.ts'
import { checksum } from '../sealed.ts'
import { StoreDamaged } from '../store.ts'

export interface RawMember {
  id: string
  email: string
  password: string
  created_at: number
  checksum: number
}

const memberChecksum = ({ id, email, password, created_at }: Omit<RawMember, 'checksum'>): number =>
  checksum([id, email, password, created_at])

export function rawMember({ id, email, password, createdAt }: Member): RawMember {
  const raw = { id, email, password, created_at: createdAt }
  return { ...raw, checksum: memberChecksum(raw) }
}

export function memberRow(raw: RawMember): Member {
  intact(raw.checksum === memberChecksum(raw), 'member')
  return { id: raw.id, email: raw.email, password: raw.password, createdAt: raw.created_at }
}

export interface RawMembership {
  member_id: string
  workspace: string
  role: string
  checksum: number
}

export function rawMembership(member_id: string, workspace: string, role: Role): RawMembership {
  return { member_id, workspace, role, checksum: checksum([member_id, workspace, role]) }
}

export function membership(raw: RawMembership): { workspace: string; role: Role } {
  intact(raw.checksum === checksum([raw.member_id, raw.workspace, raw.role]), 'membership')
  return { workspace: raw.workspace, role: raw.role as Role }
}

export interface RawLink {
  hash: Uint8Array
  workspace: string
  role: string
  expires_at: number
  checksum: number
}

const linkChecksum = ({ hash, workspace, role, expires_at }: Omit<RawLink, 'checksum'>): number =>
  checksum([hash, workspace, role, expires_at])

export function rawLink({ hash, workspace, role, expiresAt }: LoginLink): RawLink {
  const raw = { hash, workspace, role, expires_at: expiresAt }
  return { ...raw, checksum: linkChecksum(raw) }
}

export function linkRow(raw: RawLink): LoginLink {
  intact(raw.checksum === linkChecksum(raw), 'link')
  const { workspace, role, expires_at: expiresAt } = raw
  return { hash: Uint8Array.from(raw.hash), workspace, role: role as Role, expiresAt }
}

export interface RawLogin {
  hash: Uint8Array
  member_id: string
  created_at: number
  last_seen_at: number
  checksum: number
}

/** Over everything but when it was last seen, which moves with every request. */
const loginChecksum = ({ hash, member_id, created_at }: Omit<RawLogin, 'checksum'>): number =>
  checksum([hash, member_id, created_at])

export function rawLogin({ hash, memberId, createdAt, lastSeenAt }: LoginSession): RawLogin {
  const raw = { hash, member_id: memberId, created_at: createdAt, last_seen_at: lastSeenAt }
  return { ...raw, checksum: loginChecksum(raw) }
}

export function loginRow(raw: RawLogin): LoginSession {
  intact(raw.checksum === loginChecksum(raw), 'login')
  return {
    hash: Uint8Array.from(raw.hash),
    memberId: raw.member_id,
    createdAt: raw.created_at,
    lastSeenAt: raw.last_seen_at,
  }
}

function intact(matches: boolean, what: string): void {
  if (!matches) throw new StoreDamaged(`a stored ${what} does not match its checksum`)
}
