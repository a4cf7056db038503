import { expect, it } from 'vitest'
import { bodyFor, formatOf } from './chat_message.ts'

const PAYLOAD = JSON.stringify({
  type: 'session.risk_changed',
  timestamp: '2026-11-15T10:04:12.000Z',
  data: {
    session_id: 's1',
    user_id: '<!channel> & [x](https://evil.example)',
    tags: ['a', 'b'],
    risk_score: 92,
    overridden_by: null,
    step_up: { result: 'passed' },
  },
})

it('knows chat services by their host, or by the end of the URL', () => {
  expect(
    [
      'https://hooks.slack.com/services/T0/B0/x',
      'https://contoso.webhook.office.com/webhookb2/x',
      'https://prod-01.westeurope.logic.azure.com:443/workflows/x',
      'https://a.b.environment.api.powerplatform.com/powerautomate/x',
      'https://chat.example.org/hooks/x#slack',
      'https://chat.example.org/hooks/x#teams',
    ].map(formatOf),
  ).toEqual(['slack', 'teams', 'teams', 'teams', 'slack', 'teams'])
  for (const other of [
    'https://shop.example.org/hooks.slack.com',
    'https://nothooks.slack.com.example.org/#x',
  ])
    expect(bodyFor(other, PAYLOAD)).toBe(PAYLOAD)
})

it('sends Slack lines of text without markup', () => {
  expect(JSON.parse(bodyFor('https://hooks.slack.com/x', PAYLOAD))).toEqual({
    text: [
      'Byhand: session.risk_changed',
      'session_id: s1',
      'user_id: &lt;!channel&gt; &amp; [x](https://evil.example)',
      'tags: a, b',
      'risk_score: 92',
    ].join('\n'),
    mrkdwn: false,
  })
})

it('sends Teams a card with the same lines', () => {
  const { type, attachments } = JSON.parse(bodyFor('https://a.webhook.office.com/x', PAYLOAD))
  expect([type, attachments[0].contentType]).toEqual(['message', 'application/vnd.microsoft.card.adaptive'])
  const { body } = attachments[0].content
  expect(body.map((block: { inlines: [{ text: string }] }) => block.inlines[0].text)).toEqual([
    'Byhand: session.risk_changed',
    'session_id: s1',
    'user_id: <!channel> & [x](https://evil.example)',
    'tags: a, b',
    'risk_score: 92',
  ])
})
