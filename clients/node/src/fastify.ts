/** A `preHandler` hook for Fastify. */
import {
  DEFAULT_FIELD,
  type Decision,
  decide,
  type HumanOptions,
  REFUSAL,
  REFUSAL_STATUS,
  resultOf,
} from './decision.ts'

interface FastifyRequest {
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
  const { field = DEFAULT_FIELD } = options
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const decision = await decide(resultOf(request.headers[`x-${field}`], request.body, field), options)
    decisions.set(request, decision)
    return decision.outcome === 'block' ? reply.code(REFUSAL_STATUS).send(REFUSAL) : undefined
  }
}
