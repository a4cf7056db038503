import type { Database } from 'better-sqlite3'
import { neighbor, SurveyQueries } from '../queries/survey_queries.ts'
import { type AnswerKey, answers, type IndexedNeighbor, neighbors, type SurveyStore } from '../surveys.ts'
import { CROWDED_HASH, indexKeys } from '../values/index_hashes.ts'
import { reading } from './reading.ts'
import { statementRunner } from './statement_runner.ts'
import type { WriteQueue } from './write_queue.ts'

/** Finds similar answers: each step is a lookup in memory or in the page cache, so none is worth a join. */
export class SqliteSurveys extends SurveyQueries {
  readonly #statements: ReturnType<typeof prepare>
  readonly #inOneRead: (read: () => unknown) => unknown

  constructor(db: Database, queue: WriteQueue) {
    super(statementRunner(db, queue))
    this.#statements = prepare(db)
    this.#inOneRead = db.transaction((read) => read())
  }

  async neighbors(
    ...[key, questionId, hashes, limit, most = Number.MAX_SAFE_INTEGER]: Parameters<SurveyStore['neighbors']>
  ): Promise<IndexedNeighbor[]> {
    return this.#read(() => {
      const { own, keys, bucket } = this.#place(key, questionId, hashes)
      /** Shared hashes per answer; a crowded hash counts half. */
      const candidates = new Map<number, number>()
      for (const hash of keys) {
        const others = this.#statements.withHash.all(bucket, hash, limit).filter((no) => no !== own)
        const worth = others.length > limit ? CROWDED_HASH : 1
        for (const no of others.slice(0, limit)) candidates.set(no, (candidates.get(no) ?? 0) + worth)
      }
      const likely = [...candidates].filter(([, shared]) => shared >= 1 || candidates.size <= most)
      const nearest = likely.sort(([a, m], [b, n]) => n - m || a - b).slice(0, most)
      return nearest
        .map(([no]) => no)
        .sort((a, b) => a - b)
        .flatMap((no) => this.#answer(no, key, questionId) ?? [])
    })
  }

  async copies(...[key, questionId, hash, limit]: Parameters<SurveyStore['copies']>) {
    return this.#read(() => {
      const { own, keys, bucket } = this.#place(key, questionId, [hash])
      const copies = this.#statements.withHash
        .all(bucket, keys[0] as bigint, limit)
        .filter((no) => no !== own)
        .slice(0, limit)
      for (const no of copies) {
        const oldest = this.#answer(no, key, questionId)
        if (oldest) return { oldest, count: copies.length }
      }
      return null
    })
  }

  /** In one transaction: outside of one, every statement locks and unlocks the database. */
  #read<Found>(read: () => Found): Found {
    return reading(() => this.#inOneRead(read) as Found)
  }

  #place(key: AnswerKey, questionId: string, hashes: readonly bigint[]) {
    const stored = answers.storedKey({ ...key, questionId })
    const question = { workspace: key.workspace, surveyId: key.surveyId, questionId }
    return {
      bucket: stored.bucket as number,
      own: this.#statements.own.get(stored),
      keys: indexKeys(question, hashes),
    }
  }

  /** Null: a key of another question collides with the hash. */
  #answer(no: number, { workspace, surveyId }: AnswerKey, questionId: string): IndexedNeighbor | null {
    const raw = this.#statements.answer.get(no)
    const isWanted =
      raw?.workspace === workspace &&
      raw.survey_id === surveyId.toWellFormed() &&
      raw.question_id === questionId.toWellFormed()
    return isWanted ? neighbor(raw) : null
  }
}

function prepare(db: Database) {
  return {
    // Two more than the limit: one may be the participant's own answer, and one more makes the hash crowded. SQLite
    // prepares a statement again whenever a limit that is only a parameter is bound.
    withHash: db
      .prepare<[number, bigint, number], number>(
        'SELECT answer FROM index_hashes WHERE bucket = ? AND hash = ? ORDER BY answer LIMIT ? + 2',
      )
      .pluck(),
    own: db.prepare<[object], number>(`SELECT no FROM answers WHERE ${answers.isKey}`).pluck(),
    answer: db.prepare<[number], { workspace: string; survey_id: string; question_id: string }>(
      `SELECT ${neighbors.columns} FROM answers WHERE no = ?`,
    ),
  }
}
