/** The logged-in member of a dashboard request, with workspace and role. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Role } from '../../store/accounts.ts'
import type { Audit } from '../base/audit_log.ts'
import { isDemoWorkspace } from '../base/demo_workspace.ts'
import { ApiError } from '../http/errors.ts'
import type { ManageServices } from '../manage/operations.ts'

export { actorOf } from '../http/authenticate.ts'

/** Shared context of all dashboard routes. */
export interface DashboardContext {
  readonly services: ManageServices
  readonly audit: Audit
}

const RANK: Readonly<Record<Role, number>> = { viewer: 0, analyst: 1, owner: 2 }

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
