/** Calls an operation in this process: validated as over HTTP, but its errors are raised as they are. */
import { Readable } from 'node:stream'
import Fastify, { type InjectOptions } from 'fastify'
import type { Actor } from '../audit/audit_log.ts'
import { ApiError } from '../http/errors.ts'
import { addOperations, type Operation } from '../http/operation.ts'
import { toApiError } from '../http/problems.ts'
import { PARAM_CHARS, WITHOUT_COMPILERS } from '../http/validation.ts'

/** What a caller sends to an operation. */
export interface LocalRequest {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** JSON, or the bytes of a file. */
  readonly body?: object | Uint8Array | undefined
}

export interface LocalResponse {
  readonly isJson: boolean
  /** Ends with the error of the operation if it fails. */
  readonly content: AsyncIterable<Uint8Array>
}

/**
 * Rejects with an `ApiError` if the request is not valid or concerns something that does not exist. Fastify gets only this
 * route, because routing all operations would take longer than most calls.
 */
export async function callLocally(
  operation: Operation,
  { params, query, body }: LocalRequest,
  actor: Actor,
): Promise<LocalResponse> {
  if (Object.values(params).includes('')) throw new ApiError('not_found')
  const app = Fastify({
    logger: false,
    schemaController: WITHOUT_COMPILERS,
    routerOptions: { maxParamLength: PARAM_CHARS },
  })
  app.decorateRequest('actor')
  app.decorateRequest('signedIn')
  let failure: unknown
  app.setErrorHandler((error, _request, reply) => {
    failure = error
    reply.code(500).send('')
  })
  app.addHook('onSend', (_request, _reply, payload, done) => {
    if (payload instanceof Readable)
      payload.once('error', (error) => {
        failure = error
      })
    done(null, payload)
  })
  await addOperations(app, [operation], () => async (request) => {
    request.actor = actor
  })

  async function* contentOf(stream: Readable): AsyncGenerator<Uint8Array> {
    try {
      yield* stream
    } catch (error) {
      throw raised(failure ?? error)
    }
  }

  const { method, url } = operation.route
  const isFile = body instanceof Uint8Array
  const response = await app.inject({
    method: method as NonNullable<InjectOptions['method']>,
    url: url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')),
    query,
    ...(body !== undefined && { payload: isFile ? Buffer.from(body) : body }),
    ...(isFile && { headers: { 'content-type': 'application/octet-stream' } }),
    payloadAsStream: true,
  })
  if (failure !== undefined) throw raised(failure)
  // The ID ".." is another route.
  if (response.statusCode === 404) throw new ApiError('not_found')
  const type = String(response.headers['content-type'])
  return { isJson: type.startsWith('application/json'), content: contentOf(response.stream()) }
}

/** Failures of the machine keep their message and stack. */
function raised(failure: unknown): unknown {
  const error = toApiError(failure as Error)
  return error.status >= 500 ? failure : error
}
