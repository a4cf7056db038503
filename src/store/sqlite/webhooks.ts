import type { Database } from 'better-sqlite3'
import { deliveryRow, type RawDelivery, type RawWebhook, webhookRow } from '../rows/webhook.ts'
import type { DeliveryRow, WebhookRow, WebhookStore } from '../webhooks.ts'
import { reading } from './reading.ts'
import type { WriteQueue } from './write_queue.ts'

interface LogPlace {
  workspace: string
  webhook: string
  at: number
  id: string
  limit: number
}

export class SqliteWebhooks implements WebhookStore {
  readonly #queue: WriteQueue
  readonly #statements: ReturnType<typeof prepare>

  constructor(db: Database, queue: WriteQueue) {
    this.#queue = queue
    this.#statements = prepare(db)
  }

  save(webhook: WebhookRow): Promise<void> {
    return this.#queue.write(0, 'saveWebhook', webhook)
  }

  async find(workspace: string, id: string): Promise<WebhookRow | null> {
    return reading(() => {
      const raw = this.#statements.find.get(workspace, id)
      return raw ? webhookRow(raw) : null
    })
  }

  async list(workspace: string): Promise<WebhookRow[]> {
    return reading(() => this.#statements.list.all(workspace).map(webhookRow))
  }

  async all(): Promise<WebhookRow[]> {
    return reading(() => this.#statements.all.all().map(webhookRow))
  }

  remove(workspace: string, id: string): Promise<boolean> {
    return this.#queue.write(0, 'removeWebhook', workspace, id)
  }

  enqueue(deliveries: readonly DeliveryRow[]): Promise<void> {
    const bytes = deliveries.reduce((sum, { body }) => sum + body.length, 0)
    return this.#queue.write(bytes, 'enqueueDeliveries', deliveries)
  }

  async delivery(workspace: string, id: string): Promise<DeliveryRow | null> {
    return reading(() => {
      const raw = this.#statements.delivery.get(workspace, id)
      return raw ? deliveryRow(raw) : null
    })
  }

  async deliveries(
    workspace: string,
    webhook: string,
    limit: number,
    before?: { readonly createdAt: number; readonly id: string },
  ): Promise<DeliveryRow[]> {
    const { createdAt: at, id } = before ?? { createdAt: Number.MAX_SAFE_INTEGER, id: '' }
    return reading(() => this.#statements.log.all({ workspace, webhook, at, id, limit }).map(deliveryRow))
  }

  claimDue(limit: number, now: number, until: number): Promise<DeliveryRow[]> {
    return this.#queue.write(0, 'claimDeliveries', limit, now, until)
  }

  settle(workspace: string, id: string, outcome: Parameters<WebhookStore['settle']>[2]): Promise<void> {
    return this.#queue.write(0, 'settleDelivery', workspace, id, outcome)
  }

  async about(workspace: string, subject: string): Promise<DeliveryRow[]> {
    return reading(() => this.#statements.about.all(workspace, subject.toWellFormed()).map(deliveryRow))
  }

  eraseAbout(workspace: string, subject: string): Promise<number> {
    return this.#queue.write(0, 'eraseDeliveries', workspace, subject.toWellFormed())
  }

  forget(before: number, limit: number): Promise<number> {
    return this.#queue.write(0, 'forgetDeliveries', before, limit)
  }
}

function prepare(db: Database) {
  return {
    find: db.prepare<[string, string], RawWebhook>('SELECT * FROM webhooks WHERE workspace = ? AND id = ?'),
    list: db.prepare<[string], RawWebhook>(
      'SELECT * FROM webhooks WHERE workspace = ? ORDER BY created_at, id',
    ),
    all: db.prepare<[], RawWebhook>('SELECT * FROM webhooks ORDER BY workspace, created_at, id'),
    delivery: db.prepare<[string, string], RawDelivery>(
      'SELECT * FROM deliveries WHERE workspace = ? AND id = ?',
    ),
    about: db.prepare<[string, string], RawDelivery>(
      'SELECT * FROM deliveries WHERE workspace = ? AND subject = ? ORDER BY created_at, id',
    ),
    log: db.prepare<[LogPlace], RawDelivery>(`
      SELECT * FROM deliveries WHERE workspace = :workspace AND webhook_id = :webhook
        AND created_at <= :at AND (created_at < :at OR id > :id) ORDER BY created_at DESC, id LIMIT :limit`),
  }
}
