/** Verdicts of reviewers on survey participants, and filters by verdict. */
import { type Static, Type } from 'typebox'
import { NOTE_CHARS } from '../limits.ts'
import { VERDICTS } from '../survey.ts'
import { Closed, OrNull, Time } from './page.ts'

/** A reviewer's verdict, which overrules the computed one. */
export const OverruledVerdict = Closed(
  {
    verdict: Type.Enum(VERDICTS),
    by: Type.String({ description: 'Name of the member or API key; empty if it no longer exists.' }),
    at: Time,
    note: Type.String({ description: "The reviewer's reason; may be empty." }),
  },
  'OverruledVerdict',
)
export type OverruledVerdict = Static<typeof OverruledVerdict>

/** PUT /surveys/:id/participants/:pid/verdict. Null: the computed verdict applies again. */
export const VerdictRequest = Closed({
  verdict: OrNull(Type.Enum(VERDICTS)),
  note: Type.Optional(Type.String({ maxLength: NOTE_CHARS })),
})
export type VerdictRequest = Static<typeof VerdictRequest>

/** `previous` is the verdict before the change, to undo it. */
export const VerdictChanged = Closed(
  { overruled_by: OrNull(OverruledVerdict), previous: OrNull(OverruledVerdict) },
  'VerdictChange',
)
export type VerdictChanged = Static<typeof VerdictChanged>

export const LowEffortThreshold = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 10,
    description:
      'Shows results as if the responses had been sent with this `low_effort_threshold`. By default, as analyzed.',
  }),
)

/** Filters of a list of participants and of its export. */
export const PARTICIPANT_FILTERS = {
  flagged: Type.Optional(
    Type.Enum(['true', 'false'], { description: 'Only participants who were flagged, or who were not.' }),
  ),
  verdict: Type.Optional(
    Type.Enum(VERDICTS, { description: 'Only participants with this effective verdict.' }),
  ),
  q: Type.Optional(Type.String({ maxLength: 256, description: 'The first characters of a participant id.' })),
  low_effort_threshold: LowEffortThreshold,
}

/** GET /uploads/:id.csv?only=&verdict=&q=&low_effort_threshold=, and the same for /surveys/:id.csv */
export const DownloadQuery = Closed({
  only: Type.Optional(
    Type.Enum(['flagged', 'clean'], {
      description: 'Only rows with the effective verdict `keep` (clean), or only the others (flagged).',
    }),
  ),
  verdict: PARTICIPANT_FILTERS.verdict,
  q: PARTICIPANT_FILTERS.q,
  low_effort_threshold: LowEffortThreshold,
})
export type DownloadQuery = Static<typeof DownloadQuery>
