/** Shapes that the dashboard's API shares. */
import { type Static, Type } from 'typebox'

type Schema = Parameters<typeof Type.Array>[0]

export const OrNull = <Of extends Schema>(schema: Of) => Type.Union([schema, Type.Null()])

/** `next`: pass it as `before` or `after` for the next page; null: this is the last page. */
export const Page = <Item extends Schema>(item: Item) =>
  Type.Object({ items: Type.Array(item), next: OrNull(Type.String()) }, { additionalProperties: false })

export const Closed = <Properties extends Parameters<typeof Type.Object>[0]>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false })

/** Milliseconds of the server's clock, since 1970. */
export const Time = Type.Integer()

export const Role = Type.Enum(['owner', 'analyst', 'viewer'])
export type Role = Static<typeof Role>

export const Done = Closed({ done: Type.Literal(true) })
export type Done = Static<typeof Done>
