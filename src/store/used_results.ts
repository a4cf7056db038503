import { integer, nullable, type RowOf, table, text } from './table.ts'

/** Signed results that a server has redeemed, and nonces of agents' signatures, for some time. Each is used once. */
export const usedResults = table(
  'used_results',
  {
    workspace: text(),
    sessionId: text(),
    resultId: text(),
    /** Lets the caller repeat a request whose response was lost; null: it cannot. */
    idempotencyKey: nullable(text()),
    usedAt: integer(),
    expiresAt: integer(),
  },
  { key: ['workspace', 'sessionId', 'resultId'] },
)

export type UsedResult = RowOf<typeof usedResults>

export interface UsedResultStore {
  /** True for the first use, and for a repetition with the same idempotency key. */
  use(result: UsedResult): Promise<boolean>
  /** The result was not used after all. */
  withdraw(result: Pick<UsedResult, 'workspace' | 'sessionId' | 'resultId'>): Promise<void>
  /** The kept ones of a session, by their IDs: when each was used. */
  ofSession(workspace: string, sessionId: string, now: number): Promise<ReadonlyMap<string, number>>
  /** Returns the number of deleted rows. */
  forgetExpired(now: number): Promise<number>
}
