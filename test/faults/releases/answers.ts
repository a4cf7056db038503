/** What a service tells about the sessions it holds, less its verdict: verdicts may change from release to release. */

export interface Told {
  readonly secretKey: string
  readonly secondKey: string
  readonly siteKey: string
  readonly member: { readonly email: string; readonly password: string }
  /** Results of analyses, to the byte, by participant. */
  readonly surveys: Record<string, string>
  /** Answers by path. */
  readonly answers: Readonly<Record<string, unknown>>
}

export interface Asked {
  readonly secretKey: string
  readonly sessions: readonly string[]
  readonly users: readonly string[]
  readonly tags: readonly string[]
}

interface Fields {
  readonly [name: string]: unknown
}

const VERDICT = new Set([
  'risk_score',
  'risk_explanation',
  'recommended_action',
  'biometric_checks',
  'device_checks',
])

export const pathsOf = ({ sessions, users, tags }: Asked): string[] => [
  ...sessions.flatMap((id) => [`/v1/sessions/${id}/report`, `/v1/sessions/${id}/events`]),
  ...users.map((user) => `/v1/users/${encodeURIComponent(user)}/sessions`),
  ...tags.map((tag) => `/v1/tags/${encodeURIComponent(tag)}/sessions`),
]

export async function tell(address: string, asked: Asked): Promise<Pick<Told, 'answers'>> {
  return tellPaths(address, asked.secretKey, pathsOf(asked))
}

export async function tellPaths(
  address: string,
  secretKey: string,
  paths: readonly string[],
): Promise<Pick<Told, 'answers'>> {
  const answers: Record<string, unknown> = {}
  for (const path of paths) {
    const answer = await fetch(address + path, { headers: { authorization: `Bearer ${secretKey}` } })
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`)
    const body = (await answer.json()) as Fields
    const { sessions } = body
    answers[path] = withoutVerdict(
      Array.isArray(sessions) ? { ...body, sessions: sessions.map(withoutVerdict) } : body,
    )
  }
  return { answers }
}

function withoutVerdict(record: Fields): Fields {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !VERDICT.has(name)))
}
