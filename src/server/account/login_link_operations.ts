/** Login links, for the operator of the machine. */
import { Type } from 'typebox'
import { Closed, Role } from '../../contract/dashboard/page.ts'
import type { AccountStore } from '../../store/accounts.ts'
import type { Audit } from '../audit/audit_log.ts'
import { ApiError } from '../http/errors.ts'
import { type Operation, operation } from '../http/operation.ts'
import { createLoginLink, createResetLink, normalizeEmail } from './accounts.ts'

export const loginLinkOperations = (
  accounts: AccountStore,
  audit: Audit,
  now: () => number,
): readonly Operation[] => [
  operation({
    route: 'POST /v1/login-links',
    audit: ['member_invited', 'password_reset_created'],
    // Neither keys nor members: this route is not served.
    allow: {},
    internal: true,
    body: Closed({
      role: Type.Optional(Role),
      email: Type.Optional(Type.String()),
    }),
    async handle({ actor, body: { role = 'owner', email } }) {
      if (email === undefined) {
        const token = await createLoginLink(accounts, actor.workspace, role, now())
        await audit(actor, { action: 'member_invited', detail: role })
        return { token }
      }
      const token = await createResetLink(accounts, actor.workspace, email, now())
      if (token === null) throw new ApiError('not_found')
      await audit(actor, { action: 'password_reset_created', subject: normalizeEmail(email) })
      return { token }
    },
  }),
]
