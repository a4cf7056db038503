/** Rows of members, memberships, links and logins, each with a checksum. Used by both engines. */
import type { LoginLink, LoginSession, Member, Role, Totp } from '../accounts.ts'
import { checksum } from '../sealed.ts'
import { StoreDamaged } from '../store.ts'

export interface RawMember {
  id: string
  email: string
  password: string
  created_at: number
  checksum: number
  name: string | null
  workspace: string | null
}

export const MEMBER_COLUMNS = [
  'id',
  'email',
  'password',
  'created_at',
  'checksum',
  'name',
  'workspace',
] as const

/** Without `workspace`, which changes with every choice. */
const memberChecksum = ({
  id,
  email,
  password,
  created_at,
  name,
}: Omit<RawMember, 'checksum' | 'workspace'>): number => checksum([id, email, password, created_at, name])

export function rawMember({ id, email, password, createdAt, name, workspace }: Member): RawMember {
  const raw = { id, email, password, created_at: createdAt, name: name ?? null, workspace: workspace ?? null }
  return { ...raw, checksum: memberChecksum(raw) }
}

export function memberRow(raw: RawMember): Member {
  assertIntact(raw.checksum === memberChecksum(raw), 'member')
  const { id, email, password, created_at: createdAt, name, workspace } = raw
  return {
    id,
    email,
    password,
    createdAt,
    ...(name !== null && { name }),
    ...(workspace !== null && { workspace }),
  }
}

export interface RawMembership {
  member_id: string
  workspace: string
  role: string
  checksum: number
}

export const MEMBERSHIP_COLUMNS = [
  'member_id',
  'workspace',
  'role',
  'checksum',
] as const satisfies (keyof RawMembership)[]

export function rawMembership(member_id: string, workspace: string, role: Role): RawMembership {
  return { member_id, workspace, role, checksum: checksum([member_id, workspace, role]) }
}

export function membership(raw: RawMembership): { workspace: string; role: Role } {
  assertIntact(raw.checksum === checksum([raw.member_id, raw.workspace, raw.role]), 'membership')
  return { workspace: raw.workspace, role: raw.role as Role }
}

export interface RawLink {
  hash: Uint8Array
  workspace: string
  role: string
  expires_at: number
  checksum: number
  id: string | null
  email: string | null
  created_at: number | null
  created_by: string | null
}

export const LINK_COLUMNS = [
  'hash',
  'workspace',
  'role',
  'expires_at',
  'checksum',
  'id',
  'email',
  'created_at',
  'created_by',
] as const satisfies (keyof RawLink)[]

const linkChecksum = (raw: Omit<RawLink, 'checksum'>): number =>
  checksum([
    raw.hash,
    raw.workspace,
    raw.role,
    raw.expires_at,
    raw.id,
    raw.email,
    raw.created_at,
    raw.created_by,
  ])

export function rawLink({ hash, workspace, role, expiresAt, invitation }: LoginLink): RawLink {
  const raw = {
    hash,
    workspace,
    role,
    expires_at: expiresAt,
    id: invitation?.id ?? null,
    email: invitation?.email.toWellFormed() ?? null,
    created_at: invitation?.createdAt ?? null,
    created_by: invitation?.createdBy.toWellFormed() ?? null,
  }
  return { ...raw, checksum: linkChecksum(raw) }
}

export function linkRow(raw: RawLink): LoginLink {
  assertIntact(raw.checksum === linkChecksum(raw), 'link')
  const { workspace, role, expires_at: expiresAt, id, email, created_at, created_by } = raw
  return {
    hash: Uint8Array.from(raw.hash),
    workspace,
    role: role as Role,
    expiresAt,
    ...(id !== null && {
      invitation: { id, email: email ?? '', createdAt: created_at ?? 0, createdBy: created_by ?? '' },
    }),
  }
}

export interface RawLogin {
  hash: Uint8Array
  member_id: string
  created_at: number
  last_seen_at: number
  checksum: number
  workspace: string | null
}

export const LOGIN_COLUMNS = [
  'hash',
  'member_id',
  'created_at',
  'last_seen_at',
  'checksum',
  'workspace',
] as const satisfies (keyof RawLogin)[]

/** Without `last_seen_at` and `workspace`, which change between logins. */
const loginChecksum = ({ hash, member_id, created_at }: Omit<RawLogin, 'checksum'>): number =>
  checksum([hash, member_id, created_at])

export function rawLogin({ hash, memberId, createdAt, lastSeenAt, workspace }: LoginSession): RawLogin {
  const raw = {
    hash,
    member_id: memberId,
    created_at: createdAt,
    last_seen_at: lastSeenAt,
    workspace: workspace ?? null,
  }
  return { ...raw, checksum: loginChecksum(raw) }
}

export function loginRow(raw: RawLogin): LoginSession {
  assertIntact(raw.checksum === loginChecksum(raw), 'login')
  return {
    hash: Uint8Array.from(raw.hash),
    memberId: raw.member_id,
    createdAt: raw.created_at,
    lastSeenAt: raw.last_seen_at,
    ...(raw.workspace !== null && { workspace: raw.workspace }),
  }
}

export interface RawTotp {
  member_id: string
  secret: Uint8Array
  confirmed: number
  last_step: number
  /** Hashes, one after another. */
  recovery: Uint8Array
  checksum: number
}

export const TOTP_COLUMNS = ['member_id', 'secret', 'confirmed', 'last_step', 'recovery', 'checksum'] as const

const HASH_BYTES = 32

/** Without `confirmed` and `last_step`, which change with every code. */
const totpChecksum = ({ member_id, secret, recovery }: Pick<RawTotp, 'member_id' | 'secret' | 'recovery'>) =>
  checksum([member_id, secret, recovery])

export function rawTotp(member_id: string, { secret, confirmed, lastStep, recovery }: Totp): RawTotp {
  const raw = { member_id, secret, recovery: new Uint8Array(recovery.flatMap((hash) => [...hash])) }
  return { ...raw, confirmed: confirmed ? 1 : 0, last_step: lastStep, checksum: totpChecksum(raw) }
}

export function totpRow(raw: RawTotp): Totp {
  assertIntact(raw.checksum === totpChecksum(raw), 'secret of a member')
  const hashes = Array.from({ length: raw.recovery.length / HASH_BYTES }, (_, index) =>
    Uint8Array.from(raw.recovery.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES)),
  )
  return {
    secret: Uint8Array.from(raw.secret),
    confirmed: raw.confirmed === 1,
    lastStep: raw.last_step,
    recovery: hashes,
  }
}

function assertIntact(matches: boolean, what: string): void {
  if (!matches) throw new StoreDamaged(`a stored ${what} does not match its checksum`)
}
