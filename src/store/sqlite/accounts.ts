import type { Database } from 'better-sqlite3'
import { type Member, type MembershipChange, type Role, strongerRole } from '../accounts.ts'
import {
  AccountQueries,
  DELETE_ROLE,
  MEMBER_BY_EMAIL,
  MEMBER_BY_ID,
  type MemberChange,
  SET_ROLE,
  UPDATE_MEMBER,
  USE_LINK,
} from '../queries/account_queries.ts'
import { insertInto } from '../queries/statement_runner.ts'
import {
  linkRow,
  MEMBER_COLUMNS,
  memberRow,
  type RawLink,
  type RawMember,
  rawMember,
  rawMembership,
} from '../rows/account.ts'
import { wellFormed } from '../well_formed.ts'
import { statementRunner } from './statement_runner.ts'
import type { WriteQueue } from './write_queue.ts'

export class SqliteAccounts extends AccountQueries {
  readonly #queue: WriteQueue

  constructor(db: Database, queue: WriteQueue) {
    super(statementRunner(db, queue))
    this.#queue = queue
  }

  acceptLink(hash: Uint8Array, member: Member, now: number): Promise<boolean> {
    return this.#queue.write(0, 'acceptLink', hash, wellFormed(member), now)
  }

  changeRole(memberId: string, workspace: string, role: Role | null): Promise<MembershipChange> {
    return this.#queue.write(0, 'changeRole', memberId, workspace, role)
  }

  protected changeMember(id: string, change: MemberChange): Promise<void> {
    return this.#queue.write(0, 'changeMember', id, change)
  }
}

export function accountWrites(db: Database) {
  const useLink = db.prepare<[object], RawLink>(USE_LINK)
  const memberByEmail = db.prepare<[object], RawMember>(MEMBER_BY_EMAIL)
  const memberById = db.prepare<[object], RawMember>(MEMBER_BY_ID)
  const addMember = db.prepare(insertInto('members', MEMBER_COLUMNS))
  const updateMember = db.prepare(UPDATE_MEMBER)
  const roleOf = db
    .prepare<[string, string], Role>('SELECT role FROM memberships WHERE member_id = ? AND workspace = ?')
    .pluck()
  const setRole = db.prepare(SET_ROLE)
  const deleteRole = db.prepare(DELETE_ROLE)
  const otherOwner = db.prepare(
    "SELECT 1 FROM memberships WHERE workspace = ? AND role = 'owner' AND member_id <> ? LIMIT 1",
  )

  return {
    acceptLink(hash: Uint8Array, member: Member, now: number): boolean {
      const link = useLink.get({ hash, now })
      if (!link) return false
      const { workspace, role } = linkRow(link)
      const known = memberByEmail.get({ email: member.email })
      if (!known) addMember.run(rawMember(member))
      const memberId = known?.id ?? member.id
      const granted = strongerRole(role, roleOf.get(memberId, workspace))
      setRole.run(rawMembership(memberId, workspace, granted))
      return true
    },

    changeMember(id: string, change: MemberChange): void {
      const held = memberById.get({ id })
      if (held) updateMember.run(rawMember({ ...memberRow(held), ...change }))
    },

    changeRole(memberId: string, workspace: string, role: Role | null): MembershipChange {
      const held = roleOf.get(memberId, workspace)
      if (held === undefined) return 'unknown'
      if (held === 'owner' && role !== 'owner' && !otherOwner.get(workspace, memberId)) return 'last_owner'
      if (role === null) deleteRole.run({ member_id: memberId, workspace })
      else setRole.run(rawMembership(memberId, workspace, role))
      return 'done'
    },
  }
}
