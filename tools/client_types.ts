/** TypeScript types of the API, generated from its OpenAPI document. Needs `npm ci` in tools. */

/** Every schema of the document is an exported type with the same name. */
export async function clientTypes(document: object): Promise<string> {
  // Its own types would add those of the DOM to the whole project.
  const { default: openapiTypes, astToString } = await import('openapi-typescript' as string)
  const types = await openapiTypes(document, {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    // A request may leave out a field with a default.
    defaultNonNullable: false,
  })
  return astToString(types)
}
