import type { Database } from 'better-sqlite3'
import type {
  AccountStore,
  LoginLink,
  LoginSession,
  Member,
  MembershipChange,
  Role,
  Totp,
  WorkspaceMember,
} from '../accounts.ts'
import {
  linkRow,
  loginRow,
  memberRow,
  membership,
  type RawLink,
  type RawLogin,
  type RawMember,
  type RawMembership,
  type RawTotp,
  totpRow,
} from '../rows/account.ts'
import { wellFormed } from '../well_formed.ts'
import { reading } from './reading.ts'
import type { WriteQueue } from './write_queue.ts'

/** No login has an empty hash. */
const NOBODY = new Uint8Array()

type RawWorkspaceMember = RawMember & { role: string; has_totp: number; last_seen_at: number | null }

export class SqliteAccounts implements AccountStore {
  readonly #queue: WriteQueue
  readonly #statements: ReturnType<typeof prepare>

  constructor(db: Database, queue: WriteQueue) {
    this.#queue = queue
    this.#statements = prepare(db)
  }

  createLink(link: LoginLink): Promise<void> {
    return this.#queue.write(0, 'createLink', link)
  }

  async findLink(hash: Uint8Array, now: number): Promise<LoginLink | null> {
    return reading(() => {
      const raw = this.#statements.link.get(hash, now)
      return raw ? linkRow(raw) : null
    })
  }

  acceptLink(hash: Uint8Array, member: Member, now: number): Promise<boolean> {
    return this.#queue.write(0, 'acceptLink', hash, wellFormed(member), now)
  }

  async memberByEmail(email: string): Promise<Member | null> {
    return this.#member(() => this.#statements.byEmail.get(email.toWellFormed()))
  }

  async member(id: string): Promise<Member | null> {
    return this.#member(() => this.#statements.byId.get(id.toWellFormed()))
  }

  async roles(memberId: string): Promise<{ workspace: string; role: Role }[]> {
    return reading(() => this.#statements.roles.all(memberId).map(membership))
  }

  createLogin(login: LoginSession): Promise<void> {
    return this.#queue.write(0, 'createLogin', login)
  }

  async findLogin(hash: Uint8Array): Promise<LoginSession | null> {
    return reading(() => {
      const raw = this.#statements.login.get(hash)
      return raw ? loginRow(raw) : null
    })
  }

  touchLogin(hash: Uint8Array, at: number): Promise<void> {
    return this.#queue.write(0, 'touchLogin', hash, at)
  }

  deleteLogin(hash: Uint8Array): Promise<void> {
    return this.#queue.write(0, 'deleteLogin', hash)
  }

  deleteLoginsOf(memberId: string, except: Uint8Array = NOBODY): Promise<void> {
    return this.#queue.write(0, 'deleteLogins', memberId, except)
  }

  chooseWorkspace(hash: Uint8Array, workspace: string): Promise<void> {
    return this.#queue.write(0, 'chooseWorkspace', hash, workspace)
  }

  setName(memberId: string, name: string): Promise<void> {
    return this.#queue.write(0, 'changeMember', memberId, { name: name.toWellFormed() })
  }

  setPassword(memberId: string, password: string): Promise<void> {
    return this.#queue.write(0, 'changeMember', memberId, { password })
  }

  async membersOf(workspace: string): Promise<WorkspaceMember[]> {
    return reading(() =>
      this.#statements.members.all(workspace).map((raw) => ({
        member: memberRow(raw),
        role: raw.role as Role,
        hasTotp: raw.has_totp === 1,
        lastSeenAt: raw.last_seen_at,
      })),
    )
  }

  grant(memberId: string, workspace: string, role: Role): Promise<void> {
    return this.#queue.write(0, 'grantRole', memberId, workspace, role)
  }

  changeRole(memberId: string, workspace: string, role: Role | null): Promise<MembershipChange> {
    return this.#queue.write(0, 'changeRole', memberId, workspace, role)
  }

  async invitations(workspace: string, now: number): Promise<LoginLink[]> {
    return reading(() => this.#statements.invitations.all(workspace, now).map(linkRow))
  }

  withdraw(workspace: string, invitationId: string): Promise<boolean> {
    return this.#queue.write(0, 'withdrawLink', workspace, invitationId)
  }

  async totp(memberId: string): Promise<Totp | null> {
    return reading(() => {
      const raw = this.#statements.totp.get(memberId)
      return raw ? totpRow(raw) : null
    })
  }

  saveTotp(memberId: string, totp: Totp): Promise<void> {
    return this.#queue.write(0, 'saveTotp', memberId, totp)
  }

  takeTotp(memberId: string, step: number): Promise<boolean> {
    return this.#queue.write(0, 'takeTotp', memberId, step)
  }

  deleteTotp(memberId: string): Promise<void> {
    return this.#queue.write(0, 'deleteTotp', memberId)
  }

  #member(get: () => RawMember | undefined): Member | null {
    return reading(() => {
      const raw = get()
      return raw ? memberRow(raw) : null
    })
  }
}

function prepare(db: Database) {
  return {
    link: db.prepare<[Uint8Array, number], RawLink>('SELECT * FROM links WHERE hash = ? AND expires_at > ?'),
    byEmail: db.prepare<[string], RawMember>('SELECT * FROM members WHERE email = ?'),
    byId: db.prepare<[string], RawMember>('SELECT * FROM members WHERE id = ?'),
    roles: db.prepare<[string], RawMembership>(
      'SELECT * FROM memberships WHERE member_id = ? ORDER BY workspace',
    ),
    login: db.prepare<[Uint8Array], RawLogin>('SELECT * FROM logins WHERE hash = ?'),
    members: db.prepare<[string], RawWorkspaceMember>(`
      SELECT m.*, w.role, EXISTS (SELECT 1 FROM totp t WHERE t.member_id = m.id AND t.confirmed = 1) AS has_totp,
        (SELECT max(last_seen_at) FROM logins o WHERE o.member_id = m.id) AS last_seen_at
      FROM memberships w JOIN members m ON m.id = w.member_id WHERE w.workspace = ? ORDER BY m.email`),
    invitations: db.prepare<[string, number], RawLink>(
      'SELECT * FROM links WHERE workspace = ? AND expires_at > ? AND id IS NOT NULL ORDER BY created_at DESC, id',
    ),
    totp: db.prepare<[string], RawTotp>('SELECT * FROM totp WHERE member_id = ?'),
  }
}
