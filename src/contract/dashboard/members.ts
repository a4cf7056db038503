/** Members of the workspace. GET /members, PATCH/DELETE /members/:id; GET/POST /invitations, DELETE /invitations/:id. */
import { type Static, Type } from 'typebox'
import { Closed, OrNull, Page, Role, Time } from './page.ts'

export const MemberItem = Closed({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: Role,
  totp: Type.Boolean(),
  created_at: Time,
  last_seen_at: OrNull(Time),
  /** Whether this is the caller. */
  you: Type.Boolean(),
})
export type MemberItem = Static<typeof MemberItem>
export const MemberList = Page(MemberItem)
export type MemberList = Static<typeof MemberList>

/** 409 `last_owner` if the workspace would have no owner. */
export const RoleRequest = Closed({ role: Role })
export type RoleRequest = Static<typeof RoleRequest>

export const InvitationRequest = Closed({
  role: Role,
  /** Only this address may accept; absent: anyone with the link. */
  email: Type.Optional(Type.String({ maxLength: 254 })),
})
export type InvitationRequest = Static<typeof InvitationRequest>

export const InvitationItem = Closed({
  id: Type.String(),
  role: Role,
  email: Type.String(),
  created_at: Time,
  expires_at: Time,
  created_by: Type.String(),
})
export type InvitationItem = Static<typeof InvitationItem>
export const InvitationList = Page(InvitationItem)
export type InvitationList = Static<typeof InvitationList>

/** `url` is returned only here; the token is in its fragment. */
export const IssuedInvitation = Closed({ invitation: InvitationItem, url: Type.String() })
export type IssuedInvitation = Static<typeof IssuedInvitation>
