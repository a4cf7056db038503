import { bucketOf } from '../bucket.ts'
import {
  DELIVERY_COLUMNS,
  deliveryRow,
  type RawDelivery,
  type RawWebhook,
  rawDelivery,
  rawWebhook,
  WEBHOOK_COLUMNS,
  webhookRow,
} from '../rows/webhook.ts'
import type { DeliveryRow, WebhookRow, WebhookStore } from '../webhooks.ts'
import { claim } from './claim.ts'
import { type Database, ERASING } from './database.ts'
import { insertInto } from './values.ts'

const DELIVERY_IS = 'bucket = $1 AND workspace = $2 AND id = $3'

export class PostgresWebhooks implements WebhookStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  async save(webhook: WebhookRow): Promise<void> {
    const raw = rawWebhook(webhook)
    await this.#db.run(
      `${insertInto('webhooks', WEBHOOK_COLUMNS)} ON CONFLICT (workspace, id)
       DO UPDATE SET ${WEBHOOK_COLUMNS.slice(2).map((column) => `${column} = excluded.${column}`)}`,
      WEBHOOK_COLUMNS.map((column) => raw[column]),
    )
  }

  async find(workspace: string, id: string): Promise<WebhookRow | null> {
    const [raw] = await this.#db.rows<RawWebhook>('SELECT * FROM webhooks WHERE workspace = $1 AND id = $2', [
      workspace,
      id,
    ])
    return raw ? webhookRow(raw) : null
  }

  async list(workspace: string): Promise<WebhookRow[]> {
    const rows = await this.#db.rows<RawWebhook>(
      'SELECT * FROM webhooks WHERE workspace = $1 ORDER BY created_at, id',
      [workspace],
    )
    return rows.map(webhookRow)
  }

  async all(): Promise<WebhookRow[]> {
    const rows = await this.#db.rows<RawWebhook>('SELECT * FROM webhooks ORDER BY workspace, created_at, id')
    return rows.map(webhookRow)
  }

  remove(workspace: string, id: string): Promise<boolean> {
    return this.#db.transaction(async (queries) => {
      await queries.run('DELETE FROM deliveries WHERE workspace = $1 AND webhook_id = $2', [workspace, id])
      return (await queries.run('DELETE FROM webhooks WHERE workspace = $1 AND id = $2', [workspace, id])) > 0
    }, ERASING)
  }

  async enqueue(deliveries: readonly DeliveryRow[]): Promise<void> {
    if (deliveries.length === 0) return
    await this.#db.transaction(async (queries) => {
      for (const delivery of deliveries) {
        const raw = rawDelivery(delivery)
        await queries.run(
          `${insertInto('deliveries', ['bucket', ...DELIVERY_COLUMNS])} ON CONFLICT DO NOTHING`,
          [bucketOf(delivery.id), ...DELIVERY_COLUMNS.map((column) => raw[column])],
        )
      }
    })
  }

  async delivery(workspace: string, id: string): Promise<DeliveryRow | null> {
    const [raw] = await this.#db.rows<RawDelivery>(`SELECT * FROM deliveries WHERE ${DELIVERY_IS}`, [
      bucketOf(id),
      workspace,
      id,
    ])
    return raw ? deliveryRow(raw) : null
  }

  async deliveries(
    workspace: string,
    webhookId: string,
    limit: number,
    before?: { readonly createdAt: number; readonly id: string },
  ): Promise<DeliveryRow[]> {
    const { createdAt, id } = before ?? { createdAt: Number.MAX_SAFE_INTEGER, id: '' }
    const rows = await this.#db.rows<RawDelivery>(
      `SELECT * FROM deliveries WHERE workspace = $1 AND webhook_id = $2
         AND created_at <= $3 AND (created_at < $3 OR id > $4) ORDER BY created_at DESC, id LIMIT $5`,
      [workspace, webhookId, createdAt, id, limit],
    )
    return rows.map(deliveryRow)
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

  async settle(
    workspace: string,
    id: string,
    { state, nextAt, tries }: Parameters<WebhookStore['settle']>[2],
  ): Promise<void> {
    await this.#db.run(
      `UPDATE deliveries SET state = $4, next_at = $5, tries = $6, claimed_until = 0 WHERE ${DELIVERY_IS}`,
      [bucketOf(id), workspace, id, state, nextAt, JSON.stringify(tries)],
    )
  }

  async about(workspace: string, subject: string): Promise<DeliveryRow[]> {
    const rows = await this.#db.rows<RawDelivery>(
      'SELECT * FROM deliveries WHERE workspace = $1 AND subject = $2 ORDER BY created_at, id',
      [workspace, subject.toWellFormed()],
    )
    return rows.map(deliveryRow)
  }

  eraseAbout(workspace: string, subject: string): Promise<number> {
    return this.#db.run('DELETE FROM deliveries WHERE workspace = $1 AND subject = $2', [
      workspace,
      subject.toWellFormed(),
    ])
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
