import { bucketOf } from '../bucket.ts'
import { insertInto, type StatementRunner } from '../queries/statement_runner.ts'
import {
  DELETE_DELIVERIES,
  DELETE_WEBHOOK,
  ERASE_DELIVERIES,
  WebhookQueries,
} from '../queries/webhook_queries.ts'
import { DELIVERY_COLUMNS, deliveryRow, type RawDelivery, rawDelivery } from '../rows/webhook.ts'
import type { DeliveryRow } from '../webhooks.ts'
import { claim } from './claim.ts'
import { type Database, ERASING } from './database.ts'
import { statementRunner } from './statement_runner.ts'

const INSERT_DELIVERY = `${insertInto('deliveries', ['bucket', ...DELIVERY_COLUMNS])} ON CONFLICT DO NOTHING`

export class PostgresWebhooks extends WebhookQueries {
  readonly #db: Database
  readonly #runner: StatementRunner

  constructor(db: Database) {
    const runner = statementRunner(db)
    super(runner)
    this.#db = db
    this.#runner = runner
  }

  remove(workspace: string, id: string): Promise<boolean> {
    return this.#db.transaction(async (queries) => {
      const runner = statementRunner(queries)
      await runner.run(DELETE_DELIVERIES, { workspace, id })
      return (await runner.run(DELETE_WEBHOOK, { workspace, id })) > 0
    }, ERASING)
  }

  async enqueue(deliveries: readonly DeliveryRow[]): Promise<void> {
    if (deliveries.length === 0) return
    await this.#db.transaction(async (queries) => {
      const runner = statementRunner(queries)
      for (const delivery of deliveries) {
        await runner.run(INSERT_DELIVERY, { bucket: bucketOf(delivery.id), ...rawDelivery(delivery) })
      }
    })
  }

  async claimDue(limit: number, now: number, until: number): Promise<DeliveryRow[]> {
    const due = {
      table: 'deliveries',
      key: ['bucket', 'workspace', 'id'],
      free: 't.next_at <= $1 AND t.claimed_until <= $1',
      values: [now],
      order: 't.next_at',
      sets: 'claimed_until',
      returning: 't.*',
    }
    const rows = await claim<RawDelivery>(this.#db, due, limit, until)
    return rows.map(deliveryRow)
  }

  eraseAbout(workspace: string, subject: string): Promise<number> {
    return this.#runner.run(ERASE_DELIVERIES, { workspace, subject: subject.toWellFormed() })
  }

  forget(before: number, limit: number): Promise<number> {
    return this.#db.run(
      `DELETE FROM deliveries d USING (SELECT bucket, workspace, id FROM deliveries
         WHERE next_at IS NULL AND created_at < $1 LIMIT $2) c
       WHERE d.bucket = c.bucket AND d.workspace = c.workspace AND d.id = c.id`,
      [before, limit],
    )
  }
}
