/**
 * Which answer to a weekly challenge the browsers of one class give. A voter is a number below 64, derived from a
 * truncated address with a secret, so no address can be derived from it.
 */
export interface ChallengeTask {
  /** Weeks since 1970. */
  readonly week: number
  /** Engine, major version and operating system. */
  readonly browserClass: string
  /** The number of the seed in the week's pool. */
  readonly seed: number
}

export interface ChallengeVote extends ChallengeTask {
  readonly voter: number
  readonly value: string
}

export interface ChallengeStore {
  /** Adds the vote, or replaces the voter's earlier vote on the same task. */
  vote(vote: ChallengeVote): Promise<void>
  /** The number of votes for each value, without those of one voter. */
  countVotes(task: ChallengeTask, exceptVoter: number): Promise<ReadonlyMap<string, number>>
  /** The browser classes with votes in this week. */
  classesOf(week: number): Promise<string[]>
  /** Deletes the votes of earlier weeks; returns their number. */
  forgetBefore(week: number): Promise<number>
}
