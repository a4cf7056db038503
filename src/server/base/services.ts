/** What every route may use. Made once, in `start.ts`, and handed down; nothing here is global. */
import type { NetworkFacts } from '../../contract/network.ts'
import type { SessionKey, SessionRow, SessionWithReport, StoredReport } from '../../store/sessions.ts'
import type { Store } from '../../store/store.ts'
import type { Config } from './config.ts'
import type { LogFailure } from './failure_log.ts'
import type { KeyCache } from './key_cache.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { RateLimiter } from './rate_limit.ts'

export interface Network {
  facts(ip: string): NetworkFacts
}

/** A session with a report that is never older than its last stored batch. */
export interface ScoredSession {
  readonly session: SessionRow
  readonly report: StoredReport
}

export interface Scoring {
  report(key: SessionKey): Promise<ScoredSession | null>
  /** The evidence document behind the report, as JSON text. Made anew for every caller. */
  evidence(key: SessionKey): Promise<string | null>
  /** What the dashboard shows of one session, as JSON text. Made anew for every caller. */
  view(key: SessionKey): Promise<string | null>
  /** In the order given. */
  reports(rows: readonly SessionWithReport[]): Promise<ScoredSession[]>
  /** Batches were stored: there may be something to score. Returns at once. */
  wake(): void
  close(): Promise<void>
}

export interface Services {
  readonly config: Config
  readonly store: Store
  readonly keys: KeyCache
  readonly scoring: Scoring
  readonly network: Network
  readonly rates: RateLimiter
  readonly log: Log
  /** For failures that come in crowds. */
  readonly logFailure: LogFailure
  readonly metrics: Metrics
  /** Milliseconds of the server's clock. */
  now(): number
}
