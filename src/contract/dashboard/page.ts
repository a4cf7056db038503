/** Shared shapes of the API. */
import { type Static, Type } from 'typebox'
import { defined } from '../defined.ts'

type Schema = Parameters<typeof Type.Array>[0]

export const OrNull = <Of extends Schema>(schema: Of, description?: string, example?: unknown) =>
  Type.Union([schema, Type.Null()], {
    ...defined({ description }),
    ...(example !== undefined && { examples: [example] }),
  })

/** Of the time and id of the last item. */
export const CURSOR_EXAMPLE = 'WzE3NDI5MTMwNTAyMTAsInE3WnIwblhrVDJtVmI0THc5c1ljSGciXQ'

/** A caller sends it as `cursor`. */
export const Next = OrNull(Type.String(), 'Cursor of the next page; null on the last page.', CURSOR_EXAMPLE)

export const Cursor = Type.Optional(
  Type.String({ maxLength: 800, description: '`next` of the previous page.', examples: [CURSOR_EXAMPLE] }),
)

export const limitOf = (maximum: number, byDefault: number) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum, default: byDefault, description: 'Items per page.' }))

export const Page = <Item extends Schema>(item: Item, title?: string, description?: string) =>
  Closed(
    { items: Type.Array(item, { description: 'The items of this page.' }), next: Next },
    title,
    description,
  )

/** `title` is the name of the schema in the OpenAPI document. */
export const Closed = <Properties extends Parameters<typeof Type.Object>[0]>(
  properties: Properties,
  title?: string,
  description?: string,
) =>
  Type.Object(properties, {
    additionalProperties: false,
    ...defined({ title, description }),
  })

/** Parameters of a list without filters. */
export const CursorPage = Closed({ cursor: Cursor, limit: limitOf(100, 25) })

/** Server time in Unix milliseconds. */
export const Time = Type.Integer()
export const TimeOf = (what: string) => Type.Integer({ description: `${what}, in Unix milliseconds.` })

/** Hours that an old key or secret stays valid after a rotation. */
export const OVERLAP_HOURS = [0, 1, 24, 72] as const
export type OverlapHours = (typeof OVERLAP_HOURS)[number]
export const DEFAULT_OVERLAP_HOURS: OverlapHours = 24

export const Rotation = (title: string, description: string, overlap: string) =>
  Closed(
    {
      overlap_hours: Type.Optional(
        Type.Enum([...OVERLAP_HOURS], { default: DEFAULT_OVERLAP_HOURS, description: overlap }),
      ),
    },
    title,
    description,
  )

export const Role = Type.Enum(['owner', 'analyst', 'viewer'])
export type Role = Static<typeof Role>

export const Done = Closed(
  { done: Type.Literal(true, { description: 'Always true.' }) },
  'Done',
  'The operation succeeded.',
)
export type Done = Static<typeof Done>
