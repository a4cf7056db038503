/** Login by password or link; these routes need no login. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  FirstLoginRequest,
  JoinRequest,
  type LinkOffer,
  LinkRequest,
  LoginRequest,
} from '../../contract/dashboard/me.ts'
import { type Credentials, type LoginAnswer, normalizeEmail } from '../account/accounts.ts'
import { ApiError } from '../http/errors.ts'
import { readLoginCookie } from '../http/login_cookie.ts'
import { bodyOf } from '../http/validated.ts'
import type { DashboardContext } from './context.ts'
import { refusalError, whenNotBusy } from './refusal.ts'
import { requireSignedIn } from './signed_in.ts'

const loginBody = bodyOf(LoginRequest)
const linkBody = bodyOf(LinkRequest)
const firstLoginBody = bodyOf(FirstLoginRequest)
const joinBody = bodyOf(JoinRequest)

/** Failures that are logged in the audit log. Throttled attempts are not. */
const AUDITED_FAILURES = new Set(['wrong', 'totp_wrong'])

export function loginRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { accounts, audit, services, secure, addressOf } = context
  const { store } = services

  async function finishLogin(
    request: FastifyRequest,
    reply: FastifyReply,
    answer: LoginAnswer,
    credentials: Credentials,
    action: 'login' | 'joined',
  ) {
    const address = addressOf(request)
    if ('refused' in answer) {
      if (AUDITED_FAILURES.has(answer.refused)) await auditFailure(credentials.email, address)
      throw refusalError(answer.refused)
    }
    // End the login of the old cookie, against session fixation.
    const before = readLoginCookie(request, secure)
    if (before !== undefined) await accounts.logout(before)
    const login = await accounts.find(answer.token)
    const held = login?.roles.find(({ workspace }) => workspace === login.workspace) ?? login?.roles[0]
    if (login === null || held === undefined) throw new ApiError('login_required')
    const signedIn = { member: login.member, role: held.role, workspace: held.workspace, login, address }
    const name = login.member.name ?? login.member.email
    await audit(
      { workspace: held.workspace, memberId: login.member.id, name, address },
      { action, subject: login.member.email },
    )
    if (answer.recoveryCodesLeft !== undefined)
      await audit(
        { workspace: held.workspace, memberId: login.member.id, name, address },
        {
          action: 'recovery_code_used',
          subject: login.member.email,
          detail: `${answer.recoveryCodesLeft} left`,
        },
      )
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

  scope.post('/login', async (request, reply) => {
    const { email, password, totp } = loginBody(request)
    const credentials = { email, password, ...(totp !== undefined && { totp }) }
    const answer = await whenNotBusy(accounts.login(credentials, addressOf(request)))
    return finishLogin(request, reply, answer, credentials, 'login')
  })

  scope.post('/link', async (request): Promise<LinkOffer> => {
    const link = await accounts.findLink(linkBody(request).token)
    if (link === null) throw new ApiError('link_spent')
    return {
      kind: link.invitation === undefined ? 'first-login' : 'invitation',
      workspace: (await store.keys.workspace(link.workspace))?.name ?? link.workspace,
      role: link.role,
      email: link.invitation?.email ?? '',
    }
  })

  scope.post('/first-login', async (request, reply) => {
    const { token, ...credentials } = firstLoginBody(request)
    const answer = await whenNotBusy(accounts.acceptLink(token, credentials, addressOf(request)))
    return finishLogin(request, reply, answer, credentials, 'joined')
  })

  scope.post('/join', async (request, reply) => {
    const { token, totp, ...rest } = joinBody(request)
    const credentials = { ...rest, ...(totp !== undefined && { totp }) }
    const answer = await whenNotBusy(accounts.acceptLink(token, credentials, addressOf(request)))
    return finishLogin(request, reply, answer, credentials, 'joined')
  })

  scope.post('/logout', async (request, reply) => {
    const token = readLoginCookie(request, secure)
    if (token !== undefined) {
      await requireSignedIn(accounts, request, secure, addressOf(request)).then(
        ({ member, workspace, address }) =>
          audit(
            { workspace, memberId: member.id, name: member.name ?? member.email, address },
            { action: 'logout', subject: member.email },
          ),
        () => {},
      )
      await accounts.logout(token)
    }
    context.clearCookie(reply)
    return { done: true }
  })
}
