import {
  type AccountStore,
  type LoginLink,
  type LoginSession,
  links,
  logins,
  type Member,
  type MembershipChange,
  members,
  memberships,
  type Role,
  strongerRole,
  type Totp,
  totp,
  type WorkspaceMember,
} from '../accounts.ts'
import { one, rows, run, transaction } from '../transaction.ts'
import { first, RunnerQueries } from './statement_runner.ts'

const MEMBER_BY_EMAIL = 'SELECT * FROM members WHERE email = :email'
const TOTP_OF = 'SELECT * FROM totp WHERE member_id = :memberId'
/** Parameters: a stored row. */
const SET_RECOVERY_CODES = 'UPDATE totp SET recovery = :recovery WHERE member_id = :member_id'

/** No login has an empty hash. */
const NO_LOGIN = new Uint8Array()

const acceptLink = transaction('acceptLink', function* (hash: Uint8Array, given: Member, now: number) {
  const link = yield* one<object>('DELETE FROM links WHERE hash = :hash AND expires_at > :now RETURNING *', {
    hash,
    now,
  })
  if (link === undefined) return false
  const { workspace, role } = links.row(link)
  // Two invitations for one address may be accepted at the same time: the second finds the member of the first.
  const member = members.stored(given)
  yield* run(`${members.insert} ON CONFLICT (email) DO NOTHING`, member)
  const memberId = (yield* one<{ id: string }>(MEMBER_BY_EMAIL, member))?.id ?? given.id
  const held = yield* one<{ role: Role }>(
    `SELECT role FROM memberships WHERE ${memberships.isKey} FOR UPDATE`,
    memberships.storedKey({ memberId, workspace }),
  )
  const granted = strongerRole(role, held?.role)
  yield* run(memberships.upsert, memberships.stored({ memberId, workspace, role: granted }))
  return true
})

const changeRole = transaction(
  'changeRole',
  function* (memberId: string, workspace: string, role: Role | null) {
    // Locks all owners: of two owners who leave at the same time, one is refused.
    const raws = yield* rows<object>(
      `SELECT * FROM memberships WHERE workspace = :workspace AND (role = 'owner' OR member_id = :memberId)
     ORDER BY member_id FOR UPDATE`,
      { workspace, memberId },
    )
    const found = raws.map(memberships.row)
    const held = found.find((each) => each.memberId === memberId)
    if (held === undefined) return 'unknown'
    const hasOther = found.some((each) => each.memberId !== memberId && each.role === 'owner')
    if (held.role === 'owner' && role !== 'owner' && !hasOther) return 'last_owner'
    if (role === null) {
      yield* run(`DELETE FROM memberships WHERE ${memberships.isKey}`, memberships.storedKey(held))
    } else yield* run(memberships.upsert, memberships.stored({ ...held, role }))
    return 'done'
  },
)

const takeRecoveryCode = transaction('takeRecoveryCode', function* (memberId: string, hash: Uint8Array) {
  const raw = yield* one<object>(`${TOTP_OF} FOR UPDATE`, { memberId })
  if (raw === undefined) return null
  const held = totp.row(raw)
  const recovery = held.recovery.filter((other) => Buffer.compare(other, hash) !== 0)
  if (recovery.length === held.recovery.length) return null
  yield* run(SET_RECOVERY_CODES, totp.stored({ ...held, recovery }))
  return recovery.length
})

export const accountTransactions = [acceptLink, changeRole, takeRecoveryCode]

export class AccountQueries extends RunnerQueries implements AccountStore {
  async createLink(link: LoginLink): Promise<void> {
    await this.runner.run(links.insert, storedLink(link))
  }

  async findLink(hash: Uint8Array, now: number): Promise<LoginLink | null> {
    const text = 'SELECT * FROM links WHERE hash = :hash AND expires_at > :now'
    return first(await this.runner.rows<object>(text, { hash, now }), linkRow)
  }

  async memberByEmail(email: string): Promise<Member | null> {
    const params = { email: email.toWellFormed() }
    return first(await this.runner.rows<object>(MEMBER_BY_EMAIL, params), members.row)
  }

  async member(id: string): Promise<Member | null> {
    const text = `SELECT * FROM members WHERE ${members.isKey}`
    return first(await this.runner.rows<object>(text, members.storedKey({ id })), members.row)
  }

  async roles(memberId: string): Promise<{ workspace: string; role: Role }[]> {
    const text = 'SELECT * FROM memberships WHERE member_id = :memberId ORDER BY workspace'
    const rows = await this.runner.rows<object>(text, { memberId })
    return rows.map(memberships.row).map(({ workspace, role }) => ({ workspace, role }))
  }

  acceptLink(hash: Uint8Array, member: Member, now: number): Promise<boolean> {
    return this.runner.transact(acceptLink, hash, member, now)
  }

  changeRole(memberId: string, workspace: string, role: Role | null): Promise<MembershipChange> {
    return this.runner.transact(changeRole, memberId, workspace, role)
  }

  async createLogin(login: LoginSession): Promise<void> {
    await this.runner.run(logins.insert, logins.stored(login))
  }

