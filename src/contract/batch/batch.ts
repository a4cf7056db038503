/** One batch of recorded events, as the browser script sends it. */
import { type Static, Type } from 'typebox'
import { defined } from '../defined.ts'
import { Field } from '../field.ts'
import { BATCH, ID_BYTES } from '../limits.ts'
import { SESSION_ID } from '../test_sites.ts'

const Whole = (minimum: number, maximum: number, description?: string, example?: number) =>
  Type.Integer({
    minimum,
    maximum,
    ...defined({ description }),
    ...(example !== undefined && { examples: [example] }),
  })
const MAX_TIME = Number.MAX_SAFE_INTEGER
const Base64Url = (length: number, description: string) =>
  Type.String({ pattern: `^[A-Za-z0-9_-]{${length}}$`, description })

/** The kind of thing that a name in a batch's table stands for. */
export const NAME_ROLES = [
  'button',
  'link',
  'text',
  'choice',
  'select',
  'form',
  'path',
  'question',
  'element',
] as const
export type NameRole = (typeof NAME_ROLES)[number]

/** `[role, label]`: a button's text, a field's id or label, a page's path. Never a typed value. */
export const Name = Type.Tuple([Type.Enum(NAME_ROLES), Type.String({ maxLength: BATCH.nameChars })])
export type Name = Static<typeof Name>

/** A signal's value, or the reason for its absence. Absence is never evidence. */
export const SignalValue = Type.Union([
  Type.Null(),
  Type.Boolean(),
  Type.Number(),
  Type.String({ maxLength: 1024 }),
  Type.Array(Type.Union([Type.Number(), Type.String({ maxLength: 256 })]), { maxItems: 100 }),
  Type.Object(
    {
      absent: Type.String({
        maxLength: 64,
        description: 'Why there is no value.',
        examples: ['unsupported'],
      }),
    },
    { additionalProperties: false },
  ),
])
export type SignalValue = Static<typeof SignalValue>

export const DeviceReading = Type.Object(
  {
    at: Type.Enum(['load', 'submit'], {
      description:
        'When the signals were read: at page load, on form submission, or when the visitor left the page.',
      examples: ['load'],
    }),
    signals: Type.Record(Type.String({ maxLength: 64 }), SignalValue, {
      maxProperties: BATCH.deviceSignals,
      description: 'Device signals by name: a value, or the reason for its absence.',
      examples: [{ platform: 'Linux x86_64', cores: 8, webdriver: false }],
    }),
  },
  { additionalProperties: false, title: 'DeviceReading', description: 'Device signals at one moment.' },
)
export type DeviceReading = Static<typeof DeviceReading>

/**
 * `[name, t, position, removed, inserted]`: one change of a declared survey question, `t` in tenths of a
 * millisecond since the tab's time origin; `inserted` is the text, or its length where content is not recorded.
 */
export const Edit = Type.Tuple([
  Whole(0, BATCH.names),
  Whole(0, MAX_TIME),
  Whole(0, 1_000_000),
  Whole(0, 1_000_000),
  Type.Union([Type.String({ maxLength: 20_000 }), Whole(0, 1_000_000)]),
])
export type Edit = Static<typeof Edit>

/** The answer to the challenge of an earlier response: see challenge.ts. */
export const ChallengeAnswer = Type.Object(
  {
    seed: Type.String({
      maxLength: 64,
      description: 'The seeds that the service sent.',
      examples: ['f417 q7Zr0nXkT2m'],
    }),
    results: Type.Array(Type.Union([Type.String({ maxLength: 256 }), Type.Number()]), {
      maxItems: 32,
      description: 'Results of the tasks, in a fixed order.',
      examples: [['58afc80e0d43734b92a9b13adf5600c6', '928984da8e9601b9748d321b6ba1f1e2', 1]],
    }),
  },
  {
    additionalProperties: false,
    title: 'ChallengeAnswer',
    description: 'The answer to the challenge of an earlier response.',
    examples: [{ seed: 'f417 q7Zr0nXkT2m', results: ['58afc80e0d43734b92a9b13adf5600c6', 1] }],
  },
)
export type ChallengeAnswer = Static<typeof ChallengeAnswer>

