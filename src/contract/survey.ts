/** Survey analysis (docs/reference/specification.md). Maps are keyed by question id; any string is a valid id. */
import { type Static, Type } from 'typebox'
import { FIELD_DESCRIPTION, Field } from './field.ts'
import { Result } from './session.ts'
import { SURVEY_CHECKS, SURVEY_CHECKS_V012, SURVEY_CHECKS_V021 } from './survey_checks.ts'
import { VERDICTS } from './verdicts.ts'

const ByQuestion = <Schema extends Parameters<typeof Type.Record>[1]>(
  schema: Schema,
  options: Record<string, unknown>,
) => Type.Record(Type.String(), schema, options)

export const ChangeEntry = Type.Object(
  {
    s: Type.Optional(Type.String({ description: 'The text of the field after the change.' })),
    t: Type.Number({ description: "Milliseconds since the question's first event." }),
    o: Type.Optional(
      Type.String({
        description:
          '`c`: a copy event, which some trackers send. `p`: text pasted or dropped. `a`: text entered by an aid, such as dictation, autocorrect, an input method or autofill.',
        examples: ['c'],
      }),
    ),
    ct: Type.Optional(
      Type.String({ description: 'The copied text of a copy event.', examples: ['The bakery'] }),
    ),
  },
  { title: 'ChangeEntry', description: 'One change of an answer while it was typed.' },
)
export type ChangeEntry = Static<typeof ChangeEntry>

/** Our addition: what a question asks for. The default is `open`. */
export const QUESTION_TYPES = ['open', 'name', 'brand', 'number', 'list'] as const
export type QuestionType = (typeof QUESTION_TYPES)[number]

const SurveyCheck = Type.Enum(SURVEY_CHECKS, {
  title: 'SurveyCheck',
  description: 'A survey check of either version.',
})
const SurveyCheckOfV021 = Type.Enum(SURVEY_CHECKS_V021, {
  title: 'SurveyCheckV021',
  description: 'A survey check of v021.',
})
const SurveyCheckOfV012 = Type.Enum(SURVEY_CHECKS_V012, {
  title: 'SurveyCheckV012',
  description: 'A survey check of v012.',
})
const TypeOfQuestion = Type.Enum(QUESTION_TYPES, {
  title: 'QuestionType',
  description: 'The kind of answer that a question asks for. The default is `open`.',
})

/** The documented shape. Other accepted shapes are converted to this one first. */
export const SurveyRequestV012 = Type.Object(
  {
    survey_id: Type.String({ minLength: 1, description: 'Your ID for the survey, at most 256 bytes.' }),
    participant_id: Type.String({
      minLength: 1,
      description: 'Your ID for the participant, at most 256 bytes.',
    }),
    questions: ByQuestion(Type.String(), {
      description: 'Map from question ID to the text shown to the participant; 1 to 100 questions.',
    }),
    responses: ByQuestion(Type.Union([Type.String(), Type.Null()]), {
      description: 'Map from question ID to the final answer. Absent or null means not answered.',
    }),
    question_histories: Type.Optional(
      ByQuestion(Type.Array(ChangeEntry), {
        description: 'Map from question ID to the typing history of its answer.',
      }),
    ),
    session_id: Type.Optional(
      Type.String({
        description:
          'The session that the browser script recorded. The service then uses the typing that it observed.',
        examples: ['q7Zr0nXkT2mVb4Lw9sYcHg'],
      }),
    ),
    condition: Type.Optional(
      Type.String({
        description:
          'Condition of an experiment, at most 256 bytes. Answers are compared with those of participants in the same condition.',
        examples: ['treatment'],
      }),
    ),
    question_types: Type.Optional(
      ByQuestion(TypeOfQuestion, {
        description: 'Map from question ID to question type.',
        examples: [{ q1: 'open' }],
      }),
    ),
    disabled_checks: Type.Optional(
      Type.Array(SurveyCheck, {
        description: 'Checks to disable. A disabled check is never reported as failed.',
        examples: [['Automated test: Profane']],
      }),
    ),
  },
  { title: 'SurveyRequestV012', description: 'Answers of one participant, for v012.' },
)
export type SurveyRequestV012 = Static<typeof SurveyRequestV012>

