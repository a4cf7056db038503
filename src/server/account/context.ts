/** Shared by the operations on accounts. */
import type { FastifyReply } from 'fastify'
import type { Me } from '../../contract/dashboard/me.ts'
import { baseUrl } from '../addresses/base_url.ts'
import { type Audit, openAudit } from '../audit/audit_log.ts'
import { PROGRAM_VERSION } from '../config/program_version.ts'
import { isSecure, openSignedIn, type ReadSignedIn, type SignedInMember } from '../http/authenticate.ts'
import { clearedCookie, loginCookie } from '../http/login_cookie.ts'
import { modulePath } from '../http/script_file.ts'
import { LOGIN_TRIES, openLoginThrottle } from '../limits/login_throttle.ts'
import { openTryCounter } from '../limits/try_counter.ts'
import type { Services } from '../services.ts'
import { isDemoWorkspace } from '../workspace/demo_workspace.ts'
import { type Accounts, LOGIN_LIFE_MS, openAccounts } from './accounts.ts'

export interface AccountContext {
  readonly services: Services
  readonly accounts: Accounts
  readonly audit: Audit
  /** The member of a request, as stored now. */
  readonly readSignedIn: ReadSignedIn
  /** The public base URL, without a trailing slash. */
  publicUrl(): string
  me(signedIn: SignedInMember): Promise<Me>
  setCookie(reply: FastifyReply, token: string): void
  clearCookie(reply: FastifyReply): void
}

export function openAccountContext(services: Services, listening: () => string): AccountContext {
  const { config, store, now } = services
  const throttle = openLoginThrottle(openTryCounter(store, LOGIN_TRIES))
  const accounts = openAccounts({
    store: store.accounts,
    throttle,
    now,
    mayDelete: services.clock.isTrusted,
  })
  const secure = isSecure(config)
  const publicUrl = () => baseUrl(config.publicUrl ?? listening())
  const nameOf = async (id: string) => (await store.keys.workspace(id))?.name ?? id

  return {
    services,
    accounts,
    audit: openAudit(store.audit, now),
    readSignedIn: openSignedIn(config, accounts.find),
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
          disk_low: services.disk.isLow,
          chatbot: config.secondOpinion.url !== undefined,
        },
      }
    },
    setCookie: (reply, token) =>
      void reply.header('set-cookie', loginCookie(token, secure, LOGIN_LIFE_MS / 1000)),
    clearCookie: (reply) => void reply.header('set-cookie', clearedCookie(secure)),
  }
}
