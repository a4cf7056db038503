import type { RateStore, RateUse, Tries } from '../rates.ts'
import type { Database } from './database.ts'

/** The same time for every row of a statement. */
const NOW = '(extract(epoch FROM statement_timestamp()) * 1000)::double precision'
const NOW_MS = `${NOW}::bigint`

/** Expired tries are deleted a few at a time, so that no request pays for all of them. */
const EXPIRED_TRIES_PER_REQUEST = 100

/** The row of `probe`. */
const PROBE_SUBJECT = 0n

export class PostgresRates implements RateStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  async addUses(uses: readonly RateUse[], mostMs: number): Promise<number[]> {
    if (uses.length === 0) return []
    // All nodes lock in the same order, which prevents deadlocks.
    const rows = await this.#db.rows<{ subject: string; owed: number }>(
      `INSERT INTO rates AS held (subject, full_at)
       SELECT subject, ${NOW} + least(cost, $3) FROM (SELECT unnest($1::bigint[]) AS subject,
         unnest($2::double precision[]) AS cost) u ORDER BY subject
       ON CONFLICT (subject) DO UPDATE
         SET full_at = least(greatest(held.full_at, ${NOW}) + excluded.full_at - ${NOW}, ${NOW} + $3)
       RETURNING subject::text AS subject, full_at - ${NOW} AS owed`,
      [uses.map(({ subject }) => subject), uses.map(({ costMs }) => costMs), mostMs],
    )
    const owed = new Map(rows.map((row) => [row.subject, row.owed]))
    return uses.map(({ subject }) => owed.get(`${subject}`) ?? 0)
  }

  forget(): Promise<number> {
    return this.#db.run(`DELETE FROM rates WHERE full_at < ${NOW}`)
  }

  async countTry(subject: bigint, windowMs: number): Promise<number> {
    await this.#db.run(
      `DELETE FROM tries WHERE subject IN (SELECT subject FROM tries WHERE ends_at <= ${NOW_MS}
         LIMIT ${EXPIRED_TRIES_PER_REQUEST} FOR UPDATE SKIP LOCKED)`,
    )
    const [row] = await this.#db.rows<{ count: number }>(
      `INSERT INTO tries AS held (subject, count, ends_at) VALUES ($1, 1, ${NOW_MS} + $2)
       ON CONFLICT (subject) DO UPDATE SET
         count = CASE WHEN held.ends_at <= ${NOW_MS} THEN 1 ELSE held.count + 1 END,
         ends_at = CASE WHEN held.ends_at <= ${NOW_MS} THEN excluded.ends_at ELSE held.ends_at END
       RETURNING count`,
      [subject, windowMs],
    )
    return row?.count ?? 0
  }

  async tries(subject: bigint): Promise<Tries> {
    const [row] = await this.#db.rows<{ count: number; left: number }>(
      `SELECT count, (ends_at - ${NOW_MS})::double precision AS left FROM tries
       WHERE subject = $1 AND ends_at > ${NOW_MS}`,
      [subject],
    )
    return { count: row?.count ?? 0, leftMs: row?.left ?? 0 }
  }

  /** A small write, to learn whether the database accepts writes. */
  async probe(): Promise<void> {
    await this.#db.run(
      `INSERT INTO tries (subject, count, ends_at) VALUES ($1, 0, ${NOW_MS})
       ON CONFLICT (subject) DO UPDATE SET ends_at = excluded.ends_at`,
      [PROBE_SUBJECT],
    )
  }

  async forgetTries(subject: bigint): Promise<void> {
    await this.#db.run('DELETE FROM tries WHERE subject = $1', [subject])
  }
}
