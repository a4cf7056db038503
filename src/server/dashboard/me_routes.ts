/** The logged-in member: name, password, second factor, workspaces. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { encode } from 'uqr'
import {
  type FirstSession,
  PasswordConfirm,
  PasswordRequest,
  ProfileRequest,
  type RecoveryCodes,
  SwitchRequest,
  TotpConfirm,
  type TotpStart,
  WorkspaceRequest,
} from '../../contract/dashboard/me.ts'
import { base32, newTotpSecret, totpStep, totpUri } from '../account/totp.ts'
import { randomText } from '../base/keys.ts'
import { ApiError, invalid } from '../http/errors.ts'
import { bodyOf, queryOf } from '../http/validated.ts'
import type { DashboardContext } from './context.ts'
import { refusalError, whenNotBusy } from './refusal.ts'
import { actorOf, atLeast, requireSignedIn } from './signed_in.ts'

const profileBody = bodyOf(ProfileRequest)
const passwordBody = bodyOf(PasswordRequest)
const switchBody = bodyOf(SwitchRequest)
const confirmBody = bodyOf(TotpConfirm)
const passwordConfirmBody = bodyOf(PasswordConfirm)
const workspaceBody = bodyOf(WorkspaceRequest)

const firstQuery = queryOf(Type.Object({ key: Type.Optional(Type.String({ maxLength: 64 })) }))

const DONE = { done: true } as const
/** The tag of the example session, which is not a visit. */
const EXAMPLE_TAG = 'welcome'
const FIRST_SESSION_LOOK = 100

