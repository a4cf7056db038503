/** Verdicts of reviewers on survey participants, and filters by verdict. */
import { type Static, Type } from 'typebox'
import { Field } from '../field.ts'
import { NOTE_CHARS } from '../limits.ts'
import { VERDICT } from '../survey.ts'
import { VERDICTS } from '../verdicts.ts'
import { Closed, OrNull, TimeOf } from './page.ts'

/** A reviewer's verdict, which overrides the computed one. */
export const OverriddenVerdict = Closed(
  {
    verdict: Field(VERDICT.verdict, "The reviewer's verdict."),
    by: Type.String({
      description: 'Name of the member or API key; empty if it no longer exists.',
      examples: ['Ada'],
    }),
    at: TimeOf('Time at which the reviewer set it'),
    note: Type.String({
      description: "The reviewer's reason; may be empty.",
      examples: ['Wrote the answer in a notes app.'],
    }),
  },
  'OverriddenVerdict',
  "A reviewer's verdict, which overrides the computed one.",
)
export type OverriddenVerdict = Static<typeof OverriddenVerdict>

export const EFFECTIVE_VERDICT = {
  effective_verdict: Field(
    VERDICT.verdict,
    "The reviewer's verdict if there is one, otherwise the computed verdict.",
  ),
  overridden_by: OrNull(OverriddenVerdict, "The reviewer's verdict, or null."),
}

/** Participants by effective verdict. */
export const BY_VERDICT = {
  keep: Type.Integer({ description: 'Participants with the effective verdict `keep`.' }),
  review: Type.Integer({ description: 'Participants with the effective verdict `review`.' }),
  remove: Type.Integer({ description: 'Participants with the effective verdict `remove`.' }),
}

export const VerdictCounts = Closed(BY_VERDICT, 'VerdictCounts', 'Participants by effective verdict.')

export const VerdictRequest = Closed(
  {
    verdict: Field(VERDICT.verdict, 'Your verdict.'),
    note: Type.Optional(
      Type.String({
        maxLength: NOTE_CHARS,
        description: 'Your reason.',
        examples: ['Wrote the answer in a notes app.'],
      }),
    ),
  },
  'VerdictRequest',
  "A reviewer's verdict on a participant.",
)
export type VerdictRequest = Static<typeof VerdictRequest>

/** `previous` is the verdict before the change, to undo it. */
export const VerdictChanged = Closed(
  {
    overridden_by: OrNull(OverriddenVerdict, "The reviewer's verdict that applies now, or null."),
    previous: OrNull(
      OverriddenVerdict,
      "The reviewer's previous verdict, or null. Use it to undo the change.",
    ),
  },
  'VerdictChange',
  'A changed verdict.',
)
export type VerdictChanged = Static<typeof VerdictChanged>

export const LowEffortThreshold = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 10,
    description:
      'Shows results as if the responses had been sent with this `low_effort_threshold`. By default, as analyzed.',
    examples: [3],
  }),
)

/** Filters of a list of participants and of its export. */
export const PARTICIPANT_FILTERS = {
  flagged: Type.Optional(
    Type.Enum(['true', 'false'], {
      description: 'Only participants who failed a check, or who failed none.',
      examples: ['true'],
    }),
  ),
  verdict: Type.Optional(
    Type.Enum(VERDICTS, {
      description: 'Only participants with this effective verdict.',
      examples: ['review'],
    }),
  ),
  reviewed: Type.Optional(
    Type.Enum(['true', 'false'], {
      description: 'Only participants with a verdict of a reviewer, or without one.',
      examples: ['false'],
    }),
  ),
  q: Type.Optional(
    Type.String({
      maxLength: 256,
      description: 'The first characters of a participant ID.',
      examples: ['p-00'],
    }),
  ),
  superseded: Type.Optional(
    Type.Enum(['true', 'false'], {
      description:
        'Only participants whose first analysis had another verdict or other failed checks than the latest one, or only the others.',
      examples: ['true'],
    }),
  ),
  low_effort_threshold: LowEffortThreshold,
}

export const Codebook = Type.Optional(
  Type.Enum(['true', 'false'], {
    description:
      'With `true`, returns the codebook instead, as CSV: what each column of the CSV file holds, and which question is q1.',
    examples: ['true'],
  }),
)

/** Which participants a file contains. */
export const DownloadQuery = Closed({
  only: Type.Optional(
    Type.Enum(['flagged', 'clean'], {
      description:
        'Only rows with the effective verdict `keep` (clean), or only those with a failed check (flagged).',
      examples: ['clean'],
    }),
  ),
  verdict: PARTICIPANT_FILTERS.verdict,
  reviewed: PARTICIPANT_FILTERS.reviewed,
  q: PARTICIPANT_FILTERS.q,
  low_effort_threshold: LowEffortThreshold,
})
export type DownloadQuery = Static<typeof DownloadQuery>
