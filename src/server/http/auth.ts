/** Authenticates API calls by the secret key in a header; a key in the URL is never read. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Scope } from '../../store/keys.ts'
import type { Services } from '../services.ts'
import { ApiError } from './errors.ts'
import { limitRate } from './limit_rate.ts'

export interface Caller {
  readonly workspace: string
  readonly keyId: string
  readonly keyName: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `requireKey`, on the routes that use it. */
    caller: Caller
  }
}

/** `api_key` is the specified name (docs/reference/specification.md); proxies may drop it, so two more names are accepted. */
const SURVEY_HEADERS = ['api_key', 'x-api-key', 'api-key'] as const

/**
 * A hook that admits secret keys with this scope only. Use it as `onRequest`, so that the body of an
 * unauthenticated request is not read, or as `preHandler`. `isLimited`: whether the rate limit of the key applies.
 */
export function requireKey(services: Services, scope: Scope, { isLimited = true } = {}) {
  const policy = scope === 'survey' ? services.config.rates.survey : services.config.rates.read

  return async function authenticate(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const key = scope === 'survey' ? surveyKey(request) : bearer(request)
    if (key === undefined) throw new ApiError(scope === 'survey' ? 'missing_survey_key' : 'missing_key')
    const row = await services.keys.find(key)
    if (row === null) throw new ApiError('invalid_key')
    if (row.kind !== 'secret') throw new ApiError('site_key_rejected')
    if (!row.scopes.includes(scope)) throw missingPermission(scope)
    if (isLimited) limitRate(services, reply, policy, row.id)
    request.caller = { workspace: row.workspace, keyId: row.id, keyName: row.name }
  }
}

const missingPermission = (scope: Scope): ApiError =>
  new ApiError('wrong_scope', {
    detail: `The key is valid but lacks the permission \`${scope}\`. Add the permission to the key, or use another key.`,
  })

export function bearer(request: FastifyRequest): string | undefined {
  return /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]
}

export function surveyKey(request: FastifyRequest): string | undefined {
  for (const name of SURVEY_HEADERS) {
    const value = request.headers[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return bearer(request)
}
