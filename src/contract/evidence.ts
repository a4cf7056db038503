/** The evidence behind one session's report: a document from which the report can be rebuilt offline. */
import { type Static, Type } from 'typebox'
import { AgentFinding } from './agent_finding.ts'
import { Bands } from './bands.ts'
import { Batch } from './batch/batch.ts'
import { CHECK_MEANINGS, SESSION_CHECK_NAMES, type SessionCheckName } from './checks.ts'
import { defined } from './defined.ts'
import { Field } from './field.ts'
import { EXPLANATION_CHARS } from './limits.ts'
import { Action, LimitedBy, Result, RiskParts } from './session.ts'
import { RiskSettings } from './settings.ts'

const closed = { additionalProperties: false } as const
const Count = (description: string, example?: number) =>
  Type.Integer({ minimum: 0, description, ...(example !== undefined && { examples: [example] }) })
const OrNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(
  schema: Schema,
  description?: string,
  example?: unknown,
) =>
  Type.Union([schema, Type.Null()], {
    ...defined({ description }),
    ...(example !== undefined && { examples: [example] }),
  })

export const CheckEvidence = Type.Object(
  {
    result: Field(Result, 'Result of the check.'),
    evidence: Type.String({ description: 'One sentence with counts.' }),
    measures: Type.Record(Type.String(), OrNull(Type.Number()), {
      description: 'Measurements by name; null if there was nothing to measure.',
    }),
    thresholds: Type.Record(Type.String(), Type.Number(), {
      description: 'Thresholds by name. A threshold applies to the measurement of the same name.',
    }),
    strength: Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'Strength of the evidence. Weak evidence has a strength above 0 although the result is not Detected.',
    }),
    proof: Type.Boolean({ description: 'Only automation leaves this evidence.' }),
    group: Type.String({
      description: 'The group of the check. The checks of a group together add at most its cap.',
    }),
    weight: Type.Number({ description: 'Points that a full-strength detection adds in this workspace.' }),
    part: Type.Enum(['input', 'context'], {
      description: 'The part of the score that it adds to.',
      examples: ['input'],
    }),
    points: Type.Integer({
      description: 'Points it added, after all limits. The points of all checks sum to `risk_score`.',
    }),
    limited_by: OrNull(
      LimitedBy,
      'What reduced its points: the cap of its `group`, the end of the `band` (for context, and for what harmless circumstances explain), or the highest `score`; null if nothing did.',
      'group',
    ),
    score_without: Type.Integer({ description: 'The `risk_score` without this check.' }),
  },
  { ...closed, title: 'CheckEvidence', description: 'The result of one check, and how it was reached.' },
)
export type CheckEvidence = Static<typeof CheckEvidence>

const Checks = Type.Object(
  Object.fromEntries(
    SESSION_CHECK_NAMES.map((name) => [name, Field(CheckEvidence, `${CHECK_MEANINGS[name]}.`)]),
  ) as Record<SessionCheckName, typeof CheckEvidence>,
  { ...closed, description: 'Every check, by name.' },
)

/** As stored, without credentials and without text typed into survey questions. */
export const EvidenceBatch = Type.Object(
  {
    ...Type.Omit(Batch, ['v', 'site_key', 'token', 'tab_secret', 'user_hash', 'edits']).properties,
    // Sessions of test mode have IDs of another form.
    session_id: Type.String({ description: 'ID of the session.' }),
  },
  {
    ...closed,
    title: 'EvidenceBatch',
    description: 'A batch as stored, without credentials and without text typed into survey questions.',
  },
)

const NetworkProperties = Type.Object(
  {
    country: OrNull(Type.String(), 'Country: two letters.', 'NL'),
    asn: OrNull(Type.Number(), 'Number of the autonomous system.', 64500),
    operator: OrNull(Type.String(), 'Operator of the network.', 'Example Telecom'),
    hosting: OrNull(Type.Boolean(), 'Whether it is a hosting provider.', false),
    vpn: OrNull(Type.Boolean(), 'Whether it is a VPN provider.', false),
    tor: OrNull(Type.Boolean(), 'Whether it is a Tor exit node.', false),
    relay: Type.Optional(
      Type.Boolean({
        description: "True for a privacy relay or a company's web gateway. Absent otherwise.",
        examples: [true],
      }),
    ),
  },
  {
    ...closed,
    title: 'NetworkProperties',
    description: 'Facts about an IP address. Null means that there is no data.',
    examples: [
      { country: 'NL', asn: 64500, operator: 'Example Telecom', hosting: false, vpn: false, tor: false },
    ],
  },
)

const header = (name: string, example: string) =>
  Type.Optional(
    Type.String({ description: `${name}. Only with the first batch of a tab.`, examples: [example] }),
  )

