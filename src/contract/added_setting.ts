/** A setting of a workspace that an extension declares: the API, the audit log and the command line walk these. */
import type { Static, TSchema } from 'typebox'

export interface AddedSetting<Schema extends TSchema = TSchema> {
  readonly schema: Schema
  /** Where none is stored, or an invalid one. */
  readonly initial: Static<Schema>
  readonly example: Static<Schema>
  /** What is wrong with a value of the schema: where in it, as a JSON pointer, and why. */
  fault?(value: Static<Schema>): readonly [pointer: string, reason: string] | undefined
}

export const addedSetting = <Schema extends TSchema>(declared: AddedSetting<Schema>): AddedSetting<Schema> =>
  declared

type Added = Readonly<Record<string, AddedSetting>>

/** The schemas by the names of the settings. */
export const schemasOf = <Declared extends Added>(settings: Declared) =>
  Object.fromEntries(Object.entries(settings).map(([name, { schema }]) => [name, schema])) as {
    readonly [Name in keyof Declared]: Declared[Name]['schema']
  }

/** A value of each. */
export const valuesOf = <Declared extends Added>(settings: Declared, which: 'initial' | 'example') =>
  Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, setting[which]])) as {
    readonly [Name in keyof Declared]: Static<Declared[Name]['schema']>
  }
