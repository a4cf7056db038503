/**
 * The signed result: a short-lived summary of a session that a page hands to its own server. It is encrypted, so that a
 * bot cannot read its own score.
 */
import { type Static, Type } from 'typebox'
import { RECOMMENDED_ACTIONS } from './checks.ts'

export const RESULT_LIFE_MS = 120_000
export const RESULT_PREFIX = 'bhr1_'
/** Enough for the longest result; a longer text is none. */
export const RESULT_CHARS = 8_192

const PAGE_TEXT_CHARS = 255

const PageText = (description: string) => Type.String({ maxLength: PAGE_TEXT_CHARS, description })

const given = {
  page_action: Type.Optional(PageText('The name that the page gave to the action, such as `signup`.')),
  page_data: Type.Optional(PageText('Data that the page passed along. The page can send any text.')),
}

/** Of the page, with the session's credentials. */
export const ResultRequest = Type.Object(
  {
    site_key: Type.String({ maxLength: 64 }),
    session_id: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }),
    token: Type.String({ maxLength: 512 }),
    ...given,
  },
  { additionalProperties: false, title: 'ResultRequest' },
)
export type ResultRequest = Static<typeof ResultRequest>

export const ResultAnswer = Type.Object(
  {
    result: Type.String({ description: 'The signed result. Only servers with the secret can read it.' }),
    expires_at: Type.Integer({ description: 'Unix time in milliseconds.' }),
  },
  { additionalProperties: false, title: 'ResultAnswer' },
)
export type ResultAnswer = Static<typeof ResultAnswer>

export const SignedResult = Type.Object(
  {
    result_id: Type.String({ description: 'Unique, so that a server can reject a second use.' }),
    session_id: Type.String(),
    site_key: Type.String({ description: 'The site key that recorded the session.' }),
    risk_score: Type.Integer({ minimum: 0, maximum: 100 }),
    effective_action: Type.Enum(RECOMMENDED_ACTIONS, {
      description: 'The action that applies: that of the label if a reviewer overruled the computed one.',
    }),
    hostname: Type.String({ description: 'The host of the page; empty if the browser named none.' }),
    issued_at: Type.Integer({ description: 'Unix time in milliseconds.' }),
    expires_at: Type.Integer({ description: 'Unix time in milliseconds.' }),
    ...given,
  },
  { additionalProperties: false, title: 'SignedResult' },
)
export type SignedResult = Static<typeof SignedResult>

/** `invalid`: not from this workspace, or changed. */
export const RESULT_FAULTS = ['invalid', 'expired', 'other_site'] as const
export type ResultFault = (typeof RESULT_FAULTS)[number]

export const VerifyRequest = Type.Object(
  {
    result: Type.String({ description: 'The text that the page sent to your server.' }),
    site_key: Type.Optional(Type.String({ description: 'The site key that the result must belong to.' })),
  },
  { additionalProperties: false, title: 'VerifyRequest' },
)

export const VerifyAnswer = Type.Union(
  [
    Type.Object({ valid: Type.Literal(true), result: SignedResult }, { additionalProperties: false }),
    Type.Object(
      {
        valid: Type.Literal(false),
        reason: Type.Enum(RESULT_FAULTS, {
          description:
            '`invalid`: not from this workspace, or changed. `expired`: older than 120 seconds. `other_site`: of another site key.',
        }),
      },
      { additionalProperties: false },
    ),
  ],
  { title: 'VerifyAnswer' },
)
export type VerifyAnswer = Static<typeof VerifyAnswer>