  async findLogin(hash: Uint8Array): Promise<LoginSession | null> {
    const text = 'SELECT * FROM logins WHERE hash = :hash'
    return first(await this.runner.rows<object>(text, { hash }), logins.row)
  }

  async touchLogin(hash: Uint8Array, at: number): Promise<void> {
    await this.runner.run('UPDATE logins SET last_seen_at = :at WHERE hash = :hash AND last_seen_at < :at', {
      hash,
      at,
    })
  }

  async deleteLogin(hash: Uint8Array): Promise<void> {
    await this.runner.run('DELETE FROM logins WHERE hash = :hash', { hash })
  }

  async deleteLoginsOf(memberId: string, except: Uint8Array = NO_LOGIN): Promise<void> {
    const text = 'DELETE FROM logins WHERE member_id = :memberId AND hash <> :except'
    await this.runner.run(text, { memberId, except })
  }

  async chooseWorkspace(hash: Uint8Array, workspace: string): Promise<void> {
    await this.runner.run('UPDATE logins SET workspace = :workspace WHERE hash = :hash', { hash, workspace })
    await this.runner.run(
      'UPDATE members SET workspace = :workspace WHERE id = (SELECT member_id FROM logins WHERE hash = :hash)',
      { hash, workspace },
    )
  }

  async setName(memberId: string, name: string): Promise<void> {
    const params = { memberId, name: name.toWellFormed() }
    await this.runner.run('UPDATE members SET name = :name WHERE id = :memberId', params)
  }

  async setPassword(memberId: string, password: string): Promise<void> {
    const text = 'UPDATE members SET password = :password WHERE id = :memberId'
    await this.runner.run(text, { memberId, password })
  }

  async membersOf(workspace: string): Promise<WorkspaceMember[]> {
    const rows = await this.runner.rows<{ role: Role; has_totp: number; last_seen_at: number | null }>(
      `SELECT m.*, w.role, (SELECT count(*) FROM totp t WHERE t.member_id = m.id AND t.confirmed = 1) AS has_totp,
         (SELECT max(last_seen_at) FROM logins o WHERE o.member_id = m.id) AS last_seen_at
       FROM memberships w JOIN members m ON m.id = w.member_id WHERE w.workspace = :workspace ORDER BY m.email`,
      { workspace },
    )
    return rows.map((raw) => ({
      member: members.row(raw),
      role: raw.role,
      hasTotp: raw.has_totp === 1,
      lastSeenAt: raw.last_seen_at,
    }))
  }

  async grant(memberId: string, workspace: string, role: Role): Promise<void> {
    await this.runner.run(memberships.upsert, memberships.stored({ memberId, workspace, role }))
  }

  async invitations(workspace: string, now: number): Promise<LoginLink[]> {
    const rows = await this.runner.rows<object>(
      `SELECT * FROM links WHERE workspace = :workspace AND expires_at > :now AND id IS NOT NULL
       ORDER BY created_at DESC, id`,
      { workspace, now },
    )
    return rows.map(linkRow)
  }

  async withdraw(workspace: string, id: string): Promise<boolean> {
    const text = 'DELETE FROM links WHERE workspace = :workspace AND id = :id'
    return (await this.runner.run(text, { workspace, id })) > 0
  }

  async totp(memberId: string): Promise<Totp | null> {
    return first(await this.runner.rows<object>(TOTP_OF, { memberId }), (raw) => {
      const { memberId: _, ...held } = totp.row(raw)
      return held
    })
  }

  async saveTotp(memberId: string, given: Totp): Promise<void> {
    await this.runner.run(totp.upsert, totp.stored({ memberId, ...given }))
  }

  async takeTotp(memberId: string, step: number): Promise<boolean> {
    const changed = await this.runner.run(
      'UPDATE totp SET confirmed = 1, last_step = :step WHERE member_id = :memberId AND last_step < :step',
      { memberId, step },
    )
    return changed > 0
  }

  async setRecoveryCodes(memberId: string, hashes: readonly Uint8Array[]): Promise<boolean> {
    const held = await this.totp(memberId)
    if (held === null) return false
    const stored = totp.stored({ memberId, ...held, recovery: hashes })
    return (await this.runner.run(SET_RECOVERY_CODES, stored)) > 0
  }

  takeRecoveryCode(memberId: string, hash: Uint8Array): Promise<number | null> {
    return this.runner.transact(takeRecoveryCode, memberId, hash)
  }

  async deleteTotp(memberId: string): Promise<void> {
    await this.runner.run('DELETE FROM totp WHERE member_id = :memberId', { memberId })
  }
}

function storedLink({ invitation, ...link }: LoginLink): object {
  const { id, email, createdAt, createdBy } = invitation ?? {
    id: null,
    email: null,
    createdAt: null,
    createdBy: null,
  }
  return links.stored({ ...link, id, email, createdAt, createdBy })
}

function linkRow(stored: object): LoginLink {
  const { id, email, createdAt, createdBy, ...link } = links.row(stored)
  if (id === null) return link
  return {
    ...link,
    invitation: { id, email: email ?? '', createdAt: createdAt ?? 0, createdBy: createdBy ?? '' },
  }
}
