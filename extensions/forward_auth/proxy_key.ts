/**
 * Authenticates a proxy by its secret key. Only a proxy may name the path of a visitor's request; a visitor who could
 * do so would choose the mildest rule.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { requireKey } from '../../src/server/http/auth.ts'
import { ApiError } from '../../src/server/http/errors.ts'
import type { Services } from '../../src/server/services.ts'

/** For proxies that forward the visitor's own `Authorization`. */
const KEY_HEADER = 'x-byhand-key'

const MISSING =
  'The proxy must send a secret key as `Authorization: Bearer <key>` or in `X-Byhand-Key`. Keys in the URL are not accepted.'

export function requireProxyKey(services: Services) {
  const authenticate = requireKey(services, 'sessions', { isLimited: false })

  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const own = request.headers[KEY_HEADER]
    const { authorization } = request.headers
    // Anybody can send this, and the response says what is missing, so there is nothing to log.
    if (own === undefined && !authorization) throw new ApiError('missing_key', { detail: MISSING })
    if (own !== undefined) {
      // One of the two is the visitor's, who must not cause what the proxy does in an outage.
      if (/bh_sk_/.test(authorization ?? '')) throw new ApiError('invalid_key')
      request.headers.authorization = `Bearer ${own}`
    }
    try {
      await authenticate(request, reply)
    } catch (error) {
      if (!(error instanceof ApiError && (error.status === 401 || error.status === 403))) throw error
      // A proxy would pass 401 and 403 on to the visitor. It treats 502 as an outage.
      services.logFailure('forward auth rejected the key of a proxy', null, {
        request_id: request.id,
        error_code: error.code,
      })
      throw new ApiError('proxy_misconfigured')
    }
  }
}
