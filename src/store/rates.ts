/**
 * What several nodes know together about rates. Times are those of the database's own clock, the one that all of them
 * share. A subject is a keyed hash of whom a rate is about.
 */

/** What a node let through since it last told. */
export interface RateUse {
  readonly subject: bigint
  /** How long a bucket takes to win it back. */
  readonly costMs: number
}

export interface RateStore {
  /**
   * Adds to what is owed, up to `mostMs`. Gives for each subject, in the order given, how long until nothing is owed
   * any more.
   */
  addUses(uses: readonly RateUse[], mostMs: number): Promise<number[]>
  /** Forgets whoever owes nothing; gives how many. */
  forget(): Promise<number>
  /** Counts one more try and gives how many there were since the first; a window after that one counts anew. */
  countTry(subject: bigint, windowMs: number): Promise<number>
  forgetTries(subject: bigint): Promise<void>
}
