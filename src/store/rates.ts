/**
 * Rate limits that several nodes share. Times are of the database's clock. A subject is a keyed hash of the limited client.
 */

/** Requests that a node admitted since its last report. */
export interface RateUse {
  readonly subject: bigint
  /** How long the token bucket needs to refill. */
  readonly costMs: number
}

export interface Tries {
  readonly count: number
  readonly leftMs: number
}

export interface RateStore {
  /** Adds uses to the buckets, up to `mostMs`. Returns for each subject, in order, the time until its bucket is full. */
  addUses(uses: readonly RateUse[], mostMs: number): Promise<number[]>
  /** Deletes full buckets; returns their number. */
  forget(): Promise<number>
  /** Counts a try and returns the number in the current window, which starts with the first try. */
  countTry(subject: bigint, windowMs: number): Promise<number>
  /** The tries in the current window, and the time until it ends. */
  tries(subject: bigint): Promise<Tries>
  forgetTries(subject: bigint): Promise<void>
}