export function meRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { accounts, audit, services, secure, addressOf } = context
  const { store, now } = services

  /** Reads the member again after a change. */
  const freshMe = async (request: Parameters<typeof addressOf>[0]) =>
    context.me(await requireSignedIn(accounts, request, secure, addressOf(request)))

  async function confirmPassword(request: FastifyRequest): Promise<void> {
    const { member, address } = request.signedIn
    const { password } = passwordConfirmBody(request)
    const known = await whenNotBusy(accounts.verifyPassword(member, password, address))
    if (known === 'wrong') throw invalid('/password', 'is not your password')
    if (known !== true) throw refusalError(known)
  }

  scope.get('/me', ({ signedIn }) => context.me(signedIn))

  scope.patch('/me', async (request) => {
    await store.accounts.setName(request.signedIn.member.id, profileBody(request).name.trim())
    return freshMe(request)
  })

  scope.post('/logout-everywhere', async ({ signedIn }, reply) => {
    await audit(actorOf(signedIn), { action: 'logout_everywhere', subject: signedIn.member.email })
    await store.accounts.deleteLoginsOf(signedIn.member.id)
    context.clearCookie(reply)
    return DONE
  })

  scope.post('/password', async (request) => {
    const { signedIn } = request
    const { current, password } = passwordBody(request)
    const known = await whenNotBusy(accounts.verifyPassword(signedIn.member, current, signedIn.address))
    if (known === 'wrong') throw invalid('/current', 'is not your password')
    if (known !== true) throw refusalError(known)
    const changed = await whenNotBusy(accounts.changePassword(signedIn.member, password))
    if (changed !== true) throw refusalError(changed)
    await store.accounts.deleteLoginsOf(signedIn.member.id, signedIn.login.hash)
    await audit(actorOf(signedIn), { action: 'password_changed', subject: signedIn.member.email })
    return DONE
  })

  scope.post('/totp/start', async ({ signedIn }): Promise<TotpStart> => {
    const held = await store.accounts.totp(signedIn.member.id)
    if (held?.confirmed) throw invalid('', 'two-factor authentication is already on; turn it off first')
    const secret = newTotpSecret()
    await store.accounts.saveTotp(signedIn.member.id, { secret, confirmed: false, lastStep: 0, recovery: [] })
    const uri = totpUri(secret, signedIn.member.email)
    const { data } = encode(uri, { ecc: 'M', border: 0 })
    return {
      secret: base32(secret),
      uri,
      qr: data.map((row) => row.map((dark) => (dark ? '1' : '0')).join('')),
    }
  })

  scope.post('/totp/confirm', async (request): Promise<RecoveryCodes> => {
    const { signedIn } = request
    const { code } = confirmBody(request)
    const held = await store.accounts.totp(signedIn.member.id)
    const step = held === null || held.confirmed ? null : totpStep(held.secret, code, now())
    if (step === null || !(await store.accounts.takeTotp(signedIn.member.id, step))) {
      throw invalid('/code', 'is not the current code for this secret')
    }
    const codes = await accounts.renewRecoveryCodes(signedIn.member)
    await audit(actorOf(signedIn), { action: 'totp_on', subject: signedIn.member.email })
    return { recovery_codes: codes }
  })

  scope.post('/totp/recovery-codes', async (request): Promise<RecoveryCodes> => {
    const { signedIn } = request
    await confirmPassword(request)
    const held = await store.accounts.totp(signedIn.member.id)
    if (!held?.confirmed) throw invalid('', 'two-factor authentication is off; turn it on first')
    const codes = await accounts.renewRecoveryCodes(signedIn.member)
    await audit(actorOf(signedIn), { action: 'recovery_codes_renewed', subject: signedIn.member.email })
    return { recovery_codes: codes }
  })

  scope.delete('/totp', async (request) => {
    const { signedIn } = request
    await confirmPassword(request)
    await store.accounts.deleteTotp(signedIn.member.id)
    await audit(actorOf(signedIn), { action: 'totp_off', subject: signedIn.member.email })
    return DONE
  })

  scope.post('/workspace', async (request) => {
    const { signedIn } = request
    const { workspace_id: chosen } = switchBody(request)
    if (!signedIn.login.roles.some(({ workspace }) => workspace === chosen)) throw new ApiError('not_found')
    await store.accounts.chooseWorkspace(signedIn.login.hash, chosen)
    return freshMe(request)
  })

  scope.patch('/workspace', { onRequest: atLeast('owner') }, async (request) => {
    const { signedIn } = request
    const { name } = workspaceBody(request)
    await store.keys.renameWorkspace(signedIn.workspace, name)
    await audit(actorOf(signedIn), { action: 'workspace_renamed', subject: name })
    return freshMe(request)
  })

  scope.post('/workspaces', { onRequest: atLeast('owner') }, async (request) => {
    const { signedIn } = request
    const { name } = workspaceBody(request)
    const id = `ws_${randomText(16)}`
    await store.keys.createWorkspace({ id, name: name.toWellFormed(), createdAt: now(), settings: {} })
    await store.accounts.grant(signedIn.member.id, id, 'owner')
    await store.accounts.chooseWorkspace(signedIn.login.hash, id)
    await audit({ ...actorOf(signedIn), workspace: id }, { action: 'workspace_created', subject: name })
    return freshMe(request)
  })

  scope.get('/first-session', async (request): Promise<FirstSession> => {
    const { signedIn } = request
    const { key } = firstQuery(request)
    if (key !== undefined) {
      const recent = await store.sessions.recent(signedIn.workspace, { limit: FIRST_SESSION_LOOK })
      const found = recent.find(
        ({ session }) => session.siteKeyId === key && !session.tags.includes(EXAMPLE_TAG),
      )
      return { arrived: found !== undefined, session_id: found?.session.sessionId ?? null }
    }
    const { rows } = await store.facts.list({
      workspace: signedIn.workspace,
      filter: {},
      order: 'newest',
      limit: FIRST_SESSION_LOOK,
    })
    const first = rows.find(({ tags }) => !tags.includes(EXAMPLE_TAG))
    return { arrived: first !== undefined, session_id: first?.sessionId ?? null }
  })
}
