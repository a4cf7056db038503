import type { Database } from 'better-sqlite3'
import {
  type LoginLink,
  type LoginSession,
  type Member,
  type MembershipChange,
  type Role,
  strongerRole,
  type Totp,
} from '../accounts.ts'
import {
  LINK_COLUMNS,
  LOGIN_COLUMNS,
  MEMBER_COLUMNS,
  memberRow,
  type RawMember,
  rawLink,
  rawLogin,
  rawMember,
  rawMembership,
  rawTotp,
  TOTP_COLUMNS,
} from '../rows/account.ts'

const insert = (table: string, columns: readonly string[]) =>
  `INSERT INTO ${table} (${columns}) VALUES (${columns.map((column) => `:${column}`)})`

export function accountWrites(db: Database) {
  const addLink = db.prepare(insert('links', LINK_COLUMNS))
  const useLink = db.prepare<[Uint8Array, number], { workspace: string; role: Role }>(
    'DELETE FROM links WHERE hash = ? AND expires_at > ? RETURNING workspace, role',
  )
  const memberByEmail = db.prepare<[string], string>('SELECT id FROM members WHERE email = ?').pluck()
  const addMember = db.prepare(insert('members', MEMBER_COLUMNS))
  const roleOf = db
    .prepare<[string, string], Role>('SELECT role FROM memberships WHERE member_id = ? AND workspace = ?')
    .pluck()
  const setRole = db.prepare(`
    REPLACE INTO memberships (member_id, workspace, role, checksum)
    VALUES (:member_id, :workspace, :role, :checksum)`)
  const addLogin = db.prepare(insert('logins', LOGIN_COLUMNS))
  const touchLogin = db.prepare('UPDATE logins SET last_seen_at = max(last_seen_at, ?) WHERE hash = ?')
  const dropLogin = db.prepare('DELETE FROM logins WHERE hash = ?')
  const dropLogins = db.prepare('DELETE FROM logins WHERE member_id = ? AND hash <> ?')
  const choose = db.prepare('UPDATE logins SET workspace = ? WHERE hash = ?')
  const member = db.prepare<[string], RawMember>('SELECT * FROM members WHERE id = ?')
  const changeMember = db.prepare(
    'UPDATE members SET name = :name, password = :password, checksum = :checksum WHERE id = :id',
  )
  const otherOwner = db.prepare(
    "SELECT 1 FROM memberships WHERE workspace = ? AND role = 'owner' AND member_id <> ? LIMIT 1",
  )
  const dropRole = db.prepare('DELETE FROM memberships WHERE member_id = ? AND workspace = ?')
  const dropInvitation = db.prepare('DELETE FROM links WHERE workspace = ? AND id = ?')
  const saveTotp = db.prepare(insert('totp', TOTP_COLUMNS).replace('INSERT', 'REPLACE'))
  const takeTotp = db.prepare(
    'UPDATE totp SET confirmed = 1, last_step = :step WHERE member_id = :member AND last_step < :step',
  )
  const dropTotp = db.prepare('DELETE FROM totp WHERE member_id = ?')

  function change(memberId: string, given: Partial<Pick<Member, 'name' | 'password'>>): void {
    const held = member.get(memberId)
    if (held) changeMember.run(rawMember({ ...memberRow(held), ...given }))
  }

  return {
    createLink(link: LoginLink): void {
      addLink.run(rawLink(link))
    },

    acceptLink(hash: Uint8Array, member: Member, now: number): boolean {
      const link = useLink.get(hash, now)
      if (!link) return false
      const known = memberByEmail.get(member.email)
      if (known === undefined) addMember.run(rawMember(member))
      const memberId = known ?? member.id
      const role = strongerRole(link.role, roleOf.get(memberId, link.workspace))
      setRole.run(rawMembership(memberId, link.workspace, role))
      return true
    },

    createLogin(login: LoginSession): void {
      addLogin.run(rawLogin(login))
    },

    touchLogin(hash: Uint8Array, at: number): void {
      touchLogin.run(at, hash)
    },

    deleteLogin(hash: Uint8Array): void {
      dropLogin.run(hash)
    },

    deleteLogins(memberId: string, except: Uint8Array): void {
      dropLogins.run(memberId, except)
    },

    chooseWorkspace(hash: Uint8Array, workspace: string): void {
      choose.run(workspace, hash)
    },

    changeMember: change,

    grantRole(memberId: string, workspace: string, role: Role): void {
      setRole.run(rawMembership(memberId, workspace, role))
    },

    changeRole(memberId: string, workspace: string, role: Role | null): MembershipChange {
      const held = roleOf.get(memberId, workspace)
      if (held === undefined) return 'unknown'
      if (held === 'owner' && role !== 'owner' && !otherOwner.get(workspace, memberId)) return 'last_owner'
      if (role === null) dropRole.run(memberId, workspace)
      else setRole.run(rawMembership(memberId, workspace, role))
      return 'done'
    },

    withdrawLink(workspace: string, id: string): boolean {
      return dropInvitation.run(workspace, id).changes > 0
    },

    saveTotp(memberId: string, totp: Totp): void {
      saveTotp.run(rawTotp(memberId, totp))
    },

    takeTotp(memberId: string, step: number): boolean {
      return takeTotp.run({ member: memberId, step }).changes > 0
    },

    deleteTotp(memberId: string): void {
      dropTotp.run(memberId)
    },
  }
}
