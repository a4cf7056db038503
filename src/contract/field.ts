/** A field whose schema has a name in the OpenAPI document. The description is that of the field, not of the schema. */
export const FIELD_DESCRIPTION = 'x-field'

export const Field = <Schema extends object>(schema: Schema, description: string): Schema => ({
  ...schema,
  [FIELD_DESCRIPTION]: description,
})
