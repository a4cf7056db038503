import type { AgentFinding } from './agent_finding.ts'

/** Facts about an IP address. `null` means no data, which is not the same as no. */
export interface NetworkProperties {
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null
  readonly asn: number | null
  readonly operator: string | null
  readonly hosting: boolean | null
  readonly vpn: boolean | null
  readonly tor: boolean | null
  /** True for a privacy relay or a company's web gateway, which many people use. Absent otherwise. */
  readonly relay?: boolean
}

export type ChallengePart = 'errors' | 'layout' | 'canvas' | 'numbers' | 'math' | 'seed'

/** How the answer to a challenge compares with the class of browsers that the user agent claims. */
export interface ChallengeResult {
  readonly result: 'passed' | 'failed' | 'unknown'
  /** Whether there are values for the claimed class, from the release or from other sessions. */
  readonly known: boolean
  /** The parts that contradict the claim. */
  readonly failed?: ChallengePart[]
  /** Error messages and layout are those of the claimed engine. Only where the result is `unknown`. */
  readonly ownEngine?: true
}

/** What the server observed when a batch arrived. Stored with the batch, so that a report can be recomputed. */
export interface Receipt {
  /** Milliseconds of the server's clock. */
  readonly at: number
  readonly network?: NetworkProperties
  /**
   * The browser's clock is wrong: more than a day off, or events later than their sending. Its times are stored
   * unchanged and are no evidence by themselves.
   */
  readonly clock?: 'ahead' | 'behind' | 'broken'
  /**
   * Empty: none. Only with the first batch of a tab, a batch without a token, the batch that answers the challenge, and
   * a batch whose user agent is not that of the batch that opened the session.
   */
  readonly userAgent?: string
  /** Request headers that a driver may forget to disguise. Only with the first batch of a tab. */
  readonly clientHints?: string
  readonly acceptLanguage?: string
  /** Other request headers, see `receipt.ts`. Only with the first batch of a tab. */
  readonly headers?: Readonly<Record<string, string>>
  /**
   * How long ago the service issued the batch's token. Every response carries a new token, so its age shows whether the
   * sender waited for the previous response.
   */
  readonly tokenAgeMs?: number
  /** Only with the batch that answers the challenge. */
  readonly challenge?: ChallengeResult
  /** What the signature of a declared agent showed. Only with the first batch of a tab, if it was signed. */
  readonly agent?: AgentFinding
}
