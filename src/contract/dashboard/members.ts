/** Who belongs to the workspace. GET /members, PATCH/DELETE /members/:id; GET/POST /invitations, DELETE /invitations/:id. */
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

/** 409 `last_owner` when nobody would own the workspace. */
export const RoleRequest = Closed({ role: Role })
export type RoleRequest = Static<typeof RoleRequest>

export const InvitationRequest = Closed({
  role: Role,
  /** Only this address may accept; absent: whoever has the link. */
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

/** `url` is shown once: the token is in its fragment and nowhere else. */
export const IssuedInvitation = Closed({ invitation: InvitationItem, url: Type.String() })
export type IssuedInvitation = Static<typeof IssuedInvitation>
