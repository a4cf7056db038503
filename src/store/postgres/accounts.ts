import {
  type AccountStore,
  type LoginLink,
  type LoginSession,
  type Member,
  type MembershipChange,
  type Role,
  strongerRole,
  type Totp,
  type WorkspaceMember,
} from '../accounts.ts'
import {
  LINK_COLUMNS,
  LOGIN_COLUMNS,
  linkRow,
  loginRow,
  MEMBER_COLUMNS,
  memberRow,
  membership,
  type RawLink,
  type RawLogin,
  type RawMember,
  type RawMembership,
  type RawTotp,
  rawLink,
  rawLogin,
  rawMember,
  rawMembership,
  rawTotp,
  TOTP_COLUMNS,
  totpRow,
} from '../rows/account.ts'
import { wellFormed } from '../well_formed.ts'
import type { Database, Queries } from './database.ts'
import { insertInto } from './values.ts'

export class PostgresAccounts implements AccountStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  async createLink(link: LoginLink): Promise<void> {
    const raw = rawLink(link)
    await this.#db.run(
      insertInto('links', LINK_COLUMNS),
      LINK_COLUMNS.map((column) => raw[column]),
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
      await setRole(queries, memberId, link.workspace, role)
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
      insertInto('logins', LOGIN_COLUMNS),
      LOGIN_COLUMNS.map((column) => raw[column]),
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

  async deleteLoginsOf(memberId: string, except: Uint8Array = NOBODY): Promise<void> {
    await this.#db.run('DELETE FROM logins WHERE member_id = $1 AND hash <> $2', [memberId, except])
  }

  async chooseWorkspace(hash: Uint8Array, workspace: string): Promise<void> {
    await this.#db.run('UPDATE logins SET workspace = $1 WHERE hash = $2', [workspace, hash])
  }

  setName(memberId: string, name: string): Promise<void> {
    return this.#changeMember(memberId, { name: name.toWellFormed() })
  }

  setPassword(memberId: string, password: string): Promise<void> {
    return this.#changeMember(memberId, { password })
  }

  async membersOf(workspace: string): Promise<WorkspaceMember[]> {
    const rows = await this.#db.rows<
      RawMember & { role: string; has_totp: boolean; last_seen_at: number | null }
    >(
      `SELECT m.*, w.role, EXISTS (SELECT 1 FROM totp t WHERE t.member_id = m.id AND t.confirmed = 1) AS has_totp,
         (SELECT max(last_seen_at) FROM logins o WHERE o.member_id = m.id) AS last_seen_at
       FROM memberships w JOIN members m ON m.id = w.member_id WHERE w.workspace = $1 ORDER BY m.email`,
      [workspace],
    )
    return rows.map((raw) => ({
      member: memberRow(raw),
      role: raw.role as Role,
      hasTotp: raw.has_totp,
      lastSeenAt: raw.last_seen_at,
    }))
  }

  async grant(memberId: string, workspace: string, role: Role): Promise<void> {
    await setRole(this.#db, memberId, workspace, role)
  }

  changeRole(memberId: string, workspace: string, role: Role | null): Promise<MembershipChange> {
    return this.#db.transaction(async (queries) => {
      // All owners are locked, so that of two who leave at the same moment one stays.
      const rows = await queries.rows<RawMembership>(
        `SELECT * FROM memberships WHERE workspace = $1 AND (role = 'owner' OR member_id = $2)
         ORDER BY member_id FOR UPDATE`,
        [workspace, memberId],
      )
      const held = rows.find(({ member_id }) => member_id === memberId)
      if (!held) return 'unknown'
      const others = rows.some((row) => row.member_id !== memberId && row.role === 'owner')
      if (held.role === 'owner' && role !== 'owner' && !others) return 'last_owner'
      if (role !== null) await setRole(queries, memberId, workspace, role)
      else {
        await queries.run('DELETE FROM memberships WHERE member_id = $1 AND workspace = $2', [
          memberId,
          workspace,
        ])
      }
      return 'done'
    })
  }

  async invitations(workspace: string, now: number): Promise<LoginLink[]> {
    const rows = await this.#db.rows<RawLink>(
      `SELECT * FROM links WHERE workspace = $1 AND expires_at > $2 AND id IS NOT NULL
       ORDER BY created_at DESC, id`,
      [workspace, now],
    )
    return rows.map(linkRow)
  }

  async withdraw(workspace: string, id: string): Promise<boolean> {
    return (await this.#db.run('DELETE FROM links WHERE workspace = $1 AND id = $2', [workspace, id])) > 0
  }

  async totp(memberId: string): Promise<Totp | null> {
    const [raw] = await this.#db.rows<RawTotp>('SELECT * FROM totp WHERE member_id = $1', [memberId])
    return raw ? totpRow(raw) : null
  }

  async saveTotp(memberId: string, totp: Totp): Promise<void> {
    const raw = rawTotp(memberId, totp)
    await this.#db.run(
      `${insertInto('totp', TOTP_COLUMNS)} ON CONFLICT (member_id)
       DO UPDATE SET ${TOTP_COLUMNS.slice(1).map((column) => `${column} = excluded.${column}`)}`,
      TOTP_COLUMNS.map((column) => raw[column]),
    )
  }

  async takeTotp(memberId: string, step: number): Promise<boolean> {
    const changed = await this.#db.run(
      'UPDATE totp SET confirmed = 1, last_step = $2 WHERE member_id = $1 AND last_step < $2',
      [memberId, step],
    )
    return changed > 0
  }

  async deleteTotp(memberId: string): Promise<void> {
    await this.#db.run('DELETE FROM totp WHERE member_id = $1', [memberId])
  }

  #changeMember(memberId: string, given: Partial<Pick<Member, 'name' | 'password'>>): Promise<void> {
    return this.#db.transaction(async (queries) => {
      const [held] = await queries.rows<RawMember>('SELECT * FROM members WHERE id = $1 FOR UPDATE', [
        memberId,
      ])
      if (!held) return
      const raw = rawMember({ ...memberRow(held), ...given })
      await queries.run('UPDATE members SET name = $2, password = $3, checksum = $4 WHERE id = $1', [
        memberId,
        raw.name,
        raw.password,
        raw.checksum,
      ])
    })
  }
}

/** No login has an empty hash. */
const NOBODY = new Uint8Array()

async function setRole(queries: Queries, memberId: string, workspace: string, role: Role): Promise<void> {
  const raw = rawMembership(memberId, workspace, role)
  await queries.run(
    `INSERT INTO memberships (member_id, workspace, role, checksum) VALUES ($1, $2, $3, $4)
     ON CONFLICT (member_id, workspace) DO UPDATE SET role = excluded.role, checksum = excluded.checksum`,
    [raw.member_id, raw.workspace, raw.role, raw.checksum],
  )
}

/** The member of this address, made if there is none. Two invitations for one address may be accepted together. */
async function memberOf(queries: Queries, member: Member): Promise<string> {
  const raw = rawMember(member)
  await queries.run(
    `${insertInto('members', MEMBER_COLUMNS)} ON CONFLICT (email) DO NOTHING`,
    MEMBER_COLUMNS.map((column) => raw[column]),
  )
  const [held] = await queries.rows<{ id: string }>('SELECT id FROM members WHERE email = $1', [raw.email])
  return held?.id ?? raw.id
}
