/** Responses of a service about stored sessions, without scores and checks, which may change between releases. */

export interface ReleaseAnswers {
  readonly secretKey: string
  readonly secondKey: string
  readonly siteKey: string
  readonly member: { readonly email: string; readonly password: string }
  /** Exact results of analyses, by participant. */
  readonly surveys: Record<string, string>
  /** Response bodies by path. */
  readonly answers: Answers
}

export type Answers = Readonly<Record<string, unknown>>

export interface StoredIds {
  readonly sessions: readonly string[]
  readonly users: readonly string[]
  readonly tags: readonly string[]
}

interface Fields {
  readonly [name: string]: unknown
}

const RESULT_FIELDS = new Set([
  'risk_score',
  'risk_explanation',
  'recommended_action',
  'biometric_checks',
  'device_checks',
  'effective_action',
  'overruled_by',
])

export const pathsOf = ({ sessions, users, tags }: StoredIds): string[] => [
  ...sessions.flatMap((id) => [`/v1/sessions/${id}/report`, `/v1/sessions/${id}/events`]),
  ...users.map((user) => `/v1/users/${encodeURIComponent(user)}/sessions`),
  ...tags.map((tag) => `/v1/tags/${encodeURIComponent(tag)}/sessions`),
]

export async function fetchAnswers(
  address: string,
  secretKey: string,
  paths: readonly string[],
): Promise<Answers> {
  const answers: Record<string, unknown> = {}
  for (const path of paths) {
    const response = await fetch(address + path, { headers: { authorization: `Bearer ${secretKey}` } })
    if (!response.ok) throw new Error(`${path} returned ${response.status}`)
    const body = (await response.json()) as Fields
    const { sessions } = body
    answers[path] = withoutResult(
      Array.isArray(sessions) ? { ...body, sessions: sessions.map(withoutResult) } : body,
    )
  }
  return answers
}

function withoutResult(record: Fields): Fields {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !RESULT_FIELDS.has(name)))
}
