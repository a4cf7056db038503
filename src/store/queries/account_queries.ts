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
  LINK_COLUMNS,
  LOGIN_COLUMNS,
  linkRow,
  loginRow,
  MEMBERSHIP_COLUMNS,
  memberRow,
  membership,
  type RawLink,
  type RawLogin,
  type RawMember,
  type RawMembership,
  type RawTotp,
  rawLink,
  rawLogin,
  rawMembership,
  rawTotp,
  TOTP_COLUMNS,
  totpRow,
} from '../rows/account.ts'
import { first, insertInto, type StatementRunner, upsertInto } from './statement_runner.ts'

export type MemberChange = Partial<Pick<Member, 'name' | 'password'>>

/** Parameters: a raw membership. */
export const SET_ROLE = upsertInto('memberships', ['member_id', 'workspace'], MEMBERSHIP_COLUMNS)
export const DELETE_ROLE = 'DELETE FROM memberships WHERE member_id = :member_id AND workspace = :workspace'
export const USE_LINK = 'DELETE FROM links WHERE hash = :hash AND expires_at > :now RETURNING *'
export const MEMBER_BY_ID = 'SELECT * FROM members WHERE id = :id'
export const MEMBER_BY_EMAIL = 'SELECT * FROM members WHERE email = :email'
/** Parameters: a raw member. */
export const UPDATE_MEMBER =
  'UPDATE members SET name = :name, password = :password, checksum = :checksum WHERE id = :id'

/** No login has an empty hash. */
const NO_LOGIN = new Uint8Array()

type RawWorkspaceMember = RawMember & { role: string; has_totp: number; last_seen_at: number | null }

export abstract class AccountQueries implements AccountStore {
  readonly #runner: StatementRunner

  constructor(runner: StatementRunner) {
    this.#runner = runner
  }

  abstract acceptLink(hash: Uint8Array, member: Member, now: number): Promise<boolean>
  abstract changeRole(memberId: string, workspace: string, role: Role | null): Promise<MembershipChange>
  protected abstract changeMember(memberId: string, change: MemberChange): Promise<void>

  async createLink(link: LoginLink): Promise<void> {
    await this.#runner.run(insertInto('links', LINK_COLUMNS), rawLink(link))
  }

  async findLink(hash: Uint8Array, now: number): Promise<LoginLink | null> {
    const text = 'SELECT * FROM links WHERE hash = :hash AND expires_at > :now'
    return first(await this.#runner.rows<RawLink>(text, { hash, now }), linkRow)
  }

  async memberByEmail(email: string): Promise<Member | null> {
    return first(
      await this.#runner.rows<RawMember>(MEMBER_BY_EMAIL, { email: email.toWellFormed() }),
      memberRow,
    )
  }

  async member(id: string): Promise<Member | null> {
    return first(await this.#runner.rows<RawMember>(MEMBER_BY_ID, { id: id.toWellFormed() }), memberRow)
  }

  async roles(memberId: string): Promise<{ workspace: string; role: Role }[]> {
    const text = 'SELECT * FROM memberships WHERE member_id = :memberId ORDER BY workspace'
    return (await this.#runner.rows<RawMembership>(text, { memberId })).map(membership)
  }

  async createLogin(login: LoginSession): Promise<void> {
    await this.#runner.run(insertInto('logins', LOGIN_COLUMNS), rawLogin(login))
  }

  async findLogin(hash: Uint8Array): Promise<LoginSession | null> {
    return first(
      await this.#runner.rows<RawLogin>('SELECT * FROM logins WHERE hash = :hash', { hash }),
      loginRow,
    )
  }

  async touchLogin(hash: Uint8Array, at: number): Promise<void> {
    await this.#runner.run('UPDATE logins SET last_seen_at = :at WHERE hash = :hash AND last_seen_at < :at', {
      hash,
      at,
    })
  }

  async deleteLogin(hash: Uint8Array): Promise<void> {
    await this.#runner.run('DELETE FROM logins WHERE hash = :hash', { hash })
  }

  async deleteLoginsOf(memberId: string, except: Uint8Array = NO_LOGIN): Promise<void> {
    const text = 'DELETE FROM logins WHERE member_id = :memberId AND hash <> :except'
    await this.#runner.run(text, { memberId, except })
  }

  async chooseWorkspace(hash: Uint8Array, workspace: string): Promise<void> {
    await this.#runner.run('UPDATE logins SET workspace = :workspace WHERE hash = :hash', { hash, workspace })
    await this.#runner.run(
      'UPDATE members SET workspace = :workspace WHERE id = (SELECT member_id FROM logins WHERE hash = :hash)',
      { hash, workspace },
    )
  }

