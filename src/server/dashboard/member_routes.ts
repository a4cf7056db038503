/** Members, invitations and the audit log of a workspace. */
import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AuditAction, AuditList } from '../../contract/dashboard/audit.ts'
import {
  type InvitationItem,
  type InvitationList,
  InvitationRequest,
  type IssuedInvitation,
  type MemberList,
  RoleRequest,
} from '../../contract/dashboard/members.ts'
import type { LoginLink } from '../../store/accounts.ts'
import { createLoginLink, INVITATION_LIFE_MS, isEmail, normalizeEmail } from '../account/accounts.ts'
import { randomText } from '../base/keys.ts'
import { readCursor, writeCursor } from '../http/cursor.ts'
import { ApiError, invalid } from '../http/errors.ts'
import { bodyOf, queryOf } from '../http/validated.ts'
import type { DashboardContext } from './context.ts'
import { actorOf, atLeast, notInDemo } from './signed_in.ts'

const roleBody = bodyOf(RoleRequest)
const invitationBody = bodyOf(InvitationRequest)

const PageQuery = Type.Object({
  before: Type.Optional(Type.String({ maxLength: 400 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
})
export type PageQuery = Static<typeof PageQuery>
export const pageQuery = queryOf(PageQuery)
const PAGE = 50

const ownersOnly = { onRequest: atLeast('owner') }
const newByOwners = { onRequest: [atLeast('owner'), notInDemo] }

interface ById {
  Params: { id: string }
}

export function memberRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { audit, services, publicUrl } = context
  const { store, now } = services

  scope.get('/members', async ({ signedIn }): Promise<MemberList> => {
    const members = await store.accounts.membersOf(signedIn.workspace)
    return {
      items: members.map(({ member, role, hasTotp, lastSeenAt }) => ({
        id: member.id,
        name: member.name ?? '',
        email: member.email,
        role,
        totp: hasTotp,
        created_at: member.createdAt,
        last_seen_at: lastSeenAt,
        you: member.id === signedIn.member.id,
      })),
      next: null,
    }
  })

  const emailOf = async (id: string) => (await store.accounts.member(id))?.email ?? id

  scope.patch<ById>('/members/:id', ownersOnly, async (request) => {
    const { signedIn, params } = request
    const { role } = roleBody(request)
    const result = await store.accounts.changeRole(params.id, signedIn.workspace, role)
    if (result === 'unknown') throw new ApiError('not_found')
    if (result === 'last_owner') throw new ApiError('last_owner')
    await audit(actorOf(signedIn), {
      action: 'role_changed',
      subject: await emailOf(params.id),
      detail: role,
    })
    return { done: true }
  })

  scope.delete<ById>('/members/:id', async ({ signedIn, params }) => {
    // Any member may leave; only owners may remove others.
    if (params.id !== signedIn.member.id && signedIn.role !== 'owner') throw new ApiError('role_too_weak')
    const result = await store.accounts.changeRole(params.id, signedIn.workspace, null)
    if (result === 'unknown') throw new ApiError('not_found')
    if (result === 'last_owner') throw new ApiError('last_owner')
    await audit(actorOf(signedIn), { action: 'member_removed', subject: await emailOf(params.id) })
    return { done: true }
  })

  scope.get('/invitations', ownersOnly, async ({ signedIn }): Promise<InvitationList> => {
    const links = await store.accounts.invitations(signedIn.workspace, now())
    return { items: links.flatMap(invitationItem), next: null }
  })

  scope.post('/invitations', newByOwners, async (request): Promise<IssuedInvitation> => {
    const { signedIn } = request
    const { role, email: given = '' } = invitationBody(request)
    const email = normalizeEmail(given)
    if (email !== '' && !isEmail(email)) throw invalid('/email', 'must be an email address')
    const at = now()
    const invitation = {
      id: `inv_${randomText(16)}`,
      email,
      createdAt: at,
      createdBy: signedIn.member.name ?? signedIn.member.email,
    }
    const token = await createLoginLink(store.accounts, signedIn.workspace, role, at, invitation)
    await audit(actorOf(signedIn), {
      action: 'member_invited',
      subject: email || 'anyone with the link',
      detail: role,
    })
    const link = { role, expiresAt: at + INVITATION_LIFE_MS, invitation }
    return { invitation: itemOf(link, invitation), url: `${publicUrl()}/app/join#${token}` }
  })

  scope.delete<ById>('/invitations/:id', ownersOnly, async ({ signedIn, params }) => {
    const found = (await store.accounts.invitations(signedIn.workspace, now())).find(
      ({ invitation }) => invitation?.id === params.id,
    )
    if (!(await store.accounts.withdraw(signedIn.workspace, params.id))) throw new ApiError('not_found')
    await audit(actorOf(signedIn), {
      action: 'invitation_withdrawn',
      subject: found?.invitation?.email ?? '',
    })
    return { done: true }
  })

  scope.get('/audit', ownersOnly, async (request): Promise<AuditList> => {
    const { before, limit = PAGE } = pageQuery(request)
    const [at, id] = before === undefined ? [] : readCursor(before, ['number', 'string'])
    const place = at === undefined || id === undefined ? undefined : { at, id }
    const rows = await store.audit.list(request.signedIn.workspace, limit + 1, place)
    const items = rows.slice(0, limit)
    const last = items.at(-1)
    return {
      items: items.map((entry) => ({
        id: entry.id,
        at: entry.at,
        action: entry.action as AuditAction,
        member_id: entry.memberId,
        who: entry.who,
        subject: entry.subject,
        detail: entry.detail,
        address: entry.address,
      })),
      next: rows.length > limit && last ? writeCursor([last.at, last.id]) : null,
    }
  })
}

const invitationItem = (link: LoginLink): InvitationItem[] =>
  link.invitation === undefined ? [] : [itemOf(link, link.invitation)]

function itemOf(
  { role, expiresAt }: Pick<LoginLink, 'role' | 'expiresAt'>,
  { id, email, createdAt, createdBy }: NonNullable<LoginLink['invitation']>,
): InvitationItem {
  return { id, role, email, created_at: createdAt, expires_at: expiresAt, created_by: createdBy }
}
