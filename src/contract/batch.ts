/** One batch of recorded events, as the browser script sends it. */
import { type Static, Type } from 'typebox'
import { BATCH, ID_BYTES } from './limits.ts'

const Whole = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum })
const MAX_TIME = Number.MAX_SAFE_INTEGER
const Base64Url = (length: number) => Type.String({ pattern: `^[A-Za-z0-9_-]{${length}}$` })

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
  Type.Object({ absent: Type.String({ maxLength: 64 }) }, { additionalProperties: false }),
])
export type SignalValue = Static<typeof SignalValue>

export const DeviceReading = Type.Object(
  {
    /** When it was read: at page load, or when a form was submitted or the page was left. */
    at: Type.Enum(['load', 'submit']),
    signals: Type.Record(Type.String({ maxLength: 64 }), SignalValue, { maxProperties: BATCH.deviceSignals }),
  },
  { additionalProperties: false },
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
    seed: Type.String({ maxLength: 64 }),
    results: Type.Array(Type.Union([Type.String({ maxLength: 256 }), Type.Number()]), { maxItems: 32 }),
  },
  { additionalProperties: false },
)
export type ChallengeAnswer = Static<typeof ChallengeAnswer>

export const Batch = Type.Object(
  {
    v: Type.Literal(1),
    site_key: Type.String({ maxLength: 64 }),
    session_id: Base64Url(22),
    /** Issued in the response to the first batch, which is the only one without it. */
    token: Type.Optional(Type.String({ maxLength: 512 })),
    /**
     * 128 random bits that only this browser tab knows, sent when there is no `token`. With it, a first batch whose
     * response was lost can be sent again. The session id is public and proves nothing.
     */
    claim: Type.Optional(Base64Url(22)),
    /** One document's stream of batches; a new one for every page load. */
    tab: Base64Url(8),
    /** The number of documents of this session before this one. A missing number is a visible gap. */
    page: Whole(0, 100_000),
    seq: Whole(0, 1_000_000),
    /** The last batch of its tab, as far as the browser knows. */
    final: Type.Optional(Type.Boolean()),
    /** Milliseconds of the browser's clock when the batch was sent. */
    sent_at: Whole(0, MAX_TIME),
    /** Milliseconds of the browser's clock at the document's time origin. */
    time_origin: Whole(0, MAX_TIME),
    /** Tenths of a millisecond since the time origin, from which the first row's `dt` counts. */
    start: Whole(0, MAX_TIME),
    /** Pointer position before the first row. */
    at: Type.Tuple([Whole(-1_000_000, 1_000_000), Whole(-1_000_000, 1_000_000)]),
    user_id: Type.Optional(Type.String({ minLength: 1, maxLength: ID_BYTES })),
    user_hash: Type.Optional(Type.String({ maxLength: 128 })),
    /** The whole list: it replaces the session's earlier tags. */
    tags: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: BATCH.tagChars }), { maxItems: BATCH.tags }),
    ),
    /**
     * The number of times that the session's documents have sent a user id and tags, this one included. The highest
     * number is valid, whatever the order of arrival. Without it, the latest `page` and `seq`.
     */
    intro: Type.Optional(Whole(1, 1_000_000)),
    /** IANA time zone of the browser. */
    zone: Type.Optional(Type.String({ maxLength: 64 })),
    names: Type.Array(Name, { maxItems: BATCH.names }),
    /** See rows.ts. Validated row by row, which is faster and names the row. */
    rows: Type.Array(Type.Array(Type.Integer()), { maxItems: BATCH.rows }),
    device: Type.Optional(Type.Array(DeviceReading, { maxItems: 4 })),
    edits: Type.Optional(Type.Array(Edit, { maxItems: BATCH.edits })),
    /** Rows that were dropped because a buffer was full. */
    dropped: Type.Optional(Whole(0, MAX_TIME)),
    challenge: Type.Optional(ChallengeAnswer),
  },
  { additionalProperties: false },
)
export type Batch = Static<typeof Batch>

/** The response to an accepted batch. */
export const BatchAnswer = Type.Object(
  {
    session_id: Type.String(),
    token: Type.String(),
    status: Type.Enum(['stored', 'repeated']),
    /** Seeds of the session's challenge. Only in the response to a batch without a token. */
    challenge: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)
export type BatchAnswer = Static<typeof BatchAnswer>
