/** Bodies of webhook deliveries: one event each. No event contains typed text. */
import { type Static, type TSchema, Type } from 'typebox'
import { ClusterSummary } from './cluster_summary.ts'
import { TimeOf } from './dashboard/page.ts'
import { CheckName } from './dashboard/sessions.ts'
import { EFFECTIVE_VERDICT } from './dashboard/verdicts.ts'
import { Field } from './field.ts'
import { Action, SessionReport } from './session.ts'
import { SurveyResultV012, SurveyResultV021, VERDICT } from './survey.ts'

const Closed = <Properties extends Parameters<typeof Type.Object>[0]>(
  properties: Properties,
  title: string,
  description: string,
  fieldDescription: string,
) => Field(Type.Object(properties, { additionalProperties: false, title, description }), fieldDescription)
const session = {
  ...Type.Pick(SessionReport, [
    'session_id',
    'user_id',
    'tags',
    'risk_score',
    'recommended_action',
    'effective_action',
    'overridden_by',
    'step_up',
  ]).properties,
  detected: Type.Array(CheckName, { description: 'Checks with the result `Detected`.' }),
  started_at: TimeOf('Time of the first event'),
  last_at: TimeOf('Time of the last event'),
}
const CompletedSession = Closed(session, 'CompletedSession', 'A session that ended.', 'The session.')
const ChangedRisk = Closed(
  { ...session, previous_action: Field(Action, 'The action that was sent last; `Unknown` at first.') },
  'ChangedRisk',
  'A session whose recommended action changed.',
  'The session.',
)

/** By question for v021, for the participant for v012. */
const FailedChecks = Type.Union([SurveyResultV021.properties.checks, SurveyResultV012.properties.checks], {
  description: 'Failed checks: with v021 for each question ID, with v012 a list for the participant.',
})
const analyzed_at = TimeOf('Time of the analysis')

const survey = {
  survey_id: Type.String({ description: 'Your ID for the survey.' }),
  participant_id: Type.String({ description: 'Your ID for the participant.' }),
  num_checks_failed: SurveyResultV021.properties.num_checks_failed,
  checks: FailedChecks,
  model: SurveyResultV021.properties.model,
  typing_url: SurveyResultV021.properties.typing_url,
  analyzed_at,
  ...VERDICT,
  ...EFFECTIVE_VERDICT,
}
const FlaggedParticipant = Closed(
  survey,
  'FlaggedParticipant',
  'A participant whose answers failed a check.',
  'The analysis.',
)
const ChangedParticipant = Closed(
  {
    ...survey,
    previous: Closed(
      { ...VERDICT, checks: FailedChecks, analyzed_at },
      'PreviousAnalysis',
      'Summary of the previous analysis.',
      'The previous analysis.',
    ),
  },
  'ChangedParticipant',
  'A participant whose verdict or failed checks changed.',
  'The latest analysis.',
)
const SettledSurvey = Closed(
  {
    survey_id: survey.survey_id,
    participants: Type.Integer({ description: 'Number of participants.' }),
    changed: Type.Integer({
      description: 'Participants whose verdict or failed checks differ from the first result.',
    }),
    settled_at: TimeOf('Time at which the new analysis began'),
  },
  'SettledSurvey',
  'A survey that was analyzed again by itself.',
  'The survey.',
)
const TestMessage = Closed(
  { message: Type.String({ description: 'A human-readable sentence.' }) },
  'TestMessage',
  'The content of a test event.',
  'The message.',
)

const Event = <Name extends string, Data extends TSchema>(
  type: Name,
  data: Data,
  title: string,
  description: string,
) =>
  Type.Object(
    {
      type: Type.Literal(type, { description: 'Type of the event.' }),
      timestamp: Type.String({ format: 'date-time', description: 'Time of the event, in ISO 8601.' }),
      data,
    },
    { additionalProperties: false, title, description },
  )

