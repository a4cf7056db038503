/** GET/POST /keys, PATCH/DELETE /keys/:id, POST /keys/:id/rotate. */
import { type Static, Type } from 'typebox'
import { Field } from '../field.ts'
import { Closed, OrNull, Page, Rotation, Time, TimeOf } from './page.ts'

export const KeyKind = Type.Enum(['site', 'secret'], {
  title: 'KeyKind',
  description: 'A public key of a site, or a secret key of a server.',
})
export type KeyKind = Static<typeof KeyKind>
export const KeyScope = Type.Enum(['sessions', 'survey', 'admin'], {
  title: 'KeyScope',
  description: 'An API that a secret key may use: session reports, survey analysis or management.',
})
export type KeyScope = Static<typeof KeyScope>

export const KeyMode = Type.Enum(['live', 'test'], {
  title: 'KeyMode',
  description: 'A test key reads and writes only test-mode data.',
})
export type KeyMode = Static<typeof KeyMode>

const timeOrNull = (description: string) =>
  OrNull(Time, `${description}, in Unix milliseconds; otherwise null.`, 1_742_999_450_000)
const SITE_KEY = 'bh_pk_2Wd8uPqkS0rXnM5cTzYb7LhJ4vE1A0dK3mQ'
const ORIGIN = 'https://shop.example.org'

export const KeyItem = Closed(
  {
    id: Type.String({ description: 'ID of the key.' }),
    kind: Field(KeyKind, 'Kind of the key.'),
    mode: Field(KeyMode, 'Whether it is a test key.'),
    site_key: OrNull(Type.String(), 'The whole site key, which is public. Null for a secret key.', SITE_KEY),
    name: Type.String({ description: 'Display name.' }),
    prefix: Type.String({
      description: 'The first characters of the key, which identify it together with `last4`.',
    }),
    last4: Type.String({ description: 'The last four characters of the key.' }),
    scopes: Type.Array(KeyScope, { description: 'Permissions of a secret key; empty for a site key.' }),
    origins: Type.Array(Type.String(), {
      description: 'Origins of the pages that may use a site key; empty allows any origin.',
      examples: [[ORIGIN]],
    }),
    created_at: TimeOf('Creation time'),
    last_used_at: timeOrNull('Time of the last request with this key, if there was one'),
    expires_at: timeOrNull('Expiry time, if the key has one'),
    revoked_at: timeOrNull('Time of revocation, if the key was revoked'),
    state: Type.Enum(['live', 'ending', 'expired', 'revoked'], {
      description: '`ending`: the key will expire. `expired`: its expiry time has passed.',
    }),
  },
  'Key',
  'A key, without its secret part.',
)
export type KeyItem = Static<typeof KeyItem>
export const KeyList = Page(KeyItem, 'KeyList', 'All keys, newest first.')
export type KeyList = Static<typeof KeyList>

const Name = Type.String({ minLength: 1, maxLength: 100, description: 'Display name.' })
const Origins = Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
  maxItems: 50,
  description: 'Origins of the pages that may use a site key; empty allows any origin.',
  examples: [[ORIGIN]],
})
const Scopes = Type.Array(KeyScope, {
  minItems: 1,
  maxItems: 3,
  uniqueItems: true,
  description: 'Permissions of a secret key.',
  examples: [['sessions', 'survey']],
})

export const KeyRequest = Closed(
  {
    kind: Field(KeyKind, 'Kind of the key.'),
    mode: Type.Optional(Field(KeyMode, '`live` by default.')),
    name: Name,
    scopes: Type.Optional(Scopes),
    origins: Type.Optional(Origins),
    expires_days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 9_999,
        description: 'Days until the key expires. Absent: it does not expire.',
        examples: [90],
      }),
    ),
  },
  'KeyRequest',
  'A key to create.',
)
export type KeyRequest = Static<typeof KeyRequest>

export const KeyChange = Closed(
  {
    name: Type.Optional(Name),
    scopes: Type.Optional(Scopes),
    origins: Type.Optional(Origins),
  },
  'KeyChange',
  'Fields of a key to change. Absent fields stay as they are.',
)
export type KeyChange = Static<typeof KeyChange>

export const KeyRotation = Rotation(
  'KeyRotation',
  'How to rotate a key.',
  'Hours for which the old key stays valid.',
)
export type KeyRotation = Static<typeof KeyRotation>

/** Response of POST /keys and /rotate. */
export const IssuedKey = Closed(
  {
    key: Field(KeyItem, 'The key.'),
    secret: Type.String({ description: 'The whole key. No other response contains a secret key.' }),
  },
  'IssuedKey',
  'A new key.',
)
export type IssuedKey = Static<typeof IssuedKey>
