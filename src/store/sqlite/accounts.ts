import type { Database } from 'better-sqlite3'
import type { AccountStore, LoginLink, LoginSession, Member, Role } from '../accounts.ts'
import { checksum } from '../sealed.ts'
import { StoreDamaged } from '../store.ts'
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
      if (!raw) return null
      const { workspace, role, expires_at: expiresAt } = raw
      intact(raw.checksum === checksum([hash, workspace, role, expiresAt]), 'link')
      return { hash, workspace, role, expiresAt }
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
    return reading(() =>
      this.#statements.roles.all(memberId).map(({ workspace, role, checksum: sum }) => {
        intact(sum === checksum([memberId, workspace, role]), 'membership')
        return { workspace, role }
      }),
    )
  }

  createLogin(login: LoginSession): Promise<void> {
    return this.#queue.write(0, 'createLogin', login)
  }

  async findLogin(hash: Uint8Array): Promise<LoginSession | null> {
    return reading(() => {
      const raw = this.#statements.login.get(hash)
      return raw
        ? { hash, memberId: raw.member_id, createdAt: raw.created_at, lastSeenAt: raw.last_seen_at }
        : null
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
      if (!raw) return null
      const { id, email, password, created_at: createdAt } = raw
      intact(raw.checksum === checksum([id, email, password, createdAt]), 'member')
      return { id, email, password, createdAt }
    })
  }
}

interface RawMember {
  id: string
  email: string
  password: string
  created_at: number
  checksum: number
}

function prepare(db: Database) {
  return {
    link: db.prepare<
      [Uint8Array, number],
      { workspace: string; role: Role; expires_at: number; checksum: number }
    >('SELECT workspace, role, expires_at, checksum FROM links WHERE hash = ? AND expires_at > ?'),
    byEmail: db.prepare<[string], RawMember>('SELECT * FROM members WHERE email = ?'),
    byId: db.prepare<[string], RawMember>('SELECT * FROM members WHERE id = ?'),
    roles: db.prepare<[string], { workspace: string; role: Role; checksum: number }>(
      'SELECT workspace, role, checksum FROM memberships WHERE member_id = ? ORDER BY workspace',
    ),
    login: db.prepare<[Uint8Array], { member_id: string; created_at: number; last_seen_at: number }>(
      'SELECT member_id, created_at, last_seen_at FROM logins WHERE hash = ?',
    ),
  }
}

function intact(matches: boolean, what: string): void {
  if (!matches) throw new StoreDamaged(`a stored ${what} does not match its checksum`)
}