  setName(memberId: string, name: string): Promise<void> {
    return this.changeMember(memberId, { name: name.toWellFormed() })
  }

  setPassword(memberId: string, password: string): Promise<void> {
    return this.changeMember(memberId, { password })
  }

  async membersOf(workspace: string): Promise<WorkspaceMember[]> {
    const rows = await this.#runner.rows<RawWorkspaceMember>(
      `SELECT m.*, w.role, (SELECT count(*) FROM totp t WHERE t.member_id = m.id AND t.confirmed = 1) AS has_totp,
         (SELECT max(last_seen_at) FROM logins o WHERE o.member_id = m.id) AS last_seen_at
       FROM memberships w JOIN members m ON m.id = w.member_id WHERE w.workspace = :workspace ORDER BY m.email`,
      { workspace },
    )
    return rows.map((raw) => ({
      member: memberRow(raw),
      role: raw.role as Role,
      hasTotp: raw.has_totp === 1,
      lastSeenAt: raw.last_seen_at,
    }))
  }

  async grant(memberId: string, workspace: string, role: Role): Promise<void> {
    await this.#runner.run(SET_ROLE, rawMembership(memberId, workspace, role))
  }

  async invitations(workspace: string, now: number): Promise<LoginLink[]> {
    const rows = await this.#runner.rows<RawLink>(
      `SELECT * FROM links WHERE workspace = :workspace AND expires_at > :now AND id IS NOT NULL
       ORDER BY created_at DESC, id`,
      { workspace, now },
    )
    return rows.map(linkRow)
  }

  async withdraw(workspace: string, id: string): Promise<boolean> {
    const text = 'DELETE FROM links WHERE workspace = :workspace AND id = :id'
    return (await this.#runner.run(text, { workspace, id })) > 0
  }

  async totp(memberId: string): Promise<Totp | null> {
    const text = 'SELECT * FROM totp WHERE member_id = :memberId'
    return first(await this.#runner.rows<RawTotp>(text, { memberId }), totpRow)
  }

  async saveTotp(memberId: string, totp: Totp): Promise<void> {
    await this.#runner.run(upsertInto('totp', ['member_id'], TOTP_COLUMNS), rawTotp(memberId, totp))
  }

  async takeTotp(memberId: string, step: number): Promise<boolean> {
    const changed = await this.#runner.run(
      'UPDATE totp SET confirmed = 1, last_step = :step WHERE member_id = :memberId AND last_step < :step',
      { memberId, step },
    )
    return changed > 0
  }

  async setRecoveryCodes(memberId: string, hashes: readonly Uint8Array[]): Promise<boolean> {
    return (await this.#changeRecoveryCodes(memberId, () => hashes)) !== null
  }

  takeRecoveryCode(memberId: string, hash: Uint8Array): Promise<number | null> {
    return this.#changeRecoveryCodes(memberId, (held) => {
      const left = held.filter((other) => Buffer.compare(other, hash) !== 0)
      return left.length < held.length ? left : null
    })
  }

  /** Returns how many are left; null: nothing changed. Repeats if another request changed the codes meanwhile. */
  async #changeRecoveryCodes(
    memberId: string,
    change: (held: readonly Uint8Array[]) => readonly Uint8Array[] | null,
  ): Promise<number | null> {
    for (;;) {
      const held = await this.totp(memberId)
      const recovery = held && change(held.recovery)
      if (held === null || recovery === null) return null
      const changed = await this.#runner.run(
        `UPDATE totp SET recovery = :recovery, checksum = :checksum
         WHERE member_id = :member_id AND secret = :secret AND recovery = :before`,
        { ...rawTotp(memberId, { ...held, recovery }), before: rawTotp(memberId, held).recovery },
      )
      if (changed > 0) return recovery.length
    }
  }

  async deleteTotp(memberId: string): Promise<void> {
    await this.#runner.run('DELETE FROM totp WHERE member_id = :memberId', { memberId })
  }
}
