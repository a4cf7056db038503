import type { Database } from 'better-sqlite3'
import { type LoginLink, type LoginSession, type Member, type Role, strongerRole } from '../accounts.ts'
import { rawLink, rawLogin, rawMember, rawMembership } from '../rows/account.ts'

export function accountWrites(db: Database) {
  const addLink = db.prepare(`
    INSERT INTO links (hash, workspace, role, expires_at, checksum)
    VALUES (:hash, :workspace, :role, :expires_at, :checksum)`)
  const useLink = db.prepare<[Uint8Array, number], { workspace: string; role: Role }>(
    'DELETE FROM links WHERE hash = ? AND expires_at > ? RETURNING workspace, role',
  )
  const memberByEmail = db.prepare<[string], string>('SELECT id FROM members WHERE email = ?').pluck()
  const addMember = db.prepare(`
    INSERT INTO members (id, email, password, created_at, checksum)
    VALUES (:id, :email, :password, :created_at, :checksum)`)
  const roleOf = db
    .prepare<[string, string], Role>('SELECT role FROM memberships WHERE member_id = ? AND workspace = ?')
    .pluck()
  const setRole = db.prepare(`
    REPLACE INTO memberships (member_id, workspace, role, checksum)
    VALUES (:member_id, :workspace, :role, :checksum)`)
  const addLogin = db.prepare(`
    INSERT INTO logins (hash, member_id, created_at, last_seen_at, checksum)
    VALUES (:hash, :member_id, :created_at, :last_seen_at, :checksum)`)
  const touchLogin = db.prepare('UPDATE logins SET last_seen_at = max(last_seen_at, ?) WHERE hash = ?')
  const dropLogin = db.prepare('DELETE FROM logins WHERE hash = ?')
  const dropLogins = db.prepare('DELETE FROM logins WHERE member_id = ?')

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

    deleteLogins(memberId: string): void {
      dropLogins.run(memberId)
    },
  }
}
