/** Verifies signed requests for servers that have no proxy with forward auth. */
import type { FastifyInstance } from 'fastify'
import { AgentFinding, AgentRequest } from '../../contract/agents.ts'
import type { Services } from '../base/services.ts'
import type { SignedMessage } from '../base/signed_message.ts'
import { requireKey } from '../http/auth.ts'
import { invalid } from '../http/errors.ts'
import { jsonResponse, problemResponses } from '../http/openapi_responses.ts'
import { bodyOf } from '../http/validated.ts'

/** Larger than the headers that servers accept. */
const BODY_BYTES = 64 * 1024

const toVerify = bodyOf(AgentRequest)

const VERIFY = {
  operationId: 'verifyAgent',
  tags: ['Sessions'],
  summary: 'Verify the signature of an agent',
  description:
    'Verifies the Web Bot Auth signature of a request that your server got. Send all headers that the signature covers.',
  security: [{ secretKey: [] }],
  consumes: ['application/json'],
  body: {
    ...AgentRequest,
    'x-examples': {
      example: {
        value: {
          method: 'GET',
          url: 'https://shop.example.org/products',
          headers: {
            'signature-agent': 'sig1="https://agent.example.org"',
            'signature-input':
              'sig1=("@authority" "signature-agent";key="sig1");created=1735689600;expires=1735693200;keyid="…";tag="web-bot-auth"',
            signature: 'sig1=:…:',
          },
          site_key: 'bh_pk_2Wd8uPqkS0rXnM5cTzYb7LhJ4vE1A0dK3mQ',
        },
      },
    },
  },
  response: {
    200: jsonResponse('The result of the verification.', AgentFinding, {
      status: 'verified',
      verified_agent: {
        name: 'Example Assistant',
        url: 'https://agent.example.org/.well-known/http-message-signatures-directory',
        key_id: 'qGg0mC3Yw8kQ1sVbNZt3mC0Yw8kQ1sVbNZt3mC0Yw8k',
        policy: 'allow',
      },
    }),
    ...problemResponses(
      '/v1',
      [
        'invalid_request',
        'invalid_json',
        'body_too_large',
        'unsupported_media_type',
        'rate_limited',
        'overloaded',
        'store_unavailable',
        'missing_key',
        'invalid_key',
        'site_key_refused',
        'wrong_scope',
      ],
      [{ pointer: '/url', detail: 'is required' }],
    ),
  },
}

export async function agentRoutes(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    scope.setValidatorCompiler(() => () => true)
    scope.setSerializerCompiler(() => JSON.stringify)
    scope.addHook('onRequest', requireKey(services, 'sessions'))
    scope.post('/v1/agents/verify', { schema: VERIFY, bodyLimit: BODY_BYTES }, async (request) => {
      const { method, url, headers, site_key } = toVerify(request)
      const scheme: SignedMessage['scheme'] = url.startsWith('https:') ? 'https' : 'http'
      const rest = url.slice(scheme.length + 3)
      const slash = rest.indexOf('/')
      if (URL.parse(url) === null) throw invalid('/url', 'is not a URL')
      const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
      return services.agents.verifyForSite(
        request.caller.workspace,
        site_key,
        {
          method,
          scheme,
          authority: slash === -1 ? rest : rest.slice(0, slash),
          target: slash === -1 ? '/' : rest.slice(slash),
          headers: Object.fromEntries(named) as Record<string, string>,
        },
        'application',
      )
    })
  })
}