export const SurveyRequestV021 = Type.Object(
  {
    ...SurveyRequestV012.properties,
    fingerprint_id: Type.Optional(
      Type.String({ description: 'The device ID that `getFingerprintId()` of the browser script returns.' }),
    ),
    low_effort_threshold: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 10,
        default: 0,
        description:
          'An answer with an effort rating at or below this threshold fails `Low-effort`. 0 flags no answer, 10 flags every non-empty answer.',
      }),
    ),
  },
  { title: 'SurveyRequestV021', description: 'Answers of one participant, for v021.' },
)
export type SurveyRequestV021 = Static<typeof SurveyRequestV021>

type Schema = Parameters<typeof Type.Union>[0][number]
const OrNull = <Of extends Schema>(schema: Of, description: string, example?: unknown) =>
  Type.Union([schema, Type.Null()], { description, ...(example !== undefined && { examples: [example] }) })

export const FingerprintChecks = Type.Object(
  {
    device_id: OrNull(
      Type.String(),
      'ID of the device in this workspace. Other workspaces see a different ID.',
      'Zt3mC0Yw8kQ1sVbN4Xw0sT9bQmZ',
    ),
    ip_country: OrNull(
      Type.String(),
      'Country of the IP address at which the browser was last seen: two letters.',
      'NL',
    ),
    bot: OrNull(Type.Boolean(), 'Whether an automation tool controlled the browser.'),
    vpn: OrNull(Type.Boolean(), 'Whether the IP address belongs to a VPN or hosting provider.'),
    incognito: OrNull(Type.Boolean(), 'Whether it was a private window, where the browser reveals it.'),
    tampering: OrNull(Type.Boolean(), "Whether the browser's own functions were replaced."),
    virtual_machine: OrNull(Type.Boolean(), 'Whether the browser ran in a virtual machine.'),
    duplicate: OrNull(Type.Boolean(), 'Whether an earlier participant took this survey on the same device.'),
    error: Type.Boolean({
      description: 'True if the workspace does not know the ID. All other fields are then null.',
    }),
  },
  {
    additionalProperties: false,
    title: 'FingerprintChecks',
    description: 'Facts about the device of a participant. Null means that there was no evidence either way.',
  },
)
export type FingerprintChecks = Static<typeof FingerprintChecks>

const WARNING = Type.String({
  description: 'Why a check could not run, or another warning. Absent if there is none.',
  examples: ['The session recorded no typing for these questions.'],
})
const COMMON = {
  error: Type.Boolean({
    description: 'Whether a check could not run; `warning` says why. The result is then not a clean pass.',
  }),
  flagged: Type.Boolean({ description: 'Whether at least one check failed.' }),
  num_checks_failed: Type.Integer({ minimum: 0, description: 'Number of names in `checks`.' }),
}

export const SurveyResultV021 = Type.Object(
  {
    ...COMMON,
    response_groups: ByQuestion(Type.Integer({ minimum: 0 }), {
      description: 'Map from question ID to the number of its group of similar answers; 0 if not answered.',
    }),
    checks: ByQuestion(Type.Array(SurveyCheckOfV021), {
      description: 'Map from question ID to its failed checks. Every question is present.',
    }),
    effort_ratings: ByQuestion(Type.Integer({ minimum: 1, maximum: 10 }), {
      description: 'Map from question ID to a rating from 1 (least effort) to 10. An empty answer has 1.',
    }),
    typing_url: Type.String({
      description: 'Page that shows how the answers were typed. It requires a login.',
    }),
    model: Type.String({ description: 'Model used, such as `byhand-v021`; ends with the API version.' }),
    fingerprint_checks: Type.Optional(
      Field(FingerprintChecks, 'Facts about the device. Only if the request has a `fingerprint_id`.'),
    ),
    warning: Type.Optional(WARNING),
  },
  { additionalProperties: false, title: 'SurveyResultV021', description: 'Result of an analysis with v021.' },
)
export type SurveyResultV021 = Static<typeof SurveyResultV021>

