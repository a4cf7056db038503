/** Types of a call of any endpoint, from the OpenAPI document. */
import type { paths } from './contract.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The paths that have this method, as in the API reference: `/v1/sessions/{sessionId}/label`. */
export type PathWith<M extends Method> = {
  [Path in keyof paths]: Lowercase<M> extends keyof paths[Path] ? Path : never
}[keyof paths]

type Operation<M extends Method, Path extends PathWith<M>> = paths[Path][Lowercase<M> & keyof paths[Path]]

/** JSON if the endpoint has it, otherwise a file. */
type Content<Types> = Types extends { readonly 'application/json': infer Json } ? Json : string | Uint8Array

type Parameters<Op> = Op extends { readonly parameters: infer Given }
  ? Pick<Given, keyof Given & ('path' | 'query')>
  : object

type Body<Op> = Op extends { readonly requestBody: { readonly content: infer Types } }
  ? { readonly body: Content<Types> }
  : Op extends { readonly requestBody?: { readonly content: infer Types } }
    ? { readonly body?: Content<Types> }
    : object

/** Parameters in the path, parameters in the query, and the body. */
export type CallInput<M extends Method, Path extends PathWith<M>> = Parameters<Operation<M, Path>> &
  Body<Operation<M, Path>>

type Success<Responses> = Responses[keyof Responses]

/** The JSON of the response, or its text if it is a file. */
export type CallResult<M extends Method, Path extends PathWith<M>> =
  Operation<M, Path> extends { readonly responses: infer Responses }
    ? Success<Responses> extends { readonly content: { readonly 'application/json': infer Json } }
      ? Json
      : string
    : never

/** Without required input, it can be left out. */
export type CallArguments<M extends Method, Path extends PathWith<M>> =
  object extends CallInput<M, Path> ? [input?: CallInput<M, Path>] : [input: CallInput<M, Path>]

/** The path with its parameters, and the query without absent ones. */
export function addressOf(
  template: string,
  path: Readonly<Record<string, unknown>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name]
    if (value === undefined || value === '') throw new TypeError(`path.${name} is empty`)
    return encodeURIComponent(String(value))
  })
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return given.length === 0 ? filled : `${filled}?${new URLSearchParams(given as [string, string][])}`
}
