/** The logged-in member of a dashboard request, with workspace and role. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Member, Role } from '../../store/accounts.ts'
import type { Accounts, LoggedIn } from '../account/accounts.ts'
import { readLoginCookie } from '../account/cookie.ts'
import { isSameSite } from '../account/same_site.ts'
import type { Actor } from '../base/audit_log.ts'
import { isDemoWorkspace } from '../base/demo_workspace.ts'
import { ApiError } from '../http/errors.ts'

export interface SignedInMember {
  readonly member: Member
  readonly role: Role
  readonly workspace: string
  readonly login: LoggedIn
  /** The IPv4 address, or the /64 prefix of an IPv6 address. */
  readonly address: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on dashboard routes that need a login. */
    signedIn: SignedInMember
  }
}

const RANK: Readonly<Record<Role, number>> = { viewer: 0, analyst: 1, owner: 2 }

/** Only pages of this service can send this header: for cross-origin pages it needs a CORS preflight, which fails. */
const OWN_HEADER = 'x-byhand'

export function rejectCrossSiteRequest(request: FastifyRequest, publicUrl: string | undefined): void {
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
  // A member without any workspace cannot use the dashboard.
  if (login === null || first === undefined) throw new ApiError('login_required')
  return { member: login.member, role: first.role, workspace: first.workspace, login, address }
}

export const actorOf = ({ member, workspace, address }: SignedInMember): Actor => ({
  workspace,
  memberId: member.id,
  name: member.name ?? member.email,
  address,
})

/** A hook that keeps data of the user out of a demo workspace, which is deleted as a whole. */
export const notInDemo = async ({ signedIn }: FastifyRequest, _reply: FastifyReply): Promise<void> => {
  if (isDemoWorkspace(signedIn.workspace)) throw new ApiError('demo_workspace')
}

/** A hook that requires at least this role. */
export const atLeast =
  (role: Role) =>
  async ({ signedIn }: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    if (RANK[signedIn.role] < RANK[role]) throw new ApiError('role_too_weak')
  }
