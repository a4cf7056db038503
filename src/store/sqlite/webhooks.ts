import type { Database } from 'better-sqlite3'
import { insertInto } from '../queries/statement_runner.ts'
import {
  DELETE_DELIVERIES,
  DELETE_WEBHOOK,
  ERASE_DELIVERIES,
  WebhookQueries,
} from '../queries/webhook_queries.ts'
import { DELIVERY_COLUMNS, deliveryRow, type RawDelivery, rawDelivery } from '../rows/webhook.ts'
import type { DeliveryRow } from '../webhooks.ts'
import { statementRunner } from './statement_runner.ts'
import type { WriteQueue } from './write_queue.ts'

export class SqliteWebhooks extends WebhookQueries {
  readonly #queue: WriteQueue

  constructor(db: Database, queue: WriteQueue) {
    super(statementRunner(db, queue))
    this.#queue = queue
  }

  remove(workspace: string, id: string): Promise<boolean> {
    return this.#queue.write(0, 'removeWebhook', workspace, id)
  }

  enqueue(deliveries: readonly DeliveryRow[]): Promise<void> {
    const bytes = deliveries.reduce((sum, { body }) => sum + body.length, 0)
    return this.#queue.write(bytes, 'enqueueDeliveries', deliveries)
  }

  claimDue(limit: number, now: number, until: number): Promise<DeliveryRow[]> {
    return this.#queue.write(0, 'claimDeliveries', limit, now, until)
  }

  eraseAbout(workspace: string, subject: string): Promise<number> {
    return this.#queue.write(0, 'eraseDeliveries', workspace, subject.toWellFormed())
  }

  forget(before: number, limit: number): Promise<number> {
    return this.#queue.write(0, 'forgetDeliveries', before, limit)
  }
}

export function webhookWrites(db: Database) {
  const removeWebhook = db.prepare(DELETE_WEBHOOK)
  const removeDeliveries = db.prepare(DELETE_DELIVERIES)
  const add = db.prepare(`${insertInto('deliveries', DELIVERY_COLUMNS)} ON CONFLICT DO NOTHING`)
  const claim = db.prepare<[number, number, number, number], RawDelivery>(`
    UPDATE deliveries SET claimed_until = ? WHERE rowid IN (
      SELECT rowid FROM deliveries WHERE next_at <= ? AND claimed_until <= ? ORDER BY next_at LIMIT ?) RETURNING *`)
  const eraseAbout = db.prepare(ERASE_DELIVERIES)
  const forget = db.prepare(`DELETE FROM deliveries WHERE rowid IN (
    SELECT rowid FROM deliveries WHERE next_at IS NULL AND created_at < ? LIMIT ?)`)

  return {
    removeWebhook(workspace: string, id: string): boolean {
      removeDeliveries.run({ workspace, id })
      return removeWebhook.run({ workspace, id }).changes > 0
    },

    enqueueDeliveries(deliveries: readonly DeliveryRow[]): void {
      for (const delivery of deliveries) add.run(rawDelivery(delivery))
    },

    claimDeliveries(limit: number, now: number, until: number): DeliveryRow[] {
      return claim.all(until, now, now, limit).map(deliveryRow)
    },

    eraseDeliveries(workspace: string, subject: string): number {
      return eraseAbout.run({ workspace, subject }).changes
    },

    forgetDeliveries(before: number, limit: number): number {
      return forget.run(before, limit).changes
    },
  }
}
