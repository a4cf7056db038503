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
  readonly workspace: string
  /** The workspace vouches for its users and members. */
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
    workspace: text(),
    kind: text<ChallengeVoter['kind']>(),
    voter: integer(),
    value: text(),
  },
  { key: ['week', 'class', 'seed', 'workspace', 'kind', 'voter'] },
)

/** The votes of one kind of voter for one value. */
export interface VoteCount {
  readonly kind: ChallengeVoter['kind']
  readonly value: string
  readonly votes: number
}

export interface TaskVotes extends VoteCount {
  readonly workspace: string
  readonly browserClass: string
  readonly seed: number
}

export type WorkspaceClass = Pick<TaskVotes, 'workspace' | 'browserClass'>

export interface ChallengeStore {
  /** Adds the vote, or replaces the voter's earlier vote on the same task. */
  vote(task: ChallengeTask, voter: ChallengeVoter, value: string): Promise<void>
  /** The votes in the workspace of this voter, without its own. */
  countVotes(task: ChallengeTask, except: ChallengeVoter): Promise<VoteCount[]>
  /** The votes of one week, of one workspace or of all. */
  votesOf(week: number, workspace?: string): Promise<TaskVotes[]>
  /** The browser classes with votes of networks in this week. */
  networkClasses(week: number): Promise<WorkspaceClass[]>
  /** Deletes the votes of earlier weeks; returns their number. */
  forgetBefore(week: number): Promise<number>
}
