/** Who asks, in which workspace, with what right. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Member, Role } from '../../store/accounts.ts'
import type { Accounts, LoggedIn } from '../account/accounts.ts'
import { readLoginCookie } from '../account/cookie.ts'
import { isSameSite } from '../account/same_site.ts'
import { ApiError } from '../http/errors.ts'
import type { Actor } from '../privacy/audit_log.ts'

export interface SignedInMember {
  readonly member: Member
  readonly role: Role
  readonly workspace: string
  readonly login: LoggedIn
  /** The network it comes from, not the machine. */
  readonly address: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every route of the dashboard that needs a login. */
    signedIn: SignedInMember
  }
}

const STRENGTH: Readonly<Record<Role, number>> = { viewer: 0, analyst: 1, owner: 2 }

/** A page of ours sends this header; no other page can without asking the browser, which asks us, who say no. */
const OWN_HEADER = 'x-byhand'

export function rejectCrossSite(request: FastifyRequest, publicUrl: string | undefined): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  if (request.headers[OWN_HEADER] !== '1' || !isSameSite(request, publicUrl)) {
    throw new ApiError('foreign_request')
  }
}

export async function requireSignedIn(
  accounts: Accounts,
  request: FastifyRequest,
  secure: boolean,
  address: string,
): Promise<SignedInMember> {
  const token = readLoginCookie(request, secure)
  const login = token === undefined ? null : await accounts.find(token)
  const first = login?.roles.find(({ workspace }) => workspace === login.workspace) ?? login?.roles[0]
  // Whoever was removed from the last workspace has nothing left to look at.
  if (login === null || first === undefined) throw new ApiError('login_required')
  return { member: login.member, role: first.role, workspace: first.workspace, login, address }
}

export const actorOf = ({ member, workspace, address }: SignedInMember): Actor => ({
  workspace,
  memberId: member.id,
  name: member.name ?? member.email,
  address,
})

/** A hook: only members with at least this role. */
export const atLeast =
  (role: Role) =>
  async ({ signedIn }: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    if (STRENGTH[signedIn.role] < STRENGTH[role]) throw new ApiError('role_too_weak')
  }
