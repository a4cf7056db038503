/**
 * An operation of the API, declared once: route, permitted callers, schemas, examples, handler. The same route serves a
 * program with a secret key and a member with the cookie of the dashboard.
 *
 * A group of operations lives in the folder of its subject, as `src/server/webhooks/operations.ts`:
 * 1. Export a function that takes the services of the group and returns its operations, and add it to the list in
 *    `boot/operations.ts`.
 * 2. `audit` names the entries in the audit log that a success may write; the handler writes them. `allow` names the permission of a key, the lowest role of a member, or both. Fastify has validated `query` and
 *    `body` before `handle` runs. `actor` has the workspace, and the name and address for the audit log; `signedIn`
 *    is set if a member calls. Lists return `items` and `next`, and take `cursor`.
 * 3. A route that only the dashboard calls is `internal: true`: it needs no documentation and is not in the OpenAPI
 *    document.
 * 4. Add the routes to test/service/attack_routes.ts with `both`, `manage` or `members`.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { AuditAction } from '../../contract/dashboard/audit.ts'
import { defined } from '../../contract/defined.ts'
import type { Actor } from '../audit/audit_log.ts'
import type { Allow, Authenticate, SignedInMember } from './authenticate.ts'
import { invalid } from './errors.ts'
import { jsonBody, type PathParameter, type RouteDocument } from './openapi/operation_object.ts'
import { mediaOf, type OwnError, type ResponseDocument } from './openapi/responses.ts'

const WITH_BODY: readonly OwnError[] = ['invalid_json', 'body_too_large', 'unsupported_media_type']
const WITH_FILE: readonly OwnError[] = [
  'body_too_large',
  'unsupported_media_type',
  'request_timeout',
  'request_aborted',
]

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** `/v1/webhooks/:id` has the parameter `id`. */
type Params<Route extends string> = Route extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & Params<Rest>
  : Route extends `${string}:${infer Name}`
    ? Record<Name, string>
    : object

export interface Call<Route extends string, Query, Body, Allowed extends Allow> {
  /** The key or the member, with its workspace. */
  readonly actor: Allowed extends 'anyone' ? undefined : Actor
  /** The member, if the dashboard calls. */
  readonly signedIn: Allowed extends 'anyone'
    ? undefined
    : Allowed extends { readonly scope: string }
      ? SignedInMember | undefined
      : SignedInMember
  readonly params: Params<Route>
  readonly query: Query
  readonly body: Body
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** What the OpenAPI document says about an operation. */
interface Documentation<Route extends string>
  extends Pick<RouteDocument, 'operationId' | 'tag' | 'summary' | 'description' | 'headers' | 'response'> {
  readonly params?: Readonly<Record<keyof Params<Route>, PathParameter>>
  readonly errors?: readonly OwnError[]
  readonly internal?: never
}

/** Actions in the audit log, or why there is none. */
export type Audited = AuditAction | readonly AuditAction[] | { readonly none: string }

interface Declaration<
  Route extends string,
  Query extends TSchema,
  Body extends TSchema,
  Allowed extends Allow,
> {
  readonly route: Route
  /** Every operation that may change something has it. */
  readonly audit?: Audited
  readonly allow: Allowed
  readonly query?: Query
  readonly body?: Body
  /** Needed in the OpenAPI document. */
  readonly bodyExample?: unknown
  /** Content types of a body that is a file, with an example of each; null if it is binary. The handler reads it. */
  readonly file?: Readonly<Record<string, string | null>>
  readonly bodyLimit?: number
  /** Status of a success; 200 by default. */
  readonly status?: number
  /** False for a file: Fastify would read all of it to answer HEAD. */
  readonly head?: boolean
  readonly handle: (call: Call<Route, Static<Query>, Static<Body>, Allowed>) => unknown
}

/** Methods other than GET may change something. */
type IsAudited<Route extends string> = Route extends `GET ${string}` ? unknown : { readonly audit: Audited }

export interface Operation {
  readonly allow: Allow
  readonly audit: Audited
  /** Whether the body is a file, which the handler reads. */
  readonly isFile: boolean
  /** Undefined: only the dashboard calls it. */
  readonly document: RouteDocument | undefined
  readonly route: RouteOptions
}

const READS_ONLY: Audited = { none: 'reads only' }
const Nothing = Type.Object({}, { additionalProperties: false })

export function operation<
  const Route extends `${Method} /v1/${string}`,
  const Allowed extends Allow,
  Query extends TSchema = typeof Nothing,
  Body extends TSchema = typeof Nothing,
>(
  declared: Declaration<Route, Query, Body, Allowed> &
    IsAudited<Route> &
    ({ readonly internal: true } | Documentation<Route>),
): Operation {
  const {
    allow,
    audit = READS_ONLY,
    body,
    query = Nothing,
    file,
    status = 200,
    head = true,
    handle,
  } = declared
  const [method, url] = declared.route.split(' ') as [Method, string]
  const document = declared.internal ? undefined : documented(declared, query)
  return {
    allow,
    audit,
    isFile: file !== undefined,
    document,
    route: {
      method,
      url,
      exposeHeadRoute: head,
      ...defined({ bodyLimit: declared.bodyLimit }),
      schema: { querystring: query, ...defined({ body }) },
      config: defined({ openapi: document }),
      handler: async (request, reply) => {
        reply.code(status)
        const { actor, signedIn, params, query, body } = request
        const call = { actor, signedIn, params, query, body, request, reply }
        return handle(call as unknown as Parameters<typeof handle>[0])
      },
    },
  }
}

/** `authenticate`: gives the hook that admits the permitted callers of an operation. */
export async function addOperations(
  app: FastifyInstance,
  operations: readonly Operation[],
  authenticate: Authenticate,
): Promise<void> {
  const add = (scope: FastifyInstance, { route, allow, document }: Operation) =>
    scope.route({ ...route, onRequest: [authenticate(allow), rejectUnread(document)] })
  await app.register(async (scope) => {
    acceptEmptyJson(scope)
    for (const operation of operations) if (!operation.isFile) add(scope, operation)
  })
  // Without parsers: the handlers read the file themselves, within the limit on request bodies in memory.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const operation of operations) if (operation.isFile) add(scope, operation)
  })
}

