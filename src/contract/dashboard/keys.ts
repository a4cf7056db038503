/** GET/POST /keys, PATCH/DELETE /keys/:id, POST /keys/:id/rotate. */
import { type Static, Type } from 'typebox'
import { Closed, OrNull, Page, Time } from './page.ts'

export const KeyKind = Type.Enum(['site', 'secret'])
export type KeyKind = Static<typeof KeyKind>
export const KeyScope = Type.Enum(['sessions', 'survey', 'admin'])
export type KeyScope = Static<typeof KeyScope>

export const KeyMode = Type.Enum(['live', 'test'])
export type KeyMode = Static<typeof KeyMode>

export const KeyItem = Closed(
  {
    id: Type.String(),
    kind: KeyKind,
    /** A test key reads and writes only the data of test mode. */
    mode: KeyMode,
    /** The whole key of a site, which is public. Null for a secret key. */
    site_key: OrNull(Type.String()),
    name: Type.String(),
    /** Such as `bh_sk_AbCd`; identifies the key together with `last4`. */
    prefix: Type.String(),
    last4: Type.String(),
    scopes: Type.Array(KeyScope),
    /** Of a site key; empty allows any origin. */
    origins: Type.Array(Type.String()),
    created_at: Time,
    last_used_at: OrNull(Time),
    expires_at: OrNull(Time),
    revoked_at: OrNull(Time),
    state: Type.Enum(['live', 'ending', 'expired', 'revoked']),
  },
  'Key',
)
export type KeyItem = Static<typeof KeyItem>
export const KeyList = Page(KeyItem, 'KeyList')
export type KeyList = Static<typeof KeyList>

const Name = Type.String({ minLength: 1, maxLength: 100 })
const Origins = Type.Array(Type.String({ minLength: 1, maxLength: 300 }), { maxItems: 50 })
const Scopes = Type.Array(KeyScope, { minItems: 1, maxItems: 3, uniqueItems: true })

export const KeyRequest = Closed(
  {
    kind: KeyKind,
    /** `live` by default. */
    mode: Type.Optional(KeyMode),
    name: Name,
    scopes: Type.Optional(Scopes),
    origins: Type.Optional(Origins),
  },
  'KeyRequest',
)
export type KeyRequest = Static<typeof KeyRequest>

export const KeyChange = Closed(
  {
    name: Type.Optional(Name),
    scopes: Type.Optional(Scopes),
    origins: Type.Optional(Origins),
  },
  'KeyChange',
)
export type KeyChange = Static<typeof KeyChange>

/** Hours for which the old key stays valid; 24 by default. */
export const KeyRotation = Closed({ overlap_hours: Type.Optional(Type.Enum([0, 1, 24, 72])) }, 'KeyRotation')
export type KeyRotation = Static<typeof KeyRotation>

/** `secret` is the full key. A secret key is returned only here. */
export const IssuedKey = Closed({ key: KeyItem, secret: Type.String() }, 'IssuedKey')
export type IssuedKey = Static<typeof IssuedKey>