const Receipt = Type.Object(
  {
    at: Type.Number({ description: 'Time of arrival, in Unix milliseconds.' }),
    network: Type.Optional(Field(NetworkProperties, 'Facts about the IP address, which is not stored here.')),
    clock: Type.Optional(
      Type.Enum(['ahead', 'behind', 'broken'], {
        description:
          "Only if the browser's clock is wrong: more than a day `ahead` or `behind`, or `broken`: events are later than the time of sending.",
        examples: ['behind'],
      }),
    ),
    userAgent: header('The User-Agent header', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0'),
    clientHints: header(
      'The client hints of the browser, one header per line',
      'sec-ch-ua: "Chromium";v="140"\nsec-ch-ua-mobile: ?0\nsec-ch-ua-platform: "Linux"',
    ),
    acceptLanguage: header('The Accept-Language header', 'en-US,en;q=0.9'),
    headers: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description:
          'Other request headers, their `order`, the TLS fingerprint `ja4`, and whether the page is `secure`. Only with the first batch of a tab.',
        examples: [{ secure: 'yes', 'sec-fetch-mode': 'cors' }],
      }),
    ),
    tokenAgeMs: Type.Optional(
      Type.Number({
        description: "Milliseconds since the service issued the batch's token.",
        examples: [5012],
      }),
    ),
    agent: Type.Optional(
      Field(
        AgentFinding,
        'The result of verifying the signature of a declared agent. Only with the first batch of a tab, if it was signed.',
      ),
    ),
    challenge: Type.Optional(
      Type.Object(
        {
          result: Type.Enum(['passed', 'failed', 'unknown'], {
            description: 'Whether the answer fits the browser that the user agent claims.',
            examples: ['passed'],
          }),
          known: Type.Boolean({
            description: 'Whether the service has expected values for the claimed browser.',
            examples: [true],
          }),
          failed: Type.Optional(
            Type.Array(Type.Enum(['errors', 'layout', 'canvas', 'numbers', 'math', 'seed']), {
              description: 'The parts that contradict the claim.',
              examples: [['math']],
            }),
          ),
          ownEngine: Type.Optional(
            Type.Literal(true, {
              description:
                'Error messages and layout are those of the claimed engine. Only where the result is `unknown`.',
            }),
          ),
        },
        {
          ...closed,
          description:
            'Only with the batch that answers the challenge: how the answer compares with the expected values.',
          examples: [{ result: 'passed', known: true }],
        },
      ),
    ),
  },
  { ...closed, title: 'Receipt', description: 'What the server observed when a batch arrived.' },
)

export const EVIDENCE_FORMAT = 1

export const Evidence = Type.Object(
  {
    format: Type.Literal(EVIDENCE_FORMAT, { description: 'Version of this format.' }),
    session_id: Type.String({ description: 'ID of the session.' }),
    user_id: Type.Optional(Type.String({ description: 'The user ID given to the browser script.' })),
    tags: Type.Array(Type.String(), { description: 'Tags of the session.' }),
    versions: Type.Object(
      {
        byhand: Type.String({ description: 'Version of Byhand.' }),
        weights: Type.String({ description: 'Version of the risk weights.' }),
        model: Type.String({ description: 'Version of the model behind `agent_behavior`.' }),
      },
      { ...closed, description: 'Versions of Byhand, the weights and the model.' },
    ),
    risk_score: Type.Integer({ minimum: 0, maximum: 100, description: 'The score of the report.' }),
    risk_parts: Field(RiskParts, 'The two parts of the score.'),
    risk_explanation: Type.String({
      maxLength: EXPLANATION_CHARS,
      description: 'The strongest reasons for the score.',
    }),
    recommended_action: Field(Action, 'The computed action.'),
    bands: Bands,
    coverage: Type.Object(
      {
        events: Count('Recorded events.'),
        gaps: Count(
          'Gaps: missing batches, missing pages, pages without their last batch, and batches with dropped events.',
        ),
        tampered: Count('Batches that were rejected because they contradict a stored one.'),
        ended: Type.Boolean({ description: 'Whether the last batch of the last page arrived.' }),
      },
      { ...closed, description: 'How much was recorded, and whether anything is missing.' },
    ),
    caps: Type.Record(Type.String(), Type.Number(), {
      description: 'Maximum points that each group can add.',
    }),
    checks: Checks,
    settings: Field(RiskSettings, "The workspace's own settings."),
    recording: Type.Object(
      {
        tampered: Count('Batches that were rejected because they contradict a stored one.'),
        overflow: Count('Batches that were counted but not stored, because the session was full.'),
        replay: Type.Optional(
          Type.Object(
            {
              session_id: Type.String({
                description: 'ID of the earlier session.',
                examples: ['hT3kQ9ab2mVb4Lw9sYcHgZ'],
              }),
              presses: Count('Key and button presses that are repeated.', 12),
              presses_of: Count('All key and button presses of this session.', 12),
              strokes: Count('Mouse movements that are repeated.', 40),
              strokes_of: Count('All mouse movements of this session.', 44),
            },
            {
              ...closed,
              description: 'The earlier session that this one replays, and how much of this one is repeated.',
              examples: [
                {
                  session_id: 'hT3kQ9ab2mVb4Lw9sYcHgZ',
                  presses: 12,
                  presses_of: 12,
                  strokes: 40,
                  strokes_of: 44,
                },
              ],
            },
          ),
        ),
        batches: Type.Array(
          Type.Object(
            {
              batch: Field(EvidenceBatch, 'The batch as stored.'),
              receipt: Field(Receipt, 'What the server observed when it arrived.'),
            },
            { ...closed, title: 'RecordedBatch', description: 'A batch and its receipt.' },
          ),
          { description: 'All stored batches.' },
        ),
      },
      { ...closed, description: 'The recording behind everything above. It contains no typed text.' },
    ),
    digest: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of everything above.' }),
  },
  {
    ...closed,
    title: 'Evidence',
    description: 'All data that a report is built from, and every step of the computation.',
  },
)
export type Evidence = Static<typeof Evidence>
