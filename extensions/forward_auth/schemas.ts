/** Forward auth in the OpenAPI document. */
import { type Static, Type } from 'typebox'
import type { RouteDocument } from '../../src/server/http/openapi/operation_object.ts'
import { jsonResponse } from '../../src/server/http/openapi/responses.ts'
import { ForwardAuthAnswer } from './contract.ts'

export const ForwardAuthQuery = Type.Object(
  {
    site_key: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'The site key that the result must belong to.',
      examples: ['bh_pk_2Wd8uPqkS0rXnM5cTzYb7LhJ4vE1A0dK3mQ'],
    }),
  },
  { additionalProperties: false },
)
export type ForwardAuthQuery = Static<typeof ForwardAuthQuery>

const ForwardAuthHeaders = Type.Object({
  'x-forwarded-uri': Type.String({
    description:
      'The path that the visitor requested, as received. The proxy must replace this header if the visitor sent one: two are rejected.',
    examples: ['/signup?plan=b'],
  }),
  'x-forwarded-host': Type.Optional(
    Type.String({
      description:
        'The host that the visitor requested. With it, and the `Signature`, `Signature-Input` and `Signature-Agent` of the visitor, the service verifies the signatures of agents. Also send `X-Forwarded-Method` and `X-Forwarded-Proto`.',
      examples: ['shop.example.org'],
    }),
  ),
})

const header = (description: string, example: string) => ({
  description,
  schema: { type: 'string', examples: [example] },
})

export const FORWARD_AUTH: RouteDocument = {
  operationId: 'forwardAuth',
  tag: 'Sessions',
  summary: 'Forward auth',
  description:
    "A proxy asks whether to let a visitor's request through. Send the visitor's `Cookie`. The rules in the settings decide by path. Send the secret key in `X-Byhand-Key` if `Authorization` belongs to the visitor.",
  key: 'secretKey',
  query: ForwardAuthQuery,
  headers: ForwardAuthHeaders,
  response: jsonResponse(
    'The request may pass. The headers are for your application; each has the value `none` if it does not apply.',
    ForwardAuthAnswer,
    { outcome: 'allow', reason: 'passed', agent_signature: 'none' },
    {
      'X-Byhand-Outcome': header('`allow` or `review`.', 'allow'),
      'X-Byhand-Reason': header('Why.', 'passed'),
      'X-Byhand-Session': header('ID of the session.', 'q7Zr0nXkT2mVb4Lw9sYcHg'),
      'X-Byhand-Score': header('The risk score.', '12'),
      'X-Byhand-Agent': header('Name of the verified agent.', 'none'),
      'X-Byhand-Agent-Signature': header('State of its signature.', 'none'),
    },
  ),
  errors: ['invalid_request', 'visitor_rejected', 'proxy_misconfigured'],
}
