/** The evidence behind one session's report: a document from which the report can be rebuilt offline. */
import { type Static, Type } from 'typebox'
import { Batch } from './batch.ts'
import { BIOMETRIC_CHECKS, CHECK_RESULTS, DEVICE_CHECKS, RECOMMENDED_ACTIONS } from './checks.ts'
import { EXPLANATION_CHARS } from './limits.ts'
import { RiskSettings } from './settings.ts'

const closed = { additionalProperties: false } as const
const Count = Type.Integer({ minimum: 0 })
const OrNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])

export const CheckEvidence = Type.Object(
  {
    result: Type.Enum(CHECK_RESULTS),
    evidence: Type.String({ description: 'One sentence with counts.' }),
    measures: Type.Record(Type.String(), OrNull(Type.Number()), {
      description: 'Measurements by name; null if there was nothing to measure.',
    }),
    thresholds: Type.Record(Type.String(), Type.Number(), {
      description: 'Thresholds by name. A threshold applies to the measurement of the same name.',
    }),
    strength: Type.Number({ minimum: 0, maximum: 1, description: 'Weak evidence has a strength without being Detected.' }),
    proof: Type.Boolean({ description: 'Only automation leaves this evidence.' }),
    group: Type.String({
      description: 'The group of the check. The checks of a group together add at most its cap.',
    }),
    weight: Type.Number({ description: 'Points that a detection of full strength adds in this workspace.' }),
    points: Type.Number({ description: 'Points it added, after the cap of its group.' }),
    score_without: Type.Integer({ description: 'The `risk_score` without this check.' }),
  },
  closed,
)
export type CheckEvidence = Static<typeof CheckEvidence>

const CHECKS = [...BIOMETRIC_CHECKS, ...DEVICE_CHECKS]
const Checks = Type.Object(
  Object.fromEntries(CHECKS.map((name) => [name, CheckEvidence])) as Record<
    (typeof CHECKS)[number],
    typeof CheckEvidence
  >,
  closed,
)

/** As stored, without credentials and without text typed into survey questions. */
export const EvidenceBatch = Type.Omit(Batch, ['v', 'site_key', 'token', 'claim', 'user_hash', 'edits'])

const NetworkFacts = Type.Object(
  {
    country: OrNull(Type.String()),
    asn: OrNull(Type.Number()),
    operator: OrNull(Type.String()),
    hosting: OrNull(Type.Boolean()),
    vpn: OrNull(Type.Boolean()),
    tor: OrNull(Type.Boolean()),
    relay: Type.Optional(Type.Boolean()),
  },
  closed,
)

const Receipt = Type.Object(
  {
    at: Type.Number(),
    network: Type.Optional(NetworkFacts),
    clock: Type.Optional(Type.Enum(['ahead', 'behind', 'broken'])),
    userAgent: Type.Optional(Type.String()),
    clientHints: Type.Optional(Type.String()),
    acceptLanguage: Type.Optional(Type.String()),
    headers: Type.Optional(Type.Record(Type.String(), Type.String())),
    tokenAgeMs: Type.Optional(Type.Number()),
    challenge: Type.Optional(
      Type.Object(
        {
          result: Type.Enum(['passed', 'failed', 'unknown']),
          known: Type.Boolean(),
          failed: Type.Optional(
            Type.Array(Type.Enum(['errors', 'layout', 'canvas', 'numbers', 'math', 'seed'])),
          ),
        },
        closed,
      ),
    ),
  },
  closed,
)

export const EVIDENCE_FORMAT = 1

export const Evidence = Type.Object(
  {
    format: Type.Literal(EVIDENCE_FORMAT),
    session_id: Type.String(),
    user_id: Type.Optional(Type.String()),
    tags: Type.Array(Type.String()),
    versions: Type.Object(
      {
        byhand: Type.String(),
        weights: Type.String({ description: 'Version of the risk weights.' }),
        model: Type.String({ description: 'Version of the model behind `agent_behavior`.' }),
      },
      closed,
    ),
    risk_score: Type.Integer({ minimum: 0, maximum: 100 }),
    risk_explanation: Type.String({ maxLength: EXPLANATION_CHARS }),
    recommended_action: Type.Enum(RECOMMENDED_ACTIONS),
    bands: Type.Tuple([Type.Integer(), Type.Integer(), Type.Integer()], {
      description: 'Lowest scores of the second, third and fourth action.',
    }),
    coverage: Type.Object(
      { events: Count, gaps: Count, tampered: Count, ended: Type.Boolean() },
      { ...closed, description: 'How much was recorded, and whether anything is missing.' },
    ),
    caps: Type.Record(Type.String(), Type.Number(), {
      description: 'Maximum points that each group can add.',
    }),
    checks: Checks,
    settings: RiskSettings,
    recording: Type.Object(
      {
        tampered: Count,
        overflow: Count,
        replay: Type.Optional(
          Type.Object(
            {
              session_id: Type.String(),
              presses: Count,
              presses_of: Count,
              strokes: Count,
              strokes_of: Count,
            },
            { ...closed, description: 'The earlier session that this one replays, and how much of it.' },
          ),
        ),
        batches: Type.Array(Type.Object({ batch: EvidenceBatch, receipt: Receipt }, closed)),
      },
      { ...closed, description: 'The recording behind everything above. It contains no typed text.' },
    ),
    digest: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of everything above.' }),
  },
  closed,
)
export type Evidence = Static<typeof Evidence>
