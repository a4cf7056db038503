/** The logged-in member: name, password and workspaces. */
import { Type } from 'typebox'
import {
  type FirstSession,
  PasswordRequest,
  ProfileRequest,
  SwitchRequest,
  WorkspaceRequest,
} from '../../contract/dashboard/me.ts'
import { ApiError, invalid } from '../http/errors.ts'
import { type Operation, operation } from '../http/operation.ts'
import type { AccountContext } from './context.ts'
import { refusalError, whenNotBusy } from './refusal.ts'
import { createWorkspace } from './workspace_operations.ts'

const FirstSessionQuery = Type.Object({ key: Type.Optional(Type.String({ maxLength: 64 })) })

const DONE = { done: true } as const
const FIRST_SESSION_LOOK = 100

const EVERYONE = { role: 'viewer' } as const
const OWNERS = { role: 'owner' } as const

export function meOperations(context: AccountContext): readonly Operation[] {
  const { accounts, audit, services, readSignedIn } = context
  const { store, now } = services

  /** Reads the member again after a change. */
  const freshMe = async (request: Parameters<typeof readSignedIn>[0]) =>
    context.me(await readSignedIn(request))

  return [
    operation({
      route: 'GET /v1/me',
      allow: EVERYONE,
      internal: true,
      handle: ({ signedIn }) => context.me(signedIn),
    }),
    operation({
      route: 'PATCH /v1/me',
      audit: 'name_changed',
      allow: EVERYONE,
      internal: true,
      body: ProfileRequest,
      handle: async ({ actor, signedIn, body, request }) => {
        const name = body.name.trim()
        await store.accounts.setName(signedIn.member.id, name)
        await audit(actor, { action: 'name_changed', subject: signedIn.member.email, detail: name })
        return freshMe(request)
      },
    }),
    operation({
      route: 'POST /v1/logout-everywhere',
      audit: 'logout_everywhere',
      allow: EVERYONE,
      internal: true,
      handle: async ({ actor, signedIn: { member }, reply }) => {
        await audit(actor, { action: 'logout_everywhere', subject: member.email })
        await store.accounts.deleteLoginsOf(member.id)
        context.clearCookie(reply)
        return DONE
      },
    }),
    operation({
      route: 'POST /v1/password',
      audit: 'password_changed',
      allow: EVERYONE,
      internal: true,
      body: PasswordRequest,
      handle: async ({ actor, signedIn: { member, login, address }, body: { current, password } }) => {
        const known = await whenNotBusy(accounts.verifyPassword(member, current, address))
        if (known === 'wrong') throw invalid('/current', 'is not your password')
        if (known !== true) throw refusalError(known)
        const changed = await whenNotBusy(accounts.changePassword(member, password))
        if (changed !== true) throw refusalError(changed)
        await store.accounts.deleteLoginsOf(member.id, login.hash)
        await audit(actor, { action: 'password_changed', subject: member.email })
        return DONE
      },
    }),
    operation({
      route: 'POST /v1/workspace',
      audit: { none: 'changes what this login shows' },
      allow: EVERYONE,
      internal: true,
      body: SwitchRequest,
      handle: async ({ signedIn: { login }, body: { workspace_id: chosen }, request }) => {
        if (!login.roles.some(({ workspace }) => workspace === chosen)) throw new ApiError('not_found')
        await store.accounts.chooseWorkspace(login.hash, chosen)
        return freshMe(request)
      },
    }),
    operation({
      route: 'PATCH /v1/workspace',
      audit: 'workspace_renamed',
      allow: OWNERS,
      internal: true,
      body: WorkspaceRequest,
      handle: async ({ actor, body: { name }, request }) => {
        await store.keys.renameWorkspace(actor.workspace, name)
        await audit(actor, { action: 'workspace_renamed', subject: name })
        return freshMe(request)
      },
    }),
    operation({
      route: 'POST /v1/workspaces',
      audit: 'workspace_created',
      allow: OWNERS,
      internal: true,
      body: WorkspaceRequest,
      handle: async ({ actor, signedIn: { member, login }, body: { name }, request }) => {
        const { id } = await createWorkspace({ store, audit, now }, actor, name)
        await store.accounts.grant(member.id, id, 'owner')
        await store.accounts.chooseWorkspace(login.hash, id)
        return freshMe(request)
      },
    }),
    operation({
      route: 'GET /v1/first-session',
      allow: EVERYONE,
      internal: true,
      query: FirstSessionQuery,
      handle: async ({ actor: { workspace }, query: { key } }): Promise<FirstSession> => {
        if (key !== undefined) {
          const recent = await store.sessions.recent(workspace, { limit: FIRST_SESSION_LOOK })
          const found = recent.find(({ session }) => session.siteKeyId === key)
          return { arrived: found !== undefined, session_id: found?.session.sessionId ?? null }
        }
        const { rows } = await store.facts.list({ workspace, filter: {}, order: 'newest', limit: 1 })
        const [first] = rows
        return { arrived: first !== undefined, session_id: first?.sessionId ?? null }
      },
    }),
  ]
}
