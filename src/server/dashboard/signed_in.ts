/** The logged-in member of a dashboard request, with workspace and role. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Role } from '../../store/accounts.ts'
import type { Accounts } from '../account/accounts.ts'
import { isDemoWorkspace } from '../base/demo_workspace.ts'
import { signedInOf } from '../http/authenticate.ts'
import { ApiError } from '../http/errors.ts'

export { actorOf, rejectCrossSiteRequest, type SignedInMember } from '../http/authenticate.ts'

const RANK: Readonly<Record<Role, number>> = { viewer: 0, analyst: 1, owner: 2 }

export const requireSignedIn = (
  accounts: Accounts,
  request: FastifyRequest,
  secure: boolean,
  address: string,
) => signedInOf(accounts.find, request, secure, address)

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
