/** A `preHandler` hook for Fastify. */
import { checkOptions } from './check_options.ts'
import {
  DEFAULT_FIELD,
  type Decision,
  decide,
  type HumanOptions,
  REFUSAL_STATUS,
  refusalOf,
  resultOf,
} from './decision.ts'
import { headerOf } from './signed_request.ts'

interface FastifyRequest {
  readonly method: string
  readonly protocol: string
  readonly originalUrl: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body?: unknown
}
interface FastifyReply {
  code(status: number): { send(body: unknown): unknown }
}

const decisions = new WeakMap<object, Decision>()

/** The decision about a request that passed `requireHuman`. */
export const decisionOf = (request: object): Decision | undefined => decisions.get(request)

export function requireHuman(options: HumanOptions) {
  checkOptions(options)
  const { field = DEFAULT_FIELD } = options
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { method, protocol, originalUrl, headers } = request
    const url = `${protocol}://${headers.host}${originalUrl}`
    const result = resultOf(headers[`x-${field}`], request.body, field)
    const decision = await decide(result, options, { method, url, header: headerOf(headers) })
    decisions.set(request, decision)
    return decision.outcome === 'block' ? reply.code(REFUSAL_STATUS).send(refusalOf(decision)) : undefined
  }
}
