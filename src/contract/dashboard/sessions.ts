/** Lists and counts of sessions. Scores come from saved reports; a session that has not been scored yet has none. */
import {
  type Static,
  type TArray,
  type TInteger,
  type TNull,
  type TOptional,
  type TString,
  type TUnion,
  type TUnsafe,
  Type,
} from 'typebox'
import { SESSION_CHECK_NAMES } from '../checks.ts'
import { Action, EventEntry, Label, OverriddenBy } from '../session.ts'
import {
  type FieldOf,
  factOf,
  fieldOf,
  INPUT_METHODS,
  LISTED_FACTS,
  type ListedFact,
  type TypeOfFact,
} from '../session_facts.ts'
import {
  PROPERTY_FILTERS,
  PROPERTY_NAMES,
  type PropertyName,
  type PropertyValues,
} from '../session_filters.ts'
import { Closed, Cursor, limitOf, Next, OrNull, Time, TimeOf } from './page.ts'

export const CheckName = Type.Enum(SESSION_CHECK_NAMES, {
  title: 'SessionCheck',
  description: 'A session check.',
})
export { Action, Label }

export const Input = Type.Enum([...INPUT_METHODS], { title: 'InputMethod', description: 'An input method.' })
export type Input = Static<typeof Input>

const Score = Type.Integer({ minimum: 0, maximum: 100 })
const MAX_CHARS = 256

const time = (description: string, example: string) =>
  Type.Optional(
    Type.String({
      maxLength: 40,
      description: `${description}: Unix milliseconds or ISO 8601.`,
      examples: [example],
    }),
  )
const score = (description: string, example: number) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 100, description, examples: [example] }))

function propertySchema(name: PropertyName) {
  const { meaning, example, options, pattern } = PROPERTY_FILTERS[name]
  const words = { description: `Only sessions ${meaning}.`, examples: [example] }
  if (options !== undefined) return Type.Enum([...options], words)
  return Type.String({ ...words, ...(pattern === undefined ? { maxLength: MAX_CHARS } : { pattern }) })
}

/** The declared filters by a property. */
const PROPERTIES = Object.fromEntries(
  PROPERTY_NAMES.map((name) => [name, Type.Optional(propertySchema(name))]),
) as unknown as { [Name in PropertyName]: TOptional<TUnsafe<PropertyValues[Name]>> }

export const SESSION_FILTERS = {
  since: time('Only sessions that started at or after this time', '2025-03-01'),
  until: time('Only sessions that started before this time', '2025-04-01T00:00:00Z'),
  min_score: score('Only sessions with at least this `risk_score`.', 50),
  max_score: score('Only sessions with at most this `risk_score`.', 69),
  ...PROPERTIES,
}
export const SessionFilters = Closed(SESSION_FILTERS)
export type SessionFilters = Static<typeof SessionFilters>

export const SessionQuery = Closed({
  ...SESSION_FILTERS,
  q: Type.Optional(
    Type.String({
      maxLength: MAX_CHARS,
      description:
        'The first characters of a session ID, a user or a tag, the name of a browser or operating system, or the start of a path. Other filters apply to paths only.',
      examples: ['customer-1042'],
    }),
  ),
  order: Type.Optional(
    Type.Enum(['newest', 'oldest', 'score'], { default: 'newest', description: 'Order of the list.' }),
  ),
  cursor: Cursor,
  limit: limitOf(100, 50),
})
export type SessionQuery = Static<typeof SessionQuery>

/** Schemas of listed facts. */
interface FactSchemas {
  integer: TUnion<[TInteger, TNull]>
  text: TUnion<[TString, TNull]>
  checks: TArray<typeof CheckName>
  inputs: TArray<typeof Input>
  paths: TArray<TString>
}

function factSchema(name: ListedFact) {
  const { type, listed, example } = factOf(name)
  const words = { description: listed ?? '' }
  const schemas: Record<keyof FactSchemas, () => FactSchemas[keyof FactSchemas]> = {
    integer: () => OrNull(Type.Integer(), listed, example),
    text: () => OrNull(Type.String(), listed, example),
    checks: () => Type.Array(CheckName, words),
    inputs: () => Type.Array(Input, words),
    paths: () => Type.Array(Type.String(), words),
  }
  return schemas[type as keyof FactSchemas]()
}