/** Headers that protect a change. A caller that sends one relies on it, so that it must not be ignored. */
function rejectUnread(document: RouteDocument | undefined) {
  const read = Object.keys(document?.headers?.properties ?? {})
  return async ({ method, headers }: FastifyRequest): Promise<void> => {
    if (method === 'GET' || method === 'HEAD') return
    for (const name of ['Idempotency-Key', 'If-Match'])
      if (headers[name.toLowerCase()] !== undefined && !read.includes(name))
        throw invalid(name, 'is not supported by this operation')
  }
}

/** Many clients send the content type of JSON without a body. */
function acceptEmptyJson(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error')
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body as string, done)
  })
}

type Documented = Documentation<string> & Omit<Declaration<string, TSchema, TSchema, Allow>, 'handle'>

function documented(declared: Documented, query: TSchema): RouteDocument {
  const { allow, audit: _, body, bodyExample, file, errors = [], ...rest } = declared
  const isAdmin = allow !== 'anyone' && allow.scope === 'admin'
  return {
    ...rest,
    query: query as TObject,
    key: isAdmin ? 'adminKey' : 'secretKey',
    ...(body && { body: jsonBody(body, bodyExample) }),
    ...(file && { body: { content: fileContent(file) } }),
    errors: ['invalid_request', ...(body ? WITH_BODY : []), ...(file ? WITH_FILE : []), ...errors],
  }
}

const fileContent = (examples: Readonly<Record<string, string | null>>) =>
  Object.fromEntries(
    Object.entries(examples).map(([type, value]) => [
      type,
      value === null ? { schema: Type.String({ format: 'binary' }) } : mediaOf(Type.String(), value),
    ]),
  )

const NDJSON = 'application/x-ndjson'

/** Validators take a schema for the whole body, and the body is a text. */
const linesOf = (line: TSchema): TSchema => Type.String({ contentMediaType: NDJSON, contentSchema: line })

/** A file as CSV. `row`: of the same file as NDJSON, which has one such JSON value per line. */
export const fileResponse = (
  csv: string,
  row?: { readonly schema: TSchema; readonly example: unknown },
): ResponseDocument => ({
  description: row ? 'The file. `contentSchema` is the schema of one line of NDJSON.' : 'The file.',
  content: {
    ...(row && { [NDJSON]: mediaOf(linesOf(row.schema), `${JSON.stringify(row.example)}\n`) }),
    'text/csv': mediaOf(Type.String(), csv),
  },
})
