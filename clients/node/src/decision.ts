/** Decides about a request by its signed result. Middleware for each framework uses it. */
import type { Client } from './client.ts'
import type { SignedResult } from './contract.ts'
import { ByhandUnavailable } from './errors.ts'

export type Outcome = 'allow' | 'review' | 'block'

export interface HumanOptions {
  readonly client: Pick<Client, 'verifyResult'>
  readonly siteKey: string
  /** Block above this score. By default, the action decides: `Auto-reject or high-priority review` is blocked. */
  readonly maxScore?: number | undefined
  /** For requests without a valid result, or with too little evidence; `review` by default. */
  readonly onUnknown?: Outcome | undefined
  /** Allow requests while the service cannot be reached; false by default. */
  readonly failOpen?: boolean | undefined
  /** The name of the form field, and of the header with `x-` in front; `byhand-result` by default. */
  readonly field?: string | undefined
}

export interface Decision {
  /** `review`: the request passes; the handler decides. */
  readonly outcome: Outcome
  readonly reason:
    | 'person'
    | 'too_risky'
    | 'unknown'
    | 'missing'
    | 'invalid'
    | 'expired'
    | 'other_site'
    | 'unavailable'
  /** Absent without a valid result. */
  readonly result?: SignedResult
}

export const DEFAULT_FIELD = 'byhand-result'

export async function decide(
  text: string | undefined,
  { client, siteKey, maxScore, onUnknown = 'review', failOpen = false }: HumanOptions,
): Promise<Decision> {
  if (!text) return { outcome: onUnknown, reason: 'missing' }
  try {
    const answer = await client.verifyResult(text, siteKey)
    if (!answer.valid) return { outcome: onUnknown, reason: answer.reason }
    const { result } = answer
    if (result.effective_action === 'Unknown') return { outcome: onUnknown, reason: 'unknown', result }
    const isTooRisky =
      maxScore === undefined
        ? result.effective_action.startsWith('Auto-reject')
        : result.risk_score > maxScore
    return { outcome: isTooRisky ? 'block' : 'allow', reason: isTooRisky ? 'too_risky' : 'person', result }
  } catch (error) {
    if (!(error instanceof ByhandUnavailable)) throw error
    return { outcome: failOpen ? 'allow' : 'block', reason: 'unavailable' }
  }
}

/** From the header, or from a field of the parsed body. */
export function resultOf(header: unknown, body: unknown, field: string): string | undefined {
  const value = header ?? (body as Readonly<Record<string, unknown>> | null | undefined)?.[field]
  return typeof value === 'string' ? value : undefined
}

export const REFUSAL = { error: 'This request was refused.' } as const
export const REFUSAL_STATUS = 403
