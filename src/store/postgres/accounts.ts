import {
  type AccountStore,
  type LoginLink,
  type LoginSession,
  type Member,
  type Role,
  strongerRole,
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
  rawLink,
  rawLogin,
  rawMember,
  rawMembership,
} from '../rows/account.ts'
import { wellFormed } from '../wellFormed.ts'
import type { Database, Queries } from './database.ts'

export class PostgresAccounts implements AccountStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  async createLink(link: LoginLink): Promise<void> {
    const raw = rawLink(link)
    await this.#db.run(
      'INSERT INTO links (hash, workspace, role, expires_at, checksum) VALUES ($1, $2, $3, $4, $5)',
      [raw.hash, raw.workspace, raw.role, raw.expires_at, raw.checksum],
    )
  }

  async findLink(hash: Uint8Array, now: number): Promise<LoginLink | null> {
    const [raw] = await this.#db.rows<RawLink>('SELECT * FROM links WHERE hash = $1 AND expires_at > $2', [
      hash,
      now,
    ])
    return raw ? linkRow(raw) : null
  }

  acceptLink(hash: Uint8Array, given: Member, now: number): Promise<boolean> {
    return this.#db.transaction(async (queries) => {
      const [link] = await queries.rows<RawLink>(
        'DELETE FROM links WHERE hash = $1 AND expires_at > $2 RETURNING *',
        [hash, now],
      )
      if (!link) return false
      const memberId = await memberOf(queries, wellFormed(given))
      const [held] = await queries.rows<RawMembership>(
        'SELECT * FROM memberships WHERE member_id = $1 AND workspace = $2 FOR UPDATE',
        [memberId, link.workspace],
      )
      const role = strongerRole(linkRow(link).role, held && membership(held).role)
      const raw = rawMembership(memberId, link.workspace, role)
      await queries.run(
        `INSERT INTO memberships (member_id, workspace, role, checksum) VALUES ($1, $2, $3, $4)
         ON CONFLICT (member_id, workspace) DO UPDATE SET role = excluded.role, checksum = excluded.checksum`,
        [raw.member_id, raw.workspace, raw.role, raw.checksum],
      )
      return true
    })
  }

  async memberByEmail(email: string): Promise<Member | null> {
    const [raw] = await this.#db.rows<RawMember>('SELECT * FROM members WHERE email = $1', [
      email.toWellFormed(),
    ])
    return raw ? memberRow(raw) : null
  }

  async member(id: string): Promise<Member | null> {
    const [raw] = await this.#db.rows<RawMember>('SELECT * FROM members WHERE id = $1', [id.toWellFormed()])
    return raw ? memberRow(raw) : null
  }

  async roles(memberId: string): Promise<{ workspace: string; role: Role }[]> {
    const rows = await this.#db.rows<RawMembership>(
      'SELECT * FROM memberships WHERE member_id = $1 ORDER BY workspace',
      [memberId],
    )
    return rows.map(membership)
  }

  async createLogin(login: LoginSession): Promise<void> {
    const raw = rawLogin(login)
    await this.#db.run(
      'INSERT INTO logins (hash, member_id, created_at, last_seen_at, checksum) VALUES ($1, $2, $3, $4, $5)',
      [raw.hash, raw.member_id, raw.created_at, raw.last_seen_at, raw.checksum],
    )
  }

  async findLogin(hash: Uint8Array): Promise<LoginSession | null> {
    const [raw] = await this.#db.rows<RawLogin>('SELECT * FROM logins WHERE hash = $1', [hash])
    return raw ? loginRow(raw) : null
  }

  async touchLogin(hash: Uint8Array, at: number): Promise<void> {
    await this.#db.run('UPDATE logins SET last_seen_at = greatest(last_seen_at, $1) WHERE hash = $2', [
      at,
      hash,
    ])
  }

  async deleteLogin(hash: Uint8Array): Promise<void> {
    await this.#db.run('DELETE FROM logins WHERE hash = $1', [hash])
  }

  async deleteLoginsOf(memberId: string): Promise<void> {
    await this.#db.run('DELETE FROM logins WHERE member_id = $1', [memberId])
  }
}

/** The member of this address, made if there is none. Two invitations for one address may be accepted together. */
async function memberOf(queries: Queries, member: Member): Promise<string> {
  const raw = rawMember(member)
  await queries.run(
    `INSERT INTO members (id, email, password, created_at, checksum) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (email) DO NOTHING`,
    [raw.id, raw.email, raw.password, raw.created_at, raw.checksum],
  )
  const [held] = await queries.rows<{ id: string }>('SELECT id FROM members WHERE email = $1', [raw.email])
  return held?.id ?? raw.id
}
