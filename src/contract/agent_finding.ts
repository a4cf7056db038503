/** What the signature of a request showed: clients can sign their requests with Web Bot Auth. */
import { type Static, Type } from 'typebox'
import { Field } from './field.ts'

const closed = { additionalProperties: false } as const

export const AGENT_POLICIES = ['allow', 'monitor', 'block'] as const
export type AgentPolicy = (typeof AGENT_POLICIES)[number]

export const AgentPolicy = Type.Enum(AGENT_POLICIES, {
  title: 'AgentPolicy',
  description: '`allow`: requests pass. `monitor`: your application decides. `block`: requests are rejected.',
})
/** In reports and decisions. */
export const VerifiedAgent = Type.Object(
  {
    name: Type.String({
      description: 'Its name in the workspace, or the host of its directory if it has none.',
      examples: ['Example Assistant'],
    }),
    url: Type.Union([Type.String(), Type.Null()], {
      description: "URL of the agent's keys, if the signature covers it; otherwise null.",
      examples: ['https://agent.example.org/.well-known/http-message-signatures-directory'],
    }),
    key_id: Type.String({ description: 'Thumbprint of the key.', examples: ['poqkLGiymh_W0uP6PZFw…'] }),
    policy: Field(AgentPolicy, 'The policy of the workspace when the request arrived.'),
  },
  { ...closed, title: 'VerifiedAgent', description: 'An agent whose signature was verified.' },
)
export type VerifiedAgent = Static<typeof VerifiedAgent>

/** `unverified` says nothing about the sender; the others do. */
export const AGENT_FAULTS = ['invalid', 'expired', 'unverified'] as const

export const AgentFinding = Type.Union(
  [
    Type.Object(
      {
        status: Type.Literal('none', {
          description: 'The request carries no agent signature.',
          examples: ['none'],
        }),
      },
      closed,
    ),
    Type.Object(
      {
        status: Type.Literal('verified', {
          description: 'The signature is valid.',
          examples: ['verified'],
        }),
        verified_agent: Field(VerifiedAgent, 'The agent.'),
      },
      closed,
    ),
    Type.Object(
      {
        status: Type.Enum(AGENT_FAULTS, {
          description:
            '`invalid`: forged, changed or malformed. `expired`: outside its validity period. `unverified`: the key or the host is unknown, the signature was used before, or the service did not receive a component that it covers.',
          examples: ['invalid'],
        }),
        reason: Type.String({
          description: 'The reason in plain English.',
          examples: ['The signature does not match the request.'],
        }),
      },
      closed,
    ),
  ],
  { title: 'AgentFinding', description: 'The result of verifying the signature of a request.' },
)
export type AgentFinding = Static<typeof AgentFinding>
