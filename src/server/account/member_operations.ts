/** Members, invitations and the audit log of a workspace. */
import type { AuditAction, AuditList } from '../../contract/dashboard/audit.ts'
import {
  type InvitationItem,
  type InvitationList,
  InvitationRequest,
  type IssuedInvitation,
  type MemberList,
  RoleRequest,
} from '../../contract/dashboard/members.ts'
import { Closed, Cursor, limitOf } from '../../contract/dashboard/page.ts'
import type { LoginLink, Role } from '../../store/accounts.ts'
import { StoreDamaged } from '../../store/errors.ts'
import type { Store } from '../../store/store.ts'
import { idOfKey } from '../../store/values/key_text.ts'
import { writeCursor } from '../http/cursor.ts'
import { ApiError, invalid } from '../http/errors.ts'
import { type Operation, operation } from '../http/operation.ts'
import { placeOf } from '../http/page.ts'
import { randomText } from '../workspace/keys.ts'
import { createLoginLink, INVITATION_LIFE_MS, isEmail, isPasswordReset, normalizeEmail } from './accounts.ts'
import type { AccountContext } from './context.ts'

const AUDIT_PAGE = 50
const AuditQuery = Closed({ cursor: Cursor, limit: limitOf(200, AUDIT_PAGE) })

const EVERYONE = { role: 'viewer' } as const
const OWNERS = { role: 'owner' } as const

export function memberOperations({ audit, services, publicUrl }: AccountContext): readonly Operation[] {
  const { store, now } = services
  const emailOf = async (id: string) => (await store.accounts.member(id))?.email ?? id

  /** Null removes the member from the workspace. */
  async function changeRole(id: string, workspace: string, role: Role | null): Promise<void> {
    const result = await store.accounts.changeRole(id, workspace, role)
    if (result === 'unknown') throw new ApiError('not_found')
    if (result === 'last_owner') throw new ApiError('last_owner')
  }

  return [
    operation({
      route: 'GET /v1/members',
      allow: EVERYONE,
      internal: true,
      handle: async ({ signedIn }): Promise<MemberList> => {
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
      },
    }),
    operation({
      route: 'PATCH /v1/members/:id',
      audit: 'role_changed',
      allow: OWNERS,
      internal: true,
      body: RoleRequest,
      handle: async ({ actor, params: { id }, body: { role } }) => {
        await changeRole(id, actor.workspace, role)
        await audit(actor, { action: 'role_changed', subject: await emailOf(id), detail: role })
        return { done: true }
      },
    }),
    operation({
      route: 'DELETE /v1/members/:id',
      audit: 'member_removed',
      // Any member may leave; only owners may remove others.
      allow: EVERYONE,
      internal: true,
      handle: async ({ actor, signedIn, params: { id } }) => {
        if (id !== signedIn.member.id && signedIn.role !== 'owner') throw new ApiError('insufficient_role')
        await changeRole(id, actor.workspace, null)
        await audit(actor, { action: 'member_removed', subject: await emailOf(id) })
        return { done: true }
      },
    }),
    operation({
      route: 'GET /v1/invitations',
      allow: OWNERS,
      internal: true,
      handle: async ({ actor }): Promise<InvitationList> => {
        const links = await store.accounts.invitations(actor.workspace, now())
        return { items: links.flatMap(invitationItem), next: null }
      },
    }),
    operation({
      route: 'POST /v1/invitations',
      audit: 'member_invited',
      allow: { ...OWNERS, notInDemo: true },
      internal: true,
      body: InvitationRequest,
      handle: async ({ actor, body: { role, email: given = '' } }): Promise<IssuedInvitation> => {
        const email = normalizeEmail(given)
        if (email !== '' && !isEmail(email)) throw invalid('/email', 'must be an email address')
        const at = now()
        const invitation = {
          id: `inv_${randomText(16)}`,
          email,
          createdAt: at,
          createdBy: actor.name,
        }
        const token = await createLoginLink(store.accounts, actor.workspace, role, at, invitation)
        await audit(actor, {
          action: 'member_invited',
          subject: email || 'anyone with the link',
          detail: role,
        })
        const link = { role, expiresAt: at + INVITATION_LIFE_MS, invitation }
        return { invitation: itemOf(link, invitation), url: `${publicUrl()}/app/join#${token}` }
      },
    }),
    operation({
      route: 'DELETE /v1/invitations/:id',
      audit: 'invitation_withdrawn',
      allow: OWNERS,
      internal: true,
      handle: async ({ actor, params: { id } }) => {
        const links = await store.accounts.invitations(actor.workspace, now())
        const found = links.find(({ invitation }) => invitation?.id === id)
        if (!(await store.accounts.withdraw(actor.workspace, id))) throw new ApiError('not_found')
        await audit(actor, { action: 'invitation_withdrawn', subject: found?.invitation?.email ?? '' })
        return { done: true }
      },
    }),
    operation({
      route: 'GET /v1/audit',
      allow: OWNERS,
      internal: true,
      query: AuditQuery,
      handle: async ({ actor, query }): Promise<AuditList> => {
        const { limit = AUDIT_PAGE } = query
        const [at, id] = placeOf(query, ['number', 'string']) ?? []
        const place = at === undefined || id === undefined ? undefined : { at, id }
        const rows = await store.audit.list(actor.workspace, limit + 1, place)
        const items = rows.slice(0, limit)
        const last = items.at(-1)
        return {
          items: await Promise.all(
            items.map(async (entry) => ({
              id: entry.id,
              at: entry.at,
              action: entry.action as AuditAction,
              member_id: entry.memberId,
              who: entry.who,
              subject: entry.subject,
              subject_name: await subjectName(store, actor.workspace, entry),
              detail: entry.detail,
              address: entry.address,
            })),
          ),
          next: rows.length > limit && last ? writeCursor([last.at, last.id]) : null,
        }
      },
    }),
  ]
}

const invitationItem = (link: LoginLink): InvitationItem[] =>
  link.invitation === undefined || isPasswordReset(link) ? [] : [itemOf(link, link.invitation)]

function itemOf(
  { role, expiresAt }: Pick<LoginLink, 'role' | 'expiresAt'>,
  { id, email, createdAt, createdBy }: NonNullable<LoginLink['invitation']>,
): InvitationItem {
  return { id, role, email, created_at: createdAt, expires_at: expiresAt, created_by: createdBy }
}

/** The log keeps ids only, so that an erasure need not change it. Names of what still exists are looked up. */
async function subjectName(
  { surveys, facts }: Pick<Store, 'surveys' | 'facts'>,
  workspace: string,
  { action, subject }: { readonly action: string; readonly subject: string },
): Promise<string | null> {
  try {
    if (action.startsWith('verdict_')) {
      const row = await surveys.byId(workspace, subject)
      return row && `${idOfKey(row.participantId)} (${idOfKey(row.surveyId)})`
    }
    if (!action.startsWith('label_')) return null
    return (await facts.one({ workspace, sessionId: subject }))?.userId ?? null
  } catch (error) {
    // The log itself is intact, and shows the id instead.
    if (error instanceof StoreDamaged) return null
    throw error
  }
}
