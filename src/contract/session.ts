/** Session records, reports, lists and event logs (docs/reference/specification.md). */
import { type Static, Type } from 'typebox'
import { VerifiedAgent } from './agent_finding.ts'
import {
  BIOMETRIC_CHECKS,
  CHECK_MEANINGS,
  CHECK_RESULTS,
  DEVICE_CHECKS,
  RECOMMENDED_ACTIONS,
  SESSION_CHECK_NAMES,
  type SessionCheckName,
} from './checks.ts'
import { Field } from './field.ts'
import { EXPLANATION_CHARS } from './limits.ts'
import { Decision, Proven } from './result.ts'
import { StepUp } from './step_up.ts'

export const Result = Type.Enum(CHECK_RESULTS, {
  title: 'CheckResult',
  description: '`Unknown` means too little evidence. It never counts against a visitor.',
})
export const Action = Type.Enum(RECOMMENDED_ACTIONS, {
  title: 'RecommendedAction',
  description: 'An action for your server. `Unknown` means too little evidence.',
})
export const Label = Type.Enum(['person', 'bot'], {
  title: 'Label',
  description: '`person` accepts the session, `bot` rejects it.',
})
export type Label = Static<typeof Label>

const Results = <Name extends SessionCheckName>(names: readonly Name[], title: string, description: string) =>
  Type.Object(
    Object.fromEntries(names.map((name) => [name, Field(Result, `${CHECK_MEANINGS[name]}.`)])) as Record<
      Name,
      typeof Result
    >,
    { additionalProperties: false, title, description },
  )

export const EventEntry = Type.Object(
  {
    action: Type.String({ description: 'What the visitor did. Never contains typed text.' }),
    user_time: Type.String({
      description: "Time at which it began, in the browser's time zone, or in UTC if that is unknown.",
    }),
    unix_timestamp: Type.Integer({ description: 'The same time as Unix milliseconds.' }),
  },
  { additionalProperties: false, title: 'EventEntry', description: 'One action of a visitor.' },
)
export type EventEntry = Static<typeof EventEntry>

export const BiometricChecks = Results(BIOMETRIC_CHECKS, 'BiometricChecks', 'Results of the behavior checks.')
export type BiometricChecks = Static<typeof BiometricChecks>
export const DeviceChecks = Results(
  DEVICE_CHECKS,
  'DeviceChecks',
  'Results of the device and network checks.',
)
export type DeviceChecks = Static<typeof DeviceChecks>

/** A reviewer's label, which overrides the computed action. */
export const OverriddenBy = Type.Object(
  {
    label: Field(Label, 'The label that the reviewer set.'),
    by: Type.String({ description: 'Name of the member or API key; empty if it no longer exists.' }),
    at: Type.Integer({ description: 'Unix time in milliseconds.' }),
    note: Type.String({ description: "The reviewer's reason; may be empty." }),
  },
  {
    additionalProperties: false,
    title: 'OverriddenBy',
    description: "A reviewer's label, which overrides the computed action.",
  },
)
export type OverriddenBy = Static<typeof OverriddenBy>

const SessionId = Type.String({ description: 'ID of the session, made by the browser script.' })
const UserId = Type.String({
  description: 'The user ID given to the browser script. The latest value counts.',
})

const record = {
  session_id: SessionId,
  tags: Type.Array(Type.String(), { description: 'Tags given to the browser script.' }),
  risk_score: Type.Integer({
    minimum: 0,
    maximum: 100,
    description: 'A higher score means that the session is more likely automated.',
  }),
  risk_explanation: Type.String({
    maxLength: EXPLANATION_CHARS,
    description: 'The strongest reasons for the score, in plain ASCII.',
  }),
  recommended_action: Field(Action, 'The computed action. It depends on the score and on the evidence.'),
  user_logs: Type.Array(EventEntry, {
    deprecated: true,
    description: 'The event log. Request it from the events endpoint instead.',
  }),
  biometric_checks: Field(BiometricChecks, 'Result of each behavior check.'),
  device_checks: Field(DeviceChecks, 'Result of each device or network check.'),
  effective_action: Field(
    Action,
    'The action that applies: the action of the label if a reviewer overrode the computed one.',
  ),
  overridden_by: Type.Union([OverriddenBy, Type.Null()], {
    description: 'The label that overrides the computed action; null without a label.',
  }),
}

