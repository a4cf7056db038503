/** Sends requests to operations of a Fastify instance that does not listen, and raises their errors as they are. */
import { Readable } from 'node:stream'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { ApiError } from '../http/errors.ts'
import type { Operation } from '../http/operation.ts'
import { toApiError } from '../http/problems.ts'

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

/** Rejects with an `ApiError` if the request is not valid or concerns something that does not exist. One call at a time. */
export type LocalCall = (operation: Pick<Operation, 'route'>, request: LocalRequest) => Promise<LocalResponse>

/** Before the routes are added, because they take over the hooks that exist then. */
export function openLocalCall(app: FastifyInstance): LocalCall {
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

  async function* contentOf(stream: Readable): AsyncGenerator<Uint8Array> {
    try {
      yield* stream
    } catch (error) {
      throw raised(failure ?? error)
    }
  }

  return async ({ route }, { params, query, body }) => {
    failure = undefined
    const path = route.url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const isFile = body instanceof Uint8Array
    const response = await app.inject({
      method: route.method as NonNullable<InjectOptions['method']>,
      url: path,
      query,
      ...(body !== undefined && { payload: isFile ? Buffer.from(body) : body }),
      ...(isFile && { headers: { 'content-type': 'application/octet-stream' } }),
      payloadAsStream: true,
    })
    if (failure !== undefined) throw raised(failure)
    // An empty ID is another route.
    if (response.statusCode === 404) throw new ApiError('not_found')
    const type = String(response.headers['content-type'])
    return { isJson: type.startsWith('application/json'), content: contentOf(response.stream()) }
  }
}

/** Failures of the machine keep their message and stack. */
function raised(failure: unknown): unknown {
  const error = toApiError(failure as Error)
  return error.status >= 500 ? failure : error
}
