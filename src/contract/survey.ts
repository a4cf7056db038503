/** Survey analysis, in the words of spec 2.7 to 2.11. Maps are keyed by question id; any string is a valid id. */
import { type Static, Type } from 'typebox'
import { CHECK_RESULTS, SURVEY_CHECKS_V012, SURVEY_CHECKS_V021 } from './checks.ts'

const ByQuestion = <Schema extends Parameters<typeof Type.Record>[1]>(schema: Schema) =>
  Type.Record(Type.String(), schema)

/** `s`: the text entered so far; `t`: ms since the question's first event. `o`, `ct`: additions of some trackers. */
export const ChangeEntry = Type.Object({
  s: Type.Optional(Type.String()),
  t: Type.Number(),
  o: Type.Optional(Type.String()),
  ct: Type.Optional(Type.String()),
})
export type ChangeEntry = Static<typeof ChangeEntry>

/** Our addition: what a question asks for. The default is `open`. */
export const QUESTION_TYPES = ['open', 'name', 'brand', 'number', 'list'] as const
export type QuestionType = (typeof QUESTION_TYPES)[number]

/** The names of both versions, each once. */
export const SURVEY_CHECKS = [...new Set([...SURVEY_CHECKS_V021, ...SURVEY_CHECKS_V012])]

/** The documented shape. Other accepted shapes are converted to this one first. */
export const SurveyRequestV012 = Type.Object({
  survey_id: Type.String({ minLength: 1 }),
  participant_id: Type.String({ minLength: 1 }),
  questions: ByQuestion(Type.String()),
  responses: ByQuestion(Type.Union([Type.String(), Type.Null()])),
  question_histories: Type.Optional(ByQuestion(Type.Array(ChangeEntry))),
  /** Our addition: a recorded session, so that the observed typing is used. */
  session_id: Type.Optional(Type.String()),
  /** Our addition: what each question asks for. */
  question_types: Type.Optional(ByQuestion(Type.Enum(QUESTION_TYPES))),
  /** Our addition: checks that do not run. */
  disabled_checks: Type.Optional(Type.Array(Type.Enum(SURVEY_CHECKS))),
})
export type SurveyRequestV012 = Static<typeof SurveyRequestV012>

export const SurveyRequestV021 = Type.Object({
  ...SurveyRequestV012.properties,
  fingerprint_id: Type.Optional(Type.String()),
  low_effort_threshold: Type.Optional(Type.Integer({ minimum: 0, maximum: 10, default: 0 })),
})
export type SurveyRequestV021 = Static<typeof SurveyRequestV021>

const OrNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])

export const FingerprintChecks = Type.Object(
  {
    device_id: OrNull(Type.String()),
    ip_country: OrNull(Type.String()),
    bot: OrNull(Type.Boolean()),
    vpn: OrNull(Type.Boolean()),
    incognito: OrNull(Type.Boolean()),
    tampering: OrNull(Type.Boolean()),
    virtual_machine: OrNull(Type.Boolean()),
    duplicate: OrNull(Type.Boolean()),
    error: Type.Boolean(),
  },
  { additionalProperties: false },
)
export type FingerprintChecks = Static<typeof FingerprintChecks>

export const SurveyResultV021 = Type.Object(
  {
    error: Type.Boolean(),
    flagged: Type.Boolean(),
    num_checks_failed: Type.Integer({ minimum: 0 }),
    response_groups: ByQuestion(Type.Integer({ minimum: 0 })),
    checks: ByQuestion(Type.Array(Type.Enum(SURVEY_CHECKS_V021))),
    effort_ratings: ByQuestion(Type.Integer({ minimum: 1, maximum: 10 })),
    typing_url: Type.String(),
    model: Type.String(),
    fingerprint_checks: Type.Optional(FingerprintChecks),
    /** Our addition: only if a check could not run, or if there is more to report. */
    warning: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)
export type SurveyResultV021 = Static<typeof SurveyResultV021>

export const SurveyResultV012 = Type.Object(
  {
    error: Type.Boolean(),
    flagged: Type.Boolean(),
    model: Type.String(),
    num_checks_failed: Type.Integer({ minimum: 0 }),
    checks: Type.Array(Type.Enum(SURVEY_CHECKS_V012)),
    response_groups: ByQuestion(Type.Integer({ minimum: 0 })),
    warning: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)
export type SurveyResultV012 = Static<typeof SurveyResultV012>

/** A part of an answer, in characters (Unicode code points) of the answer as sent. `end` is exclusive. */
export const Span = Type.Object(
  { start: Type.Integer({ minimum: 0 }), end: Type.Integer({ minimum: 0 }) },
  { additionalProperties: false },
)
export type Span = Static<typeof Span>

export const VERDICTS = ['keep', 'review', 'remove'] as const
export type Verdict = (typeof VERDICTS)[number]

const Share = Type.Number({ minimum: 0, maximum: 1 })

/** One check on one answer. */
export const ExplainedCheck = Type.Object(
  {
    check: Type.Enum([...new Set([...SURVEY_CHECKS_V021, ...SURVEY_CHECKS_V012])]),
    result: Type.Enum(CHECK_RESULTS),
    /** 0 unless the result is Detected. */
    strength: Share,
    /** One sentence. */
    evidence: Type.String(),
    /** The parts of the answer that a detection rests on; null if it rests on no part. */
    spans: OrNull(Type.Array(Span)),
  },
  { additionalProperties: false },
)
export type ExplainedCheck = Static<typeof ExplainedCheck>

/** Our addition with `?explain=true`, beside the specified fields. */
const EXPLANATION = {
  verdict: Type.Enum(VERDICTS),
  severity: Share,
  /** Why the verdict is not `keep`, the strongest reason first. */
  reasons: Type.Array(Type.String()),
  /** When the answers were analyzed, in ms. */
  analyzed_at: Type.Integer(),
  /** Every check of the version, for each question. */
  explanation: ByQuestion(Type.Array(ExplainedCheck)),
}
const Explanation = Type.Object(EXPLANATION)
export type Explanation = Static<typeof Explanation>

export const ExplainedResultV021 = Type.Object(
  { ...SurveyResultV021.properties, ...EXPLANATION },
  { additionalProperties: false },
)
export const ExplainedResultV012 = Type.Object(
  { ...SurveyResultV012.properties, ...EXPLANATION },
  { additionalProperties: false },
)