export const Batch = Type.Object(
  {
    v: Type.Literal(1, { description: 'Version of the format.' }),
    site_key: Type.String({ maxLength: 64, description: 'The public site key, `bh_pk_…`.' }),
    session_id: Type.String({
      pattern: SESSION_ID,
      description:
        'ID of the session: 132 random bits. It is public and not a credential. With a site key for browser tests, the test session of that key.',
    }),
    token: Type.Optional(
      Type.String({
        maxLength: 512,
        description: 'The token of the latest response. Only a first batch has none.',
        examples: ['1.mi3k0x7c.Q2fJ0cT8vYk.9fXJ2mYtq0sLw6bR4nVkZc8dHpTe1uGaOi7xQyBvEMo'],
      }),
    ),
    tab_secret: Type.Optional(
      Base64Url(
        22,
        '132 random bits that only this browser tab knows. Required without a `token`. It lets the tab resend a first batch whose response was lost.',
      ),
    ),
    tab: Base64Url(8, 'ID of the stream of batches of one document; a new one for every page load.'),
    page: Whole(0, 100_000, 'The number of documents of this session before this one.'),
    seq: Whole(0, 1_000_000, 'Number of the batch in its stream, from 0.'),
    final: Type.Optional(
      Type.Boolean({
        description: 'Whether this is the last batch of its tab, as far as the browser knows.',
        examples: [true],
      }),
    ),
    sent_at: Whole(0, MAX_TIME, "Time of sending by the browser's clock, in Unix milliseconds."),
    time_origin: Whole(
      0,
      MAX_TIME,
      "The document's time origin by the browser's clock, in Unix milliseconds.",
    ),
    start: Whole(
      0,
      MAX_TIME,
      'Base for the time of the first row: tenths of a millisecond since the time origin.',
    ),
    at: Type.Tuple([Whole(-1_000_000, 1_000_000), Whole(-1_000_000, 1_000_000)], {
      description: 'Pointer position before the first row.',
    }),
    user_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: ID_BYTES,
        description: 'Your ID for the user.',
        examples: ['customer-1042'],
      }),
    ),
    user_hash: Type.Optional(
      Type.String({
        maxLength: 128,
        description:
          'HMAC-SHA256 of the user ID in hexadecimal, made by your server with the secret of the workspace. Needed if the workspace requires it.',
        examples: ['3f7c9d1e5b8a2046c1d9e7f35a6b80214cde97f0836b5a1d2c4e6f8091a3b5c7'],
      }),
    ),
    tags: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: BATCH.tagChars }), {
        maxItems: BATCH.tags,
        description: "The whole list: it replaces the session's earlier tags.",
        examples: [['checkout']],
      }),
    ),
    intro: Type.Optional(
      Whole(
        1,
        1_000_000,
        "Number of times the session's documents have sent a user ID and tags, including this one. The highest number wins. Without it, the latest `page` and `seq` win.",
        1,
      ),
    ),
    zone: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'IANA time zone of the browser.',
        examples: ['Europe/Berlin'],
      }),
    ),
    names: Type.Array(Name, {
      maxItems: BATCH.names,
      description:
        'Roles and labels that rows refer to, such as the text of a button or the path of a page. Never a typed value.',
    }),
    /** Validated row by row, which is faster and names the row. */
    rows: Type.Array(Type.Array(Type.Integer()), {
      maxItems: BATCH.rows,
      description:
        'One array of integers per event: type, time since the previous row, and the fields of the type.',
    }),
    device: Type.Optional(
      Type.Array(DeviceReading, {
        maxItems: 4,
        description:
          'Readings of device signals. An empty list means that the page forbids them, which the workspace must allow.',
        examples: [[{ at: 'load', signals: { cores: 8 } }]],
      }),
    ),
    edits: Type.Optional(
      Type.Array(Edit, {
        maxItems: BATCH.edits,
        description:
          'Edits in declared survey questions: name, time, position, removed characters, inserted text or its length.',
        examples: [[[0, 21000, 0, 0, 'T']]],
      }),
    ),
    dropped: Type.Optional(Whole(0, MAX_TIME, 'Rows that were dropped because a buffer was full.', 0)),
    challenge: Type.Optional(Field(ChallengeAnswer, 'The answer to the challenge of an earlier response.')),
  },
  { additionalProperties: false, title: 'Batch', description: 'One batch of recorded events.' },
)
export type Batch = Static<typeof Batch>

/** The response to an accepted batch. */
export const BatchAnswer = Type.Object(
  {
    session_id: Type.String({ description: 'ID of the session.' }),
    token: Type.String({ description: 'Token for the next batch of the session.' }),
    status: Type.Enum(['stored', 'repeated'], {
      description: '`repeated`: the same batch was stored before.',
    }),
    challenge: Type.Optional(
      Type.String({
        description: "Seeds of the session's challenge. Only in the response to a batch without a token.",
        examples: ['f417 q7Zr0nXkT2m'],
      }),
    ),
  },
  { additionalProperties: false, title: 'BatchAnswer', description: 'The response to an accepted batch.' },
)
export type BatchAnswer = Static<typeof BatchAnswer>
