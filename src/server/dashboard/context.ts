/** Shared context of all dashboard routes. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Me } from '../../contract/dashboard/me.ts'
import { type Accounts, LOGIN_LIFE_MS, openAccounts } from '../account/accounts.ts'
import { openLoginThrottle, openTryCounter } from '../account/throttle.ts'
import { type Audit, openAudit } from '../base/audit_log.ts'
import { baseUrl } from '../base/base_url.ts'
import { openClientAddress, rateSubject } from '../base/client_address.ts'
import { isDemoWorkspace } from '../base/demo_workspace.ts'
import { PROGRAM_VERSION } from '../base/program_version.ts'
import type { Challenges } from '../challenge/challenge.ts'
import { isSecure } from '../http/authenticate.ts'
import { clearedCookie, loginCookie } from '../http/login_cookie.ts'
import type { ManageServices } from '../manage/operations.ts'
import { type EraseAnalysis, openEraseAnalysis } from '../privacy/erase_analysis.ts'
import { modulePath } from '../script/script_file.ts'
import type { SignedInMember } from './signed_in.ts'

export interface DashboardContext {
  readonly services: ManageServices
  readonly accounts: Accounts
  readonly audit: Audit
  readonly challenges: Challenges
  readonly secure: boolean
  addressOf(request: FastifyRequest): string
  /** The public base URL, without a trailing slash. */
  publicUrl(): string
  me(signedIn: SignedInMember): Promise<Me>
  eraseAnalysis: EraseAnalysis
  setCookie(reply: FastifyReply, token: string): void
  clearCookie(reply: FastifyReply): void
}

export function openContext(
  services: ManageServices,
  challenges: Challenges,
  listening: () => string,
): DashboardContext {
  const { config, store, now } = services
  const accounts = openAccounts({
    store: store.accounts,
    throttle: openLoginThrottle(openTryCounter(store)),
    now,
  })
  const addresses = openClientAddress(config.trustedProxies)
  const secure = isSecure(config)
  const publicUrl = () => baseUrl(config.publicUrl ?? listening())
  const nameOf = async (id: string) => (await store.keys.workspace(id))?.name ?? id

  return {
    eraseAnalysis: openEraseAnalysis(services.survey),
    services,
    challenges,
    accounts,
    audit: openAudit(store.audit, now),
    secure,
    addressOf: (request) => rateSubject(addresses.of(request.raw)),
    publicUrl,
    async me({ member, role, workspace, login }) {
      const workspaces = await Promise.all(
        login.roles.map(async (held) => ({
          id: held.workspace,
          name: await nameOf(held.workspace),
          role: held.role,
          demo: isDemoWorkspace(held.workspace),
        })),
      )
      const totp = await store.accounts.totp(member.id)
      return {
        member: {
          id: member.id,
          name: member.name ?? '',
          email: member.email,
          totp: totp?.confirmed ?? false,
          recovery_codes: totp?.recovery.length ?? 0,
        },
        role,
        workspace: { id: workspace, name: await nameOf(workspace), demo: isDemoWorkspace(workspace) },
        workspaces,
        service: {
          url: publicUrl(),
          script_path: `/${config.scriptFile}`,
          module_path: modulePath(config.scriptFile),
          ingest_path: config.ingestPath,
          version: PROGRAM_VERSION,
          tor_list: services.network.torList?.(now()) ?? 'current',
        },
      }
    },
    setCookie: (reply, token) =>
      void reply.header('set-cookie', loginCookie(token, secure, LOGIN_LIFE_MS / 1000)),
    clearCookie: (reply) => void reply.header('set-cookie', clearedCookie(secure)),
  }
}
