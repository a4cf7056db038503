import type { ChallengeStore, ChallengeTask, ChallengeVote } from '../challenges.ts'
import { matching, type StatementRunner, upsertInto } from './statement_runner.ts'

const TASK = ['week', 'class', 'seed'] as const
const KEY = [...TASK, 'voter'] as const

/** Most votes repeat the voter's earlier one and change nothing. */
const VOTE = `${upsertInto('challenge_votes', KEY, [...KEY, 'value'])} WHERE challenge_votes.value <> excluded.value`

const taskParams = ({ week, browserClass, seed }: ChallengeTask) => ({ week, class: browserClass, seed })

export class ChallengeQueries implements ChallengeStore {
  readonly #runner: StatementRunner

  constructor(runner: StatementRunner) {
    this.#runner = runner
  }

  async vote({ voter, value, ...task }: ChallengeVote): Promise<void> {
    await this.#runner.run(VOTE, { ...taskParams(task), voter, value })
  }

  async countVotes(task: ChallengeTask, exceptVoter: number): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#runner.rows<{ value: string; votes: number }>(
      `SELECT value, count(*) AS votes FROM challenge_votes WHERE ${matching(TASK)} AND voter <> :voter
       GROUP BY value`,
      { ...taskParams(task), voter: exceptVoter },
    )
    return new Map(rows.map(({ value, votes }) => [value, votes]))
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