export const SessionRecord = Type.Object(record, {
  additionalProperties: false,
  title: 'SessionRecord',
  description: 'A session in the list of a user or tag.',
})
export type SessionRecord = Static<typeof SessionRecord>

const Points = (description: string) => Type.Integer({ minimum: 0, maximum: 100, description })

/** They sum to the score. */
export const RiskParts = Type.Object(
  {
    input: Points('Points from input and automation traces.'),
    context: Points(
      'Points from machine and network. They never lead to a stronger action, unless the workspace raised the weight of the check.',
    ),
  },
  {
    additionalProperties: false,
    title: 'RiskParts',
    description: 'The two parts of the score, which sum to it.',
  },
)
export type RiskParts = Static<typeof RiskParts>

/** The limit that reduced the points of a check. */
export const LimitedBy = Type.Enum(['group', 'band', 'score'])

export const RiskContribution = Type.Object(
  {
    check: Type.Enum(SESSION_CHECK_NAMES, { description: 'The check.' }),
    points: Points('Points that it adds, after all limits.'),
    limited_by: Type.Union([LimitedBy, Type.Null()], {
      description:
        'What reduced its points: the cap of its `group`, the end of the `band` (for context, and for what harmless circumstances explain), or the highest `score`; null if nothing did.',
      examples: ['group'],
    }),
  },
  {
    additionalProperties: false,
    title: 'RiskContribution',
    description: 'The points that one check adds to the score.',
  },
)
export type RiskContribution = Static<typeof RiskContribution>

const Seen = (description: string) => Type.Integer({ minimum: 0, description })

/** How much evidence the checks had. */
export const EvidenceCoverage = Type.Object(
  {
    mouse: Seen('Recorded mouse moves and presses.'),
    keyboard: Seen('Key presses.'),
    touch: Seen('Touches with a finger or a pen.'),
    device: Type.Boolean({ description: 'Whether the script sent device signals.' }),
    network: Type.Boolean({ description: 'Whether anything is known about the IP address.' }),
    observed_seconds: Seen('Seconds of the session that the service observed, by its own clock.'),
  },
  {
    additionalProperties: false,
    title: 'EvidenceCoverage',
    description: 'How much evidence the checks had. Events made by scripts do not count.',
  },
)
export type EvidenceCoverage = Static<typeof EvidenceCoverage>

export const SessionReport = Type.Object(
  {
    ...record,
    user_id: Type.Optional(UserId),
    step_up: Type.Optional(
      Field(
        StepUp,
        'The step-up verification; absent if the page asked for none. It never changes the risk score.',
      ),
    ),
    verified_agent: Type.Optional(
      Field(VerifiedAgent, 'The declared agent that signed the requests of the session.'),
    ),
    risk_parts: Field(RiskParts, 'The two parts of `risk_score`.'),
    risk_contributions: Type.Array(RiskContribution, {
      description: 'The checks that found something, strongest first. Their points sum to `risk_score`.',
    }),
    evidence_coverage: Field(EvidenceCoverage, 'How much evidence the checks had.'),
    proven: Field(Proven, 'What the session has proven.'),
    decision: Field(Decision, 'What to do with the visitor.'),
    model_version: Type.String({
      description:
        'Version of the rules, the weights and the model behind the score. Scores with the same version are comparable.',
    }),
  },
  { additionalProperties: false, title: 'SessionReport', description: 'The report of one session.' },
)
export type SessionReport = Static<typeof SessionReport>

export const UserSessions = Type.Object(
  {
    user_id: Type.String({ description: 'The requested user ID.' }),
    sessions: Type.Array(SessionRecord, { description: 'Most recently started first.' }),
  },
  { additionalProperties: false, title: 'UserSessions', description: 'Sessions of one user.' },
)
export const TagSessions = Type.Object(
  {
    tag: Type.String({ description: 'The requested tag.' }),
    sessions: Type.Array(SessionRecord, { description: 'Most recently started first.' }),
  },
  { additionalProperties: false, title: 'TagSessions', description: 'Sessions with one tag.' },
)

export const EventLog = Type.Object(
  {
    session_id: SessionId,
    event_count: Type.Integer({
      minimum: 0,
      description: 'Entries in the whole log of the session; the same on every page.',
    }),
    events: Type.Array(EventEntry, { description: 'In chronological order.' }),
  },
  { additionalProperties: false, title: 'EventLog', description: 'The event log of one session.' },
)
export type EventLog = Static<typeof EventLog>
