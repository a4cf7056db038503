/** Forward auth: a proxy asks whether to pass a request on. The visitor's signed result is in a first-party cookie. */
import { type Static, Type } from 'typebox'
import { AGENT_FAULTS, VerifiedAgent } from '../../src/contract/agent_finding.ts'
import { Field } from '../../src/contract/field.ts'

/** From the mildest to the strictest. */
export const OUTCOMES = ['allow', 'review', 'block'] as const
export type Outcome = (typeof OUTCOMES)[number]

export const ForwardAuthRule = Type.Object(
  {
    path: Type.String({
      pattern: '^/',
      maxLength: 256,
      description: 'The rule covers this path and every path below it. The longest path that matches wins.',
      examples: ['/signup'],
    }),
    max_score: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 100,
        description: 'Also block above this score. Visitors whose decision is `reject` are always blocked.',
        examples: [49],
      }),
    ),
    on_unknown: Type.Enum(OUTCOMES, {
      description: 'For requests without a valid result, and for visitors that need step-up verification.',
      examples: ['block'],
    }),
  },
  { additionalProperties: false, title: 'ForwardAuthRule', description: 'The policy of one path.' },
)
export type ForwardAuthRule = Static<typeof ForwardAuthRule>

export const FORWARD_AUTH_REASONS = [
  'passed',
  'too_risky',
  'step_up',
  'missing',
  'invalid',
  'expired',
  'wrong_site_key',
  'wrong_host',
  'rate_limited',
  'verified_agent',
  'invalid_agent_signature',
  'expired_agent_signature',
] as const
export type ForwardAuthReason = (typeof FORWARD_AUTH_REASONS)[number]

export const ForwardAuthAnswer = Type.Object(
  {
    outcome: Type.Enum(['allow', 'review'] as const, {
      description: '`review`: the request passes, and your application decides.',
      examples: ['allow'],
    }),
    reason: Type.Enum(FORWARD_AUTH_REASONS, {
      description:
        "The reason. `step_up`: the visitor needs step-up verification. `missing`, `invalid`, `expired`, `wrong_site_key`, `wrong_host`: the state of the cookie. `rate_limited`: more requests with one cookie than the rate limit allows. `verified_agent`: the workspace's policy for the agent applied. `invalid_agent_signature`, `expired_agent_signature`: the request claims to come from an agent, but its signature is forged or too old.",
      examples: ['passed'],
    }),
    agent_signature: Type.Enum(['none', 'verified', ...AGENT_FAULTS] as const, {
      description:
        'The Web Bot Auth signature of the request. `unverified`: its key or host is unknown, it was used before, the clock of the service may be wrong, or the proxy does not send a component that it covers.',
      examples: ['none'],
    }),
    verified_agent: Type.Optional(Field(VerifiedAgent, 'The agent, if its signature is verified.')),
  },
  { additionalProperties: false, title: 'ForwardAuthAnswer', description: 'The request may pass.' },
)
export type ForwardAuthAnswer = Static<typeof ForwardAuthAnswer>
