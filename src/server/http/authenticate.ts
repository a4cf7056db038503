/** Who calls an operation: a program with a secret key, or a member with the cookie of the dashboard. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Member, Role } from '../../store/accounts.ts'
import type { Scope } from '../../store/keys.ts'
import { openClientAddress, rateSubject } from '../addresses/client_address.ts'
import type { Actor } from '../audit/audit_log.ts'
import type { Config } from '../config/config.ts'
import type { Services } from '../services.ts'
import { isDemoWorkspace } from '../workspace/demo_workspace.ts'
import { bearer, requireKey, surveyKey } from './auth.ts'
import { ApiError, UnknownRoute } from './errors.ts'
import { limitRate } from './limit_rate.ts'
import { readLoginCookie } from './login_cookie.ts'
import { isSameSite } from './same_site.ts'

/** The permitted callers of an operation. `anyone`: a page of the dashboard before the login. */
export type Allow =
  | 'anyone'
  | {
      /** The permission that a key needs; absent: only members may call. */
      readonly scope?: Scope
      /** The lowest role that a member needs; absent: only programs may call. */
      readonly role?: Role
      /** Keeps data of the user out of a demo workspace, which is deleted as a whole. */
      readonly notInDemo?: true
      /** The operation has a limit of its own. That of the key, which serves all visitors, does not apply. */
      readonly ownLimit?: true
    }

export interface LoggedIn {
  /** The key of this login in the store. */
  readonly hash: Uint8Array
  readonly member: Member
  readonly roles: readonly { readonly workspace: string; readonly role: Role }[]
  /** The workspace selected last, if the member still belongs to it. */
  readonly workspace: string | undefined
}

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
    /** Set by `authenticate`. */
    actor: Actor
    /** Set if a member calls. */
    signedIn: SignedInMember
  }
}

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Returns an `onRequest` hook, so that the body of a request without permission is not read. */
export type Authenticate = (allow: Allow) => Hook

/** The login of a token, unless it has ended. */
export type FindLogin = (token: string) => Promise<LoggedIn | null>

/** The member of a request; throws `login_required` if there is none. */
export type ReadSignedIn = (request: FastifyRequest) => Promise<SignedInMember>

const RANK: Readonly<Record<Role, number>> = { viewer: 0, analyst: 1, owner: 2 }

/** Only pages of this service can send this header: for cross-origin pages it needs a CORS preflight, which fails. */
const OWN_HEADER = 'x-byhand'

const HEADERS = { 'cross-origin-resource-policy': 'same-origin' } as const

export function openAuthenticate(services: Services, readSignedIn: ReadSignedIn): Authenticate {
  const { config } = services
  const { dashboardReads, dashboardChanges, loginsPerIp } = config.rates
  const secure = isSecure(config)
  const addressOf = openAddressOf(config)
  const limitLogins = (request: FastifyRequest, reply: FastifyReply) =>
    limitRate(services, reply, loginsPerIp, addressOf(request))

  async function admitMember(request: FastifyRequest, reply: FastifyReply, role: Role): Promise<void> {
    rejectCrossSiteRequest(request, config.publicUrl)
    const signedIn = await readSignedIn(request).catch((error) => {
      limitLogins(request, reply)
      throw error
    })
    limitRate(services, reply, isRead(request) ? dashboardReads : dashboardChanges, signedIn.member.id)
    if (RANK[signedIn.role] < RANK[role]) throw roleTooWeak(role)
    request.signedIn = signedIn
    request.actor = actorOf(signedIn)
  }

  return (allow) => {
    if (allow === 'anyone') {
      return async (request, reply) => {
        reply.headers(HEADERS)
        rejectCrossSiteRequest(request, config.publicUrl)
        limitLogins(request, reply)
      }
    }
    const { scope, role, notInDemo = false, ownLimit = false } = allow
    const admitKey = scope === undefined ? undefined : requireKey(services, scope, { isLimited: !ownLimit })

    async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const hasCookie = readLoginCookie(request, secure) !== undefined
      // The cookie counts only where there is no key: a program never needs the CSRF header.
      const hasKey = bearer(request) !== undefined
      const isMember = !hasKey && hasCookie
      // A program can do nothing with the advice to log in.
      if (admitKey === undefined && surveyKey(request) !== undefined) throw new UnknownRoute()
      if (role !== undefined && (isMember || admitKey === undefined)) return admitMember(request, reply, role)
      await admitKey?.(request, reply)
      const { workspace, keyId, keyName } = request.caller
      request.actor = { workspace, memberId: keyId, name: keyName, address: addressOf(request) }
    }

    return async (request, reply) => {
      reply.headers(HEADERS)
      await admit(request, reply)
      if (notInDemo && isDemoWorkspace(request.actor.workspace)) throw new ApiError('demo_workspace')
    }
  }
}

/** Whether the login cookie is sent by https only. */
export const isSecure = ({ publicUrl }: Config): boolean => publicUrl?.startsWith('https:') ?? false

const roleTooWeak = (needed: Role): ApiError =>
  new ApiError('insufficient_role', {
    detail: `Your role in this workspace does not allow this. It needs the role ${needed}.`,
  })

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

/** CSRF protection, for requests with a cookie only. */
export function rejectCrossSiteRequest(request: FastifyRequest, publicUrl: string | undefined): void {
  if (isRead(request)) return
  if (request.headers[OWN_HEADER] !== '1' || !isSameSite(request, publicUrl)) {
    throw new ApiError('cross_site_request')
  }
}

export function openSignedIn(config: Config, findLogin: FindLogin): ReadSignedIn {
  const secure = isSecure(config)
  const addressOf = openAddressOf(config)
  return async (request) => {
    const token = readLoginCookie(request, secure)
    return signedInBy(token === undefined ? null : await findLogin(token), addressOf(request))
  }
}

export function signedInBy(login: LoggedIn | null, address: string): SignedInMember {
  const first = login?.roles.find(({ workspace }) => workspace === login.workspace) ?? login?.roles[0]
  // A member without any workspace cannot use the dashboard.
  if (login === null || first === undefined) throw new ApiError('login_required')
  return { member: login.member, role: first.role, workspace: first.workspace, login, address }
}

/** The address of the caller, for rate limits and for the audit log. */
export function openAddressOf({ trustedProxies }: Config): (request: FastifyRequest) => string {
  const addresses = openClientAddress(trustedProxies)
  return (request) => rateSubject(addresses.of(request.raw))
}

export const actorOf = ({ member, workspace, address }: SignedInMember): Actor => ({
  workspace,
  memberId: member.id,
  name: member.name ?? member.email,
  address,
})
