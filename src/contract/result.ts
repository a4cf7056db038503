/**
 * The signed result: a short-lived summary of a session that a page sends to its own server. It is encrypted, so that a
 * bot cannot read its own score.
 */
import { type Static, Type } from 'typebox'
import { RECOMMENDED_ACTIONS } from './checks.ts'
import { DECISIONS, PROVEN } from './decision.ts'
import { Field } from './field.ts'
import { STEP_UP_RESULTS } from './step_up_field.ts'
import { SESSION_ID } from './test_sites.ts'

export { RESULT_LIFE_MS } from './result_cookie.ts'

export const RESULT_PREFIX = 'bhr1_'
/** Enough for the longest result; a longer text is none. */
export const RESULT_CHARS = 8_192

const PAGE_TEXT_CHARS = 255

const PageText = (description: string, example: string) =>
  Type.String({ maxLength: PAGE_TEXT_CHARS, description, examples: [example] })

const time = (description: string) =>
  Type.Integer({ description: `${description}, in Unix milliseconds.`, examples: [1_742_913_050_000] })

const given = {
  page_action: Type.Optional(
    PageText('The name that the page gave to the action, such as `signup`.', 'signup'),
  ),
  page_data: Type.Optional(
    PageText('Data that the page passed along. The page can send any text.', 'order 17'),
  ),
}

/** Of the page, with the session's credentials. */
export const ResultRequest = Type.Object(
  {
    site_key: Type.String({ maxLength: 64, description: 'The site key of the page.', examples: ['bh_pk_…'] }),
    session_id: Type.String({
      pattern: SESSION_ID,
      description: 'ID of the session.',
      examples: ['q7Zr0nXkT2mVb4Lw9sYcHg'],
    }),
    token: Type.String({
      maxLength: 512,
      description: 'The token from the response to the last batch.',
      examples: ['…'],
    }),
    tab: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9_-]{8}$',
        description: 'ID of the stream of batches of this page load. Each page load has its own results.',
        examples: ['Zt3mC0Yw'],
      }),
    ),
    ...given,
  },
  { additionalProperties: false, title: 'ResultRequest', description: 'A request for a signed result.' },
)
export type ResultRequest = Static<typeof ResultRequest>

export const ResultAnswer = Type.Object(
  {
    result: Type.String({
      description: 'The signed result. Only servers with the secret can read it.',
      examples: ['bhr1_…'],
    }),
    expires_at: time('Expiry time'),
  },
  { additionalProperties: false, title: 'ResultAnswer', description: 'A signed result.' },
)
export type ResultAnswer = Static<typeof ResultAnswer>

export const Proven = Type.Enum(PROVEN, {
  title: 'Proven',
  description:
    'What the session has proven; each value includes those before it. `nothing`; `recording`: a complete recording of enough input in a known browser; `in_time`: the service received it while it was made; `challenge`: the browser passed its challenge; `behavior`: nothing is missing that `Auto-accept` needs.',
  examples: ['behavior'],
})

export const Decision = Type.Enum(DECISIONS, {
  title: 'Decision',
  description:
    'What to do with the visitor, by the acceptance level of the workspace. `step_up`: accept only after step-up verification.',
  examples: ['accept'],
})

export const SignedResult = Type.Object(
  {
    result_id: Type.String({
      description:
        'The same for every result of this page load and action until one is redeemed, so that a server can reject a second use.',
      examples: ['Zt3mC0Yw8kQ1sVbN'],
    }),
    session_id: Type.String({ description: 'ID of the session.', examples: ['q7Zr0nXkT2mVb4Lw9sYcHg'] }),
    site_key: Type.String({ description: 'The site key that recorded the session.', examples: ['bh_pk_…'] }),
    risk_score: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'The risk score when the result was issued.',
      examples: [4],
    }),
    effective_action: Type.Enum(RECOMMENDED_ACTIONS, {
      description:
        'The action that applies: the action of the label if a reviewer overrode the computed one.',
      examples: ['Auto-accept'],
    }),
    proven: Field(Proven, 'What the session had proven.'),
    decision: Field(Decision, 'What to do with the visitor.'),
    hostname: Type.String({
      description: 'The host of the page; empty if the browser named none.',
      examples: ['shop.example.org'],
    }),
    step_up: Type.Optional(
      Type.Enum(STEP_UP_RESULTS, {
        description: 'The result of step-up verification. Absent if the service never asked for it.',
        examples: ['passed'],
      }),
    ),
    issued_at: time('Time of issue'),
    expires_at: time('Expiry time'),
    ...given,
  },
  { additionalProperties: false, title: 'SignedResult', description: 'The content of a signed result.' },
)
export type SignedResult = Static<typeof SignedResult>

/** `invalid`: not from this workspace, or changed. */
export const RESULT_FAULTS = ['invalid', 'expired', 'wrong_site_key', 'wrong_host', 'already_used'] as const
export type ResultFault = (typeof RESULT_FAULTS)[number]

const MAX_HOSTS = 100
const HOST_CHARS = 253
/** The length of a UUID, with room to spare. */
export const IDEMPOTENCY_CHARS = 128

export const VerifyRequest = Type.Object(
  {
    result: Type.String({ description: 'The text that the page sent to your server.', examples: ['bhr1_…'] }),
    site_key: Type.Optional(
      Type.String({ description: 'The site key that the result must belong to.', examples: ['bh_pk_…'] }),
    ),
    hostnames: Type.Optional(
      Type.Array(Type.String({ maxLength: HOST_CHARS }), {
        maxItems: MAX_HOSTS,
        description: 'The host of the page must be one of these. An empty list allows every host.',
        examples: [['shop.example.org']],
      }),
    ),
    once: Type.Optional(
      Type.Boolean({
        description: 'Redeem the result: a later request with `once` gets `already_used`.',
        examples: [true],
      }),
    ),
    idempotency_key: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: IDEMPOTENCY_CHARS,
        description: 'With `once`: the same request can be repeated with the same key.',
        examples: ['5f0c1d52-9d3f-4a53-8f0e-6f0c2f1e7a11'],
      }),
    ),
  },
  { additionalProperties: false, title: 'VerifyRequest', description: 'A signed result to verify.' },
)

export const VerifyAnswer = Type.Union(
  [
    Type.Object(
      {
        valid: Type.Literal(true, { description: 'The result is valid.', examples: [true] }),
        result: Field(SignedResult, 'The content of the result.'),
      },
      { additionalProperties: false },
    ),
    Type.Object(
      {
        valid: Type.Literal(false, { description: 'The result is not valid.', examples: [false] }),
        reason: Type.Enum(RESULT_FAULTS, {
          description:
            '`invalid`: not from this workspace, or changed. `expired`: older than 120 seconds. `wrong_site_key`: issued for another site key. `wrong_host`: issued for a page on another host. `already_used`: redeemed before.',
          examples: ['expired'],
        }),
      },
      { additionalProperties: false },
    ),
  ],
  { title: 'VerifyAnswer', description: 'Whether the result is valid, and its content or the reason.' },
)
export type VerifyAnswer = Static<typeof VerifyAnswer>
