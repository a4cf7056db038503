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
import { insertInto, type StatementRunner } from '../queries/statement_runner.ts'
import {
  linkRow,
  MEMBER_COLUMNS,
  memberRow,
  membership,
  type RawLink,
  type RawMember,
  type RawMembership,
  rawMember,
  rawMembership,
} from '../rows/account.ts'
import { wellFormed } from '../well_formed.ts'
import type { Database } from './database.ts'
import { statementRunner } from './statement_runner.ts'

export class PostgresAccounts extends AccountQueries {
  readonly #db: Database

  constructor(db: Database) {
    super(statementRunner(db))
    this.#db = db
  }

  acceptLink(hash: Uint8Array, given: Member, now: number): Promise<boolean> {
    return this.#transaction(async (runner) => {
      const [link] = await runner.rows<RawLink>(USE_LINK, { hash, now })
      if (!link) return false
      const { workspace, role } = linkRow(link)
      const memberId = await findOrCreateMember(runner, wellFormed(given))
      const [held] = await runner.rows<RawMembership>(
        'SELECT * FROM memberships WHERE member_id = :memberId AND workspace = :workspace FOR UPDATE',
        { memberId, workspace },
      )
      const granted = strongerRole(role, held && membership(held).role)
      await runner.run(SET_ROLE, rawMembership(memberId, workspace, granted))
      return true
    })
  }

  changeRole(memberId: string, workspace: string, role: Role | null): Promise<MembershipChange> {
    return this.#transaction(async (runner) => {
      // Locks all owners: of two owners who leave at the same time, one is refused.
      const rows = await runner.rows<RawMembership>(
        `SELECT * FROM memberships WHERE workspace = :workspace AND (role = 'owner' OR member_id = :memberId)
         ORDER BY member_id FOR UPDATE`,
        { workspace, memberId },
      )
      const held = rows.find(({ member_id }) => member_id === memberId)
      if (!held) return 'unknown'
      const others = rows.some((row) => row.member_id !== memberId && row.role === 'owner')
      if (held.role === 'owner' && role !== 'owner' && !others) return 'last_owner'
      if (role === null) await runner.run(DELETE_ROLE, held)
      else await runner.run(SET_ROLE, rawMembership(memberId, workspace, role))
      return 'done'
    })
  }

  protected changeMember(id: string, change: MemberChange): Promise<void> {
    return this.#transaction(async (runner) => {
      const [held] = await runner.rows<RawMember>(`${MEMBER_BY_ID} FOR UPDATE`, { id })
      if (held) await runner.run(UPDATE_MEMBER, rawMember({ ...memberRow(held), ...change }))
    })
  }

  #transaction<T>(work: (runner: StatementRunner) => Promise<T>): Promise<T> {
    return this.#db.transaction((queries) => work(statementRunner(queries)))
  }
}

/** Two invitations for one address may be accepted at the same time: the second finds the member of the first. */
async function findOrCreateMember(runner: StatementRunner, member: Member): Promise<string> {
  const raw = rawMember(member)
  await runner.run(`${insertInto('members', MEMBER_COLUMNS)} ON CONFLICT (email) DO NOTHING`, raw)
  const [held] = await runner.rows<RawMember>(MEMBER_BY_EMAIL, raw)
  return held?.id ?? raw.id
}
