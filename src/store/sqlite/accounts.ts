import type { Database } from 'better-sqlite3'
import type { AccountStore, LoginLink, LoginSession, Member, Role } from '../accounts.ts'
import {
  linkRow,
  loginRow,
  memberRow,
  membership,
  type RawLink,
  type RawLogin,
  type RawMember,
  type RawMembership,
} from '../rows/account.ts'
import { wellFormed } from '../wellFormed.ts'
import { reading } from './reading.ts'
import type { WriteQueue } from './writeQueue.ts'

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

  deleteLoginsOf(memberId: string): Promise<void> {
    return this.#queue.write(0, 'deleteLogins', memberId)
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
  }
}
