import { integer, table, text } from './table.ts'

/**
 * Which answer to a weekly challenge the browsers of one class give. A voter is a number below 64, derived from a
 * truncated address or an account with a secret, so neither can be derived from it.
 */
export interface ChallengeTask {
  /** Weeks since 1970. */
  readonly week: number
  /** Browsers that draw alike. */
  readonly browserClass: string
  /** The number of the seed in the week's pool. */
  readonly seed: number
}

export interface ChallengeVoter {
  /** The workspace that vouches for the voter; empty: nobody does. */
  readonly trustedBy: string
  readonly kind: 'network' | 'user' | 'member'
  readonly number: number
}

/** One vote of each voter on a task. */
export const votes = table(
  'challenge_votes',
  {
    week: integer(),
    class: text(),
    seed: integer(),
    trustedBy: text(),
    kind: text<ChallengeVoter['kind']>(),
    voter: integer(),
    value: text(),
  },
  { key: ['week', 'class', 'seed', 'trustedBy', 'kind', 'voter'] },
)

/** The votes of one kind of voter for one value. */
export interface VoteCount {
  readonly kind: ChallengeVoter['kind']
  readonly value: string
  readonly votes: number
}

export interface ChallengeStore {
  /** Adds the vote, or replaces the voter's earlier vote on the same task. */
  vote(task: ChallengeTask, voter: ChallengeVoter, value: string): Promise<void>
  /** The votes of networks and of those whom this workspace trusts, without those of one voter. */
  countVotes(task: ChallengeTask, workspace: string, except: ChallengeVoter): Promise<VoteCount[]>
  /** The browser classes with votes in this week. */
  classesOf(week: number): Promise<string[]>
  /** Deletes the votes of earlier weeks; returns their number. */
  forgetBefore(week: number): Promise<number>
}
