/** Login by password or link; these operations need no login. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  FirstLoginRequest,
  JoinRequest,
  type LinkOffer,
  LinkRequest,
  LoginRequest,
} from '../../contract/dashboard/me.ts'
import { actorOf, isSecure, openAddressOf, signedInBy } from '../http/authenticate.ts'
import { ApiError } from '../http/errors.ts'
import { readLoginCookie } from '../http/login_cookie.ts'
import { type Operation, operation } from '../http/operation.ts'
import { type Credentials, isPasswordReset, type LoginAnswer, normalizeEmail } from './accounts.ts'
import type { AccountContext } from './context.ts'
import { refusalError, whenNotBusy } from './refusal.ts'

/** Failures that are logged in the audit log. Throttled attempts are not. */
const AUDITED_FAILURES = new Set(['wrong', 'wrong_code'])

const JOIN_ENTRIES = ['joined', 'password_changed', 'login_failed', 'recovery_code_used'] as const

export function loginOperations(context: AccountContext): readonly Operation[] {
  const { accounts, audit, services, readSignedIn } = context
  const { store, config } = services
  const secure = isSecure(config)
  const addressOf = openAddressOf(config)

  async function finishLogin(
    request: FastifyRequest,
    reply: FastifyReply,
    answer: LoginAnswer,
    credentials: Credentials,
    action: 'login' | 'joined' | 'password_changed',
  ) {
    const address = addressOf(request)
    if ('refused' in answer) {
      if (AUDITED_FAILURES.has(answer.refused)) await auditFailure(credentials.email, address)
      throw refusalError(answer.refused)
    }
    // End the login of the old cookie, against session fixation.
    const before = readLoginCookie(request, secure)
    if (before !== undefined) await accounts.logout(before)
    const signedIn = signedInBy(await accounts.find(answer.token), address)
    const actor = actorOf(signedIn)
    const subject = signedIn.member.email
    await audit(actor, { action, subject })
    if (answer.recoveryCodesLeft !== undefined)
      await audit(actor, {
        action: 'recovery_code_used',
        subject,
        detail: `${answer.recoveryCodesLeft} left`,
      })
    context.setCookie(reply, answer.token)
    return context.me(signedIn)
  }

  async function auditFailure(email: string, address: string): Promise<void> {
    const member = await store.accounts.memberByEmail(normalizeEmail(email))
    if (member === null) return
    for (const { workspace } of await store.accounts.roles(member.id)) {
      await audit(
        { workspace, memberId: null, name: '', address },
        { action: 'login_failed', subject: member.email },
      )
    }
  }

  async function join(
    request: FastifyRequest,
    reply: FastifyReply,
    { token, ...credentials }: FirstLoginRequest | JoinRequest,
  ) {
    const answer = await whenNotBusy(accounts.acceptLink(token, credentials, addressOf(request)))
    const isReset = 'token' in answer && answer.isReset === true
    return finishLogin(request, reply, answer, credentials, isReset ? 'password_changed' : 'joined')
  }

  return [
    operation({
      route: 'POST /v1/login',
      audit: ['login', 'login_failed', 'recovery_code_used'],
      allow: 'anyone',
      internal: true,
      body: LoginRequest,
      handle: async ({ body, request, reply }) => {
        const answer = await whenNotBusy(accounts.login(body, addressOf(request)))
        return finishLogin(request, reply, answer, body, 'login')
      },
    }),
    operation({
      route: 'POST /v1/link',
      audit: { none: 'reads only' },
      allow: 'anyone',
      internal: true,
      body: LinkRequest,
      handle: async ({ body }): Promise<LinkOffer> => {
        const link = await accounts.findLink(body.token)
        if (link === null) throw new ApiError('invalid_link')
        return {
          kind: isPasswordReset(link)
            ? 'reset'
            : link.invitation === undefined
              ? 'first-login'
              : 'invitation',
          workspace: (await store.keys.workspace(link.workspace))?.name ?? link.workspace,
          role: link.role,
          email: link.invitation?.email ?? '',
        }
      },
    }),
    operation({
      route: 'POST /v1/first-login',
      audit: JOIN_ENTRIES,
      allow: 'anyone',
      internal: true,
      body: FirstLoginRequest,
      handle: ({ request, reply, body }) => join(request, reply, body),
    }),
    operation({
      route: 'POST /v1/join',
      audit: JOIN_ENTRIES,
      allow: 'anyone',
      internal: true,
      body: JoinRequest,
      handle: ({ request, reply, body }) => join(request, reply, body),
    }),
    operation({
      route: 'POST /v1/logout',
      audit: 'logout',
      allow: 'anyone',
      internal: true,
      handle: async ({ request, reply }) => {
        const token = readLoginCookie(request, secure)
        if (token !== undefined) {
          await readSignedIn(request).then(
            (signedIn) => audit(actorOf(signedIn), { action: 'logout', subject: signedIn.member.email }),
            () => {},
          )
          await accounts.logout(token)
        }
        context.clearCookie(reply)
        return { done: true }
      },
    }),
  ]
}
