import { neighbor, SurveyQueries } from '../queries/survey_queries.ts'
import { answers, type IndexedNeighbor, neighbors, type SurveyStore } from '../surveys.ts'
import { CROWDED_HASH, indexKeys } from '../values/index_hashes.ts'
import type { Database } from './database.ts'
import { positional } from './positional.ts'
import { statementRunner } from './statement_runner.ts'

const NEIGHBOR = neighbors.columns.map((column) => `a.${column}`)

const OWN = `SELECT no FROM answers WHERE ${answers.isKey}`

/** Finds similar answers in one round trip. */
export class PostgresSurveys extends SurveyQueries {
  readonly #db: Database

  constructor(db: Database) {
    super(statementRunner(db))
    this.#db = db
  }

  async neighbors(
    ...[key, questionId, hashes, limit, most]: Parameters<SurveyStore['neighbors']>
  ): Promise<IndexedNeighbor[]> {
    const text = `WITH own AS (${OWN}),
        shared AS (
          SELECT k.hash, b.answer, row_number() OVER (PARTITION BY k.hash ORDER BY b.answer) AS place,
            count(*) OVER (PARTITION BY k.hash) AS crowd
          FROM unnest(CAST(:keys AS bigint[])) AS k (hash), LATERAL (
            SELECT answer FROM index_hashes WHERE bucket = :bucket AND hash = k.hash AND answer NOT IN (SELECT no FROM own)
            ORDER BY answer LIMIT :limit + 1) b),
        weighed AS (
          SELECT answer, sum(CASE WHEN crowd > :limit THEN ${CROWDED_HASH} ELSE 1 END) AS worth
          FROM shared WHERE place <= :limit GROUP BY answer),
        candidates AS (
          SELECT answer FROM weighed
          WHERE worth >= 1 OR CAST(:most AS bigint) IS NULL OR (SELECT count(*) FROM weighed) <= :most
          ORDER BY worth DESC, answer LIMIT :most)
      SELECT ${NEIGHBOR} FROM candidates c JOIN answers a ON a.bucket = :bucket AND a.workspace = :workspace AND a.no = c.answer
      WHERE a.survey_id = :survey_id AND a.question_id = :question_id ORDER BY a.no`
    const place = { ...key, questionId }
    const params = { ...answers.storedKey(place), keys: indexKeys(place, hashes), limit, most: most ?? null }
    return (await this.#db.rows<object>(...positional(text, params))).map(neighbor)
  }

  async copies(...[key, questionId, hash, limit]: Parameters<SurveyStore['copies']>) {
    const text = `WITH own AS (${OWN}),
        copies AS (
          SELECT answer FROM index_hashes WHERE bucket = :bucket AND hash = :hash AND answer NOT IN (SELECT no FROM own)
          ORDER BY answer LIMIT :limit)
      SELECT ${NEIGHBOR}, (SELECT CAST(count(*) AS int) FROM copies) AS copies
      FROM copies c JOIN answers a ON a.bucket = :bucket AND a.workspace = :workspace AND a.no = c.answer
      WHERE a.survey_id = :survey_id AND a.question_id = :question_id ORDER BY c.answer LIMIT 1`
    const place = { ...key, questionId }
    const params = { ...answers.storedKey(place), hash: indexKeys(place, [hash])[0], limit }
    const [row] = await this.#db.rows<{ copies: number }>(...positional(text, params))
    return row ? { oldest: neighbor(row), count: row.copies } : null
  }
}