export const SurveyResultV012 = Type.Object(
  {
    error: COMMON.error,
    flagged: COMMON.flagged,
    model: SurveyResultV021.properties.model,
    num_checks_failed: COMMON.num_checks_failed,
    checks: Type.Array(SurveyCheckOfV012, { description: 'Checks that failed for any question, each once.' }),
    response_groups: ByQuestion(Type.Integer({ minimum: 0 }), {
      description:
        "Map from question ID to group number, only for questions whose answer is similar to another participant's.",
      examples: [{ q1: 4 }],
    }),
    warning: Type.Optional(WARNING),
  },
  { additionalProperties: false, title: 'SurveyResultV012', description: 'Result of an analysis with v012.' },
)
export type SurveyResultV012 = Static<typeof SurveyResultV012>

/** A part of an answer, in characters (Unicode code points) of the answer as sent. `end` is exclusive. */
export const Span = Type.Object(
  {
    start: Type.Integer({ minimum: 0, description: 'Index of the first character.' }),
    end: Type.Integer({ minimum: 0, description: 'Index after the last character.' }),
  },
  {
    additionalProperties: false,
    title: 'Span',
    description: 'A part of an answer, in characters (Unicode code points) of the answer as sent.',
  },
)
export type Span = Static<typeof Span>

/** The decision about a participant, and how strong the case against the answers is. */
export const VERDICT = {
  verdict: Type.Enum(VERDICTS, {
    title: 'Verdict',
    description: 'What to do with a participant: `keep`, `review` or `remove`.',
    [FIELD_DESCRIPTION]: 'What to do with the participant.',
  }),
  severity: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'How strong the case against the answers is. At 0.8 or above, the verdict is `remove`.',
  }),
}
export const Reasons = Type.Array(Type.String(), {
  description: 'Why the verdict is not `keep`, the strongest reason first.',
})

export const ExplainedCheck = Type.Object(
  {
    check: Field(SurveyCheck, 'Name of the check.'),
    result: Field(Result, 'Its result for this answer.'),
    strength: Type.Number({ minimum: 0, maximum: 1, description: '0 unless the result is `Detected`.' }),
    evidence: Type.String({ description: 'One sentence that explains the result.' }),
    spans: OrNull(
      Type.Array(Span),
      'The parts of the answer behind a detection; null if the result does not depend on a particular part.',
    ),
    reference: Type.Optional(
      Type.String({
        description:
          'ID of the reference answer that the answer resembles most, if one is behind a detection.',
        examples: ['ref_0pq8Zr1nXkT2mVb4'],
      }),
    ),
  },
  { additionalProperties: false, title: 'ExplainedCheck', description: 'One check of one answer.' },
)
export type ExplainedCheck = Static<typeof ExplainedCheck>

/** Our addition with `?explain=true`, beside the specified fields. */
const EXPLANATION = {
  ...VERDICT,
  reasons: Reasons,
  analyzed_at: Type.Integer({ description: 'When the answers were analyzed, in Unix milliseconds.' }),
  explanation: ByQuestion(Type.Array(ExplainedCheck), {
    description: 'Map from question ID to every check of the API version.',
  }),
  superseded: Type.Optional(
    Type.Literal(true, {
      description:
        'A later analysis has another verdict or other failed checks. Lists and downloads show that one. Otherwise absent.',
    }),
  ),
}
const Explanation = Type.Object(EXPLANATION)
export type Explanation = Static<typeof Explanation>

export const ExplainedResultV021 = Type.Object(
  { ...SurveyResultV021.properties, ...EXPLANATION },
  {
    additionalProperties: false,
    title: 'ExplainedSurveyResultV021',
    description: 'Result of an analysis with v021 and `explain=true`.',
  },
)
export const ExplainedResultV012 = Type.Object(
  { ...SurveyResultV012.properties, ...EXPLANATION },
  {
    additionalProperties: false,
    title: 'ExplainedSurveyResultV012',
    description: 'Result of an analysis with v012 and `explain=true`.',
  },
)
