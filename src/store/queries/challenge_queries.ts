import {
  type ChallengeStore,
  type ChallengeTask,
  type ChallengeVoter,
  type TaskVotes,
  type VoteCount,
  votes,
  type WorkspaceClass,
} from '../challenges.ts'
import { matching } from '../table.ts'
import { RunnerQueries } from './statement_runner.ts'

/** Most votes repeat the voter's earlier one and change nothing. */
const VOTE = `${votes.upsert} WHERE challenge_votes.value <> excluded.value`

const COUNT = `SELECT kind, value, count(*) AS votes FROM challenge_votes
  WHERE ${matching(['week', 'class', 'seed'])} AND workspace = :workspace
    AND NOT (${matching(['kind', 'voter'])})
  GROUP BY kind, value`

const votesWhere = (
  condition: string,
) => `SELECT workspace, class AS "browserClass", seed, kind, value, count(*) AS votes
  FROM challenge_votes WHERE ${condition} GROUP BY workspace, class, seed, kind, value`

const keyOf = ({ week, browserClass, seed }: ChallengeTask, { workspace, kind, number }: ChallengeVoter) =>
  ({ week, class: browserClass, seed, workspace, kind, voter: number }) as const

export class ChallengeQueries extends RunnerQueries implements ChallengeStore {
  async vote(task: ChallengeTask, voter: ChallengeVoter, value: string): Promise<void> {
    await this.runner.run(VOTE, votes.stored({ ...keyOf(task, voter), value }))
  }

  countVotes(task: ChallengeTask, except: ChallengeVoter): Promise<VoteCount[]> {
    return this.runner.rows<VoteCount>(COUNT, votes.storedKey(keyOf(task, except)))
  }

  votesOf(week: number, workspace?: string): Promise<TaskVotes[]> {
    return workspace === undefined
      ? this.runner.rows<TaskVotes>(votesWhere(matching(['week'])), { week })
      : this.runner.rows<TaskVotes>(votesWhere(matching(['week', 'workspace'])), { week, workspace })
  }

  networkClasses(week: number): Promise<WorkspaceClass[]> {
    return this.runner.rows<WorkspaceClass>(
      `SELECT DISTINCT workspace, class AS "browserClass" FROM challenge_votes
        WHERE week = :week AND kind = 'network'`,
      { week },
    )
  }

  forgetBefore(week: number): Promise<number> {
    return this.runner.run('DELETE FROM challenge_votes WHERE week < :week', { week })
  }
}
