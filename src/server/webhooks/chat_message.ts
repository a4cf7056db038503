/** Chat services take only messages of their own format, so their webhooks get the event as lines of text. */

type Format = 'slack' | 'teams'

const HOSTS: readonly (readonly [RegExp, Format])[] = [
  [/^hooks\.slack(-gov)?\.com$/, 'slack'],
  [/\.(webhook\.office\.com|logic\.azure\.com|api\.powerplatform\.com)$/, 'teams'],
]

/** `#slack` and `#teams` at the end of a URL choose the format for other hosts. The fragment is never sent. */
export function formatOf(url: string): Format | undefined {
  const { hostname, hash } = new URL(url)
  if (hash === '#slack' || hash === '#teams') return hash.slice(1) as Format
  return HOSTS.find(([host]) => host.test(hostname))?.[1]
}

/** The URL without the format. */
export const addressOf = (url: string): string => url.replace(/#(slack|teams)$/, '')

/** The body for this target. `payload`: of the event, as other targets get it. */
export function bodyFor(url: string, payload: string): string {
  const format = formatOf(url)
  if (format === undefined) return payload
  const lines = linesOf(payload)
  return JSON.stringify(format === 'slack' ? slackMessage(lines) : teamsMessage(lines))
}

/** Scalars and lists of them; details are in the dashboard. */
function linesOf(payload: string): string[] {
  const { type, data } = JSON.parse(payload) as { type: string; data: Readonly<Record<string, unknown>> }
  const shown = Object.entries(data).flatMap(([name, value]) => {
    const text = Array.isArray(value) ? value.filter(isScalar).join(', ') : isScalar(value) ? `${value}` : ''
    return text === '' ? [] : `${name}: ${text}`
  })
  return [`Byhand: ${type}`, ...shown]
}

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)

/** Without markup and mentions: a page chooses user IDs and tags. */
const slackMessage = (lines: readonly string[]): object => ({
  text: lines.join('\n').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  mrkdwn: false,
})

/** An adaptive card. Its text runs have no markup. */
const teamsMessage = (lines: readonly string[]): object => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: lines.map((text) => ({ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text }] })),
      },
    },
  ],
})
