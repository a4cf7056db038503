/** Session records, reports, lists and event logs, in the words of spec 2.1 to 2.6. */
import { type Static, Type } from 'typebox'
import { BIOMETRIC_CHECKS, CHECK_RESULTS, DEVICE_CHECKS, RECOMMENDED_ACTIONS } from './checks.ts'
import { EXPLANATION_CHARS } from './limits.ts'

const Result = Type.Enum(CHECK_RESULTS)

const Results = <Name extends string>(names: readonly Name[], title: string) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Result])) as Record<Name, typeof Result>, {
    additionalProperties: false,
    title,
  })

export const EventEntry = Type.Object(
  {
    action: Type.String(),
    user_time: Type.String(),
    unix_timestamp: Type.Integer(),
  },
  { additionalProperties: false, title: 'EventEntry' },
)
export type EventEntry = Static<typeof EventEntry>

export const BiometricChecks = Results(BIOMETRIC_CHECKS, 'BiometricChecks')
export type BiometricChecks = Static<typeof BiometricChecks>
export const DeviceChecks = Results(DEVICE_CHECKS, 'DeviceChecks')
export type DeviceChecks = Static<typeof DeviceChecks>

/** A reviewer's label, which overrules the computed action. */
export const OverruledBy = Type.Object(
  {
    label: Type.Enum(['person', 'bot'], { description: '`person` accepts the session, `bot` rejects it.' }),
    by: Type.String({ description: 'Name of the member or API key; empty if it no longer exists.' }),
    at: Type.Integer({ description: 'Unix time in milliseconds.' }),
    note: Type.String({ description: "The reviewer's reason; may be empty." }),
  },
  { additionalProperties: false, title: 'OverruledBy' },
)
export type OverruledBy = Static<typeof OverruledBy>

const record = {
  session_id: Type.String(),
  tags: Type.Array(Type.String()),
  risk_score: Type.Integer({ minimum: 0, maximum: 100 }),
  risk_explanation: Type.String({ maxLength: EXPLANATION_CHARS }),
  recommended_action: Type.Enum(RECOMMENDED_ACTIONS),
  user_logs: Type.Array(EventEntry, { deprecated: true }),
  biometric_checks: BiometricChecks,
  device_checks: DeviceChecks,
  effective_action: Type.Enum(RECOMMENDED_ACTIONS, {
    description: 'The action that applies: that of the label if a reviewer overruled the computed one.',
  }),
  overruled_by: Type.Union([OverruledBy, Type.Null()]),
}

export const SessionRecord = Type.Object(record, { additionalProperties: false, title: 'SessionRecord' })
export type SessionRecord = Static<typeof SessionRecord>

const Seen = (description: string) => Type.Integer({ minimum: 0, description })

/** What the checks had to work with. */
export const EvidenceCoverage = Type.Object(
  {
    mouse: Seen('Recorded moves and presses of a mouse.'),
    keyboard: Seen('Key presses.'),
    touch: Seen('Touches with a finger or a pen.'),
    device: Type.Boolean({ description: 'Whether the script sent device signals.' }),
    network: Type.Boolean({ description: 'Whether anything is known about the IP address.' }),
    witnessed_seconds: Seen('Seconds of the visit that the service observed itself, by its own clock.'),
  },
  { additionalProperties: false, title: 'EvidenceCoverage' },
)
export type EvidenceCoverage = Static<typeof EvidenceCoverage>

export const SessionReport = Type.Object(
  {
    ...record,
    user_id: Type.Optional(Type.String()),
    evidence_coverage: EvidenceCoverage,
    model_version: Type.String({
      description:
        'Version of the rules, the weights and the model behind the score. Scores with the same version are comparable.',
    }),
  },
  { additionalProperties: false, title: 'SessionReport' },
)
export type SessionReport = Static<typeof SessionReport>

export const UserSessions = Type.Object(
  { user_id: Type.String(), sessions: Type.Array(SessionRecord) },
  { additionalProperties: false, title: 'UserSessions' },
)
export const TagSessions = Type.Object(
  { tag: Type.String(), sessions: Type.Array(SessionRecord) },
  { additionalProperties: false, title: 'TagSessions' },
)

export const EventLog = Type.Object(
  { session_id: Type.String(), event_count: Type.Integer({ minimum: 0 }), events: Type.Array(EventEntry) },
  { additionalProperties: false, title: 'EventLog' },
)
export type EventLog = Static<typeof EventLog>
