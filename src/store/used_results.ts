/** Signed results that a server has redeemed, and nonces of agents' signatures, until they expire. Each is used once. */
export interface UsedResult {
  readonly workspace: string
  readonly sessionId: string
  readonly resultId: string
  /** Lets the caller repeat a request whose response was lost; null: it cannot. */
  readonly idempotencyKey: string | null
  readonly usedAt: number
  readonly expiresAt: number
}

export interface UsedResultStore {
  /** True for the first use, and for a repetition with the same idempotency key. */
  use(result: UsedResult): Promise<boolean>
  /** The result was not used after all. */
  withdraw(result: Pick<UsedResult, 'workspace' | 'sessionId' | 'resultId'>): Promise<void>
  /** The used results of a session, by their IDs: when each was used. */
  ofSession(workspace: string, sessionId: string, now: number): Promise<ReadonlyMap<string, number>>
  /** Returns the number of deleted rows. */
  forgetExpired(now: number): Promise<number>
}
