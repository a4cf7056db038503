/** The requests that the service sends to webhooks. */
import { Type } from 'typebox'
import { WEBHOOK_BODIES, type WebhookBodies } from '../../../contract/webhook_events.ts'
import type { RequestDocument } from './operation_object.ts'
import { mediaOf } from './responses.ts'

const TIMESTAMP = '2025-03-25T14:31:53.000Z'
const ANALYZED_AT = 1_742_913_050_000

const session: WebhookBodies['session.completed']['data'] = {
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
const survey: WebhookBodies['survey.flagged']['data'] = {
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

const EXAMPLES: WebhookBodies = {
  'session.completed': { type: 'session.completed', timestamp: TIMESTAMP, data: session },
  'session.risk_changed': {
    type: 'session.risk_changed',
    timestamp: TIMESTAMP,
    data: { ...session, previous_action: 'Unknown' },
  },
  'survey.flagged': { type: 'survey.flagged', timestamp: TIMESTAMP, data: survey },
  'survey.changed': {
    type: 'survey.changed',
    timestamp: TIMESTAMP,
    data: {
      ...survey,
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

/** `receiveSessionRiskChanged` for `session.risk_changed`. */
const operationIdOf = (type: string): string =>
  `receive${type.replace(/(?:^|[._])(.)/g, (_, first: string) => first.toUpperCase())}`

const header = (description: string, example: string) => Type.String({ description, examples: [example] })

/** Those of the Standard Webhooks scheme. */
const HEADERS = Type.Object({
  'webhook-id': header(
    'ID of the event, the same for every attempt and resend. Ignore an ID that you have processed.',
    'evt_hT3kQ9ab2mVb4Lw9sYcHgZ',
  ),
  'webhook-timestamp': header(
    'Time of the attempt, in Unix seconds. Reject a request that is older than five minutes.',
    '1742913113',
  ),
  'webhook-signature': header(
    '`v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, with the secret of the webhook. Two signatures with a space between them while an old secret is valid.',
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  ),
})

/** What a webhook may respond with. */
export const EVENT_RESPONSES = {
  '2XX': {
    description: 'Received. Respond within 15 seconds. After any other status, the service tries again.',
  },
  410: { description: 'The service disables the webhook.' },
}

/** The requests, by the type of the event. */
export const EVENT_REQUESTS: readonly (readonly [string, RequestDocument])[] = (
  Object.keys(WEBHOOK_BODIES) as (keyof WebhookBodies)[]
).map((type) => {
  const schema = WEBHOOK_BODIES[type]
  const { description = '' } = schema as { readonly description?: string }
  return [
    type,
    {
      operationId: operationIdOf(type),
      tag: 'Webhook events',
      summary: `Event \`${type}\``,
      description,
      headers: HEADERS,
      body: { content: { 'application/json': mediaOf(schema, EXAMPLES[type]) } },
    },
  ]
})