export const WEBHOOK_BODIES = {
  'session.completed': Event(
    'session.completed',
    CompletedSession,
    'SessionCompletedEvent',
    'A session had no event for thirty minutes.',
  ),
  'session.risk_changed': Event(
    'session.risk_changed',
    ChangedRisk,
    'SessionRiskChangedEvent',
    'The recommended action differs from the one that was sent last; a session begins as `Unknown`. Sent about ten seconds after the last event of a session, but not for a completed one.',
  ),
  'survey.flagged': Event(
    'survey.flagged',
    FlaggedParticipant,
    'SurveyFlaggedEvent',
    'An analysis was flagged. Sent again when the same participant sends other answers that are flagged.',
  ),
  'survey.changed': Event(
    'survey.changed',
    ChangedParticipant,
    'SurveyChangedEvent',
    'A participant was analyzed again, and the verdict or the failed checks differ from the previous analysis.',
  ),
  'survey.settled': Event(
    'survey.settled',
    SettledSurvey,
    'SurveySettledEvent',
    'No response arrived for ten minutes, and all participants were analyzed again.',
  ),
  'sessions.cluster': Event(
    'sessions.cluster',
    Field(ClusterSummary, 'The cluster. Get its sessions from the management API.'),
    'SessionsClusterEvent',
    'Linked sessions were found: several users share a typing rhythm, a mouse path, typing statistics, a device or an IP address. Checked every ten minutes; sent at most once in thirty days for each cluster, even if sessions join or leave it.',
  ),
  test: Event(
    'test',
    TestMessage,
    'TestEvent',
    'A test was requested in the dashboard, through the API or on the command line.',
  ),
}
export type WebhookBodies = { [Type in keyof typeof WEBHOOK_BODIES]: Static<(typeof WEBHOOK_BODIES)[Type]> }

const TIMESTAMP = '2025-03-25T14:31:53.000Z'
const ANALYZED_AT = 1_742_913_050_000

const exampleSession: WebhookBodies['session.completed']['data'] = {
  session_id: 'q7Zr0nXkT2mVb4Lw9sYcHg',
  user_id: 'customer-1042',
  tags: ['checkout'],
  risk_score: 58,
  recommended_action: 'Manual review or require additional verification',
  effective_action: 'Manual review or require additional verification',
  overridden_by: null,
  step_up: {
    result: 'passed',
    reason: '46 intervals between keystrokes; none too fast or too regular.',
    asked_at: 1_742_913_110_000,
    answered_at: 1_742_913_131_200,
  },
  detected: ['bot'],
  started_at: 1_742_913_050_210,
  last_at: 1_742_913_103_021,
}
const exampleSurvey: WebhookBodies['survey.flagged']['data'] = {
  survey_id: 'spring-2025',
  participant_id: 'p-0042',
  num_checks_failed: 1,
  checks: { q1: ['Response pasted'] },
  model: 'byhand-v021',
  typing_url: 'https://byhand.example.org/app/typing/hT3kQ9ab2mVb4Lw9sYcHgZ',
  analyzed_at: ANALYZED_AT,
  verdict: 'review',
  severity: 0.5,
  effective_verdict: 'review',
  overridden_by: null,
}

export const WEBHOOK_EXAMPLES: WebhookBodies = {
  'session.completed': { type: 'session.completed', timestamp: TIMESTAMP, data: exampleSession },
  'session.risk_changed': {
    type: 'session.risk_changed',
    timestamp: TIMESTAMP,
    data: { ...exampleSession, previous_action: 'Unknown' },
  },
  'survey.flagged': { type: 'survey.flagged', timestamp: TIMESTAMP, data: exampleSurvey },
  'survey.changed': {
    type: 'survey.changed',
    timestamp: TIMESTAMP,
    data: {
      ...exampleSurvey,
      previous: { verdict: 'keep', severity: 0, checks: { q1: [] }, analyzed_at: ANALYZED_AT - 86_400_000 },
    },
  },
  'survey.settled': {
    type: 'survey.settled',
    timestamp: TIMESTAMP,
    data: { survey_id: 'spring-2025', participants: 412, changed: 9, settled_at: ANALYZED_AT + 600_000 },
  },
  'sessions.cluster': {
    type: 'sessions.cluster',
    timestamp: TIMESTAMP,
    data: {
      id: 'clu_Zt3mC0Yw8kQ1sVbN',
      kind: 'rhythm',
      sessions: 2,
      users: 2,
      first_at: ANALYZED_AT - 3_600_000,
      last_at: ANALYZED_AT,
    },
  },
  test: { type: 'test', timestamp: TIMESTAMP, data: { message: 'This is a test event.' } },
}
