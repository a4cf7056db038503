import type { ChallengeStore, ChallengeTask, ChallengeVoter, VoteCount } from '../challenges.ts'
import { matching, type StatementRunner, upsertInto } from './statement_runner.ts'

const TASK = ['week', 'class', 'seed'] as const
const VOTER = ['trusted_by', 'kind', 'voter'] as const
const KEY = [...TASK, ...VOTER] as const

/** Most votes repeat the voter's earlier one and change nothing. */
const VOTE = `${upsertInto('challenge_votes', KEY, [...KEY, 'value'])} WHERE challenge_votes.value <> excluded.value`

const COUNT = `SELECT kind, value, count(*) AS votes FROM challenge_votes
  WHERE ${matching(TASK)} AND trusted_by IN ('', :workspace) AND NOT (${matching(VOTER)})
  GROUP BY kind, value`

const taskParams = ({ week, browserClass, seed }: ChallengeTask) => ({ week, class: browserClass, seed })
const voterParams = ({ trustedBy, kind, number }: ChallengeVoter) => ({
  trusted_by: trustedBy,
  kind,
  voter: number,
})

export class ChallengeQueries implements ChallengeStore {
  readonly #runner: StatementRunner

  constructor(runner: StatementRunner) {
    this.#runner = runner
  }

  async vote(task: ChallengeTask, voter: ChallengeVoter, value: string): Promise<void> {
    await this.#runner.run(VOTE, { ...taskParams(task), ...voterParams(voter), value })
  }

  countVotes(task: ChallengeTask, workspace: string, except: ChallengeVoter): Promise<VoteCount[]> {
    return this.#runner.rows<VoteCount>(COUNT, { ...taskParams(task), ...voterParams(except), workspace })
  }

  async classesOf(week: number): Promise<string[]> {
    const rows = await this.#runner.rows<{ class: string }>(
      'SELECT DISTINCT class FROM challenge_votes WHERE week = :week',
      { week },
    )
    return rows.map((row) => row.class)
  }

  forgetBefore(week: number): Promise<number> {
    return this.#runner.run('DELETE FROM challenge_votes WHERE week < :week', { week })
  }
}
