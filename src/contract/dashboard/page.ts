/** Shared shapes of the dashboard API. */
import { type Static, Type } from 'typebox'

type Schema = Parameters<typeof Type.Array>[0]

export const OrNull = <Of extends Schema>(schema: Of, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description })

/** `next` is the cursor of the next page, sent as `before` or `after`; null on the last page. */
export const Page = <Item extends Schema>(item: Item, title?: string) =>
  Closed({ items: Type.Array(item), next: OrNull(Type.String()) }, title)

/** `title` is the name of the schema in the OpenAPI document. */
export const Closed = <Properties extends Parameters<typeof Type.Object>[0]>(
  properties: Properties,
  title?: string,
) => Type.Object(properties, { additionalProperties: false, ...(title !== undefined && { title }) })

/** Server time in Unix milliseconds. */
export const Time = Type.Integer()

export const Role = Type.Enum(['owner', 'analyst', 'viewer'])
export type Role = Static<typeof Role>

export const Done = Closed({ done: Type.Literal(true) }, 'Done')
export type Done = Static<typeof Done>