const FACTS = Object.fromEntries(LISTED_FACTS.map((name) => [fieldOf(name), factSchema(name)])) as {
  [Name in ListedFact as FieldOf<Name>]: FactSchemas[TypeOfFact<Name> & keyof FactSchemas]
}

export const SessionItem = Closed(
  {
    session_id: Type.String({ description: 'ID of the session.' }),
    started_at: TimeOf('Time of the first event'),
    last_at: TimeOf('Time of the last event'),
    user_id: OrNull(Type.String(), 'The user ID given to the browser script, or null.'),
    tags: Type.Array(Type.String(), { description: 'Tags given to the browser script.' }),
    risk_score: OrNull(Score, 'Null if not scored yet.'),
    recommended_action: OrNull(Action, 'The computed action; null if not scored yet.'),
    effective_action: OrNull(
      Action,
      'The action of the label if there is one, otherwise the recommended action.',
    ),
    overridden_by: OrNull(OverriddenBy, 'The label that overrides the computed action, or null.'),
    ...FACTS,
    label: OrNull(Label, "The reviewer's label, or null."),
  },
  'SessionItem',
  'A session in a list or export.',
)
export type SessionItem = Static<typeof SessionItem>

const RowCursor = Type.String({ description: 'To continue an export after this row.' })

export const SessionRow = Closed(
  { ...SessionItem.properties, cursor: RowCursor },
  'SessionRow',
  'A line of an export of sessions.',
)

export const EventRow = Closed(
  {
    session_id: SessionItem.properties.session_id,
    user_id: SessionItem.properties.user_id,
    ...EventEntry.properties,
    cursor: RowCursor,
  },
  'EventRow',
  'A line of an export of events.',
)

const { started_at, duration_ms, browser, system, inputs, routes } = SessionItem.properties
/** A list names a visit by these. */
export const VISIT_NAME = { started_at, duration_ms, browser, system, inputs, routes }

export const SessionList = Closed(
  {
    items: Type.Array(SessionItem, { description: 'The sessions of this page.' }),
    next: Next,
    complete: Type.Boolean({
      description:
        'False if the search stopped at its limit; `next` continues it, even if few or no items were found.',
    }),
  },
  'SessionList',
  'A page of sessions.',
)
export type SessionList = Static<typeof SessionList>

/** Sessions by action (a band of scores leads to each), without sessions that were not scored yet. */
export const BandCounts = Closed(
  {
    accept: Type.Integer({ description: 'Sessions with `Auto-accept`.' }),
    monitor: Type.Integer({ description: 'Sessions with `Accept with monitoring`.' }),
    review: Type.Integer({
      description: 'Sessions with `Manual review or require additional verification`.',
    }),
    reject: Type.Integer({ description: 'Sessions with `Auto-reject or high-priority review`.' }),
    unknown: Type.Integer({ description: 'Sessions with `Unknown`.' }),
  },
  'ActionCounts',
  'Number of sessions with each action.',
)
export type BandCounts = Static<typeof BandCounts>

export const SessionHistogram = Closed({
  since: Time,
  until: Time,
  bucket_ms: Type.Integer(),
  /** Oldest first, including empty ones. */
  buckets: Type.Array(Closed({ at: Time, counts: BandCounts })),
  totals: BandCounts,
  complete: Type.Boolean({ description: 'False if counts contain only the newest sessions.' }),
})
export type SessionHistogram = Static<typeof SessionHistogram>

/** Unfiltered. Without a cursor, the response has only one. */
export const SessionChanges = Closed({
  items: Type.Array(SessionItem),
  next: Type.String(),
  overflow: Type.Boolean({ description: 'True if one response cannot hold all changes; reload the list.' }),
})
export type SessionChanges = Static<typeof SessionChanges>
