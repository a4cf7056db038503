import { bucketOf } from '../bucket.ts'
import {
  deliveryRow,
  type RawDelivery,
  type RawWebhook,
  rawWebhook,
  WEBHOOK_COLUMNS,
  webhookRow,
} from '../rows/webhook.ts'
import type { DeliveryAttempt, DeliveryRow, WebhookRow, WebhookStore } from '../webhooks.ts'
import { type Changed, openRowChanges } from './change_row.ts'
import { first, insertInto, matching, type StatementRunner } from './statement_runner.ts'

const WEBHOOK_BY_ID = 'SELECT * FROM webhooks WHERE workspace = :workspace AND id = :id'
/** Parameters: a raw webhook and its revision. */
const UPDATE_WEBHOOK = `UPDATE webhooks SET ${WEBHOOK_COLUMNS.map((column) => `${column} = :${column}`)},
  revision = revision + 1 WHERE workspace = :workspace AND id = :id AND revision = :revision`
export const DELETE_WEBHOOK = 'DELETE FROM webhooks WHERE workspace = :workspace AND id = :id'
export const DELETE_DELIVERIES = 'DELETE FROM deliveries WHERE workspace = :workspace AND webhook_id = :id'
export const ERASE_DELIVERIES = 'DELETE FROM deliveries WHERE workspace = :workspace AND subject = :subject'

export abstract class WebhookQueries implements WebhookStore {
  readonly #runner: StatementRunner
  readonly #changeRow = openRowChanges()

  constructor(runner: StatementRunner) {
    this.#runner = runner
  }

  abstract remove(workspace: string, id: string): Promise<boolean>
  abstract enqueue(deliveries: readonly DeliveryRow[]): Promise<void>
  abstract claimDue(limit: number, now: number, until: number): Promise<DeliveryRow[]>
  abstract eraseAbout(workspace: string, subject: string): Promise<number>
  abstract forget(before: number, limit: number): Promise<number>

  async create(webhook: WebhookRow): Promise<void> {
    await this.#runner.run(insertInto('webhooks', WEBHOOK_COLUMNS), rawWebhook(webhook))
  }

  change(
    workspace: string,
    id: string,
    change: (before: WebhookRow) => WebhookRow,
  ): Promise<Changed<WebhookRow> | null> {
    const read = async () => {
      const rows = await this.#runner.rows<RawWebhook & { revision: number }>(WEBHOOK_BY_ID, {
        workspace,
        id,
      })
      return first(rows, (raw) => ({ row: webhookRow(raw), revision: raw.revision }))
    }
    const write = async (after: WebhookRow, revision: number) =>
      (await this.#runner.run(UPDATE_WEBHOOK, { ...rawWebhook(after), revision })) > 0
    return this.#changeRow(`${workspace}/${id}`, { read, write }, change)
  }

  async find(workspace: string, id: string): Promise<WebhookRow | null> {
    return first(await this.#runner.rows<RawWebhook>(WEBHOOK_BY_ID, { workspace, id }), webhookRow)
  }

  async list(workspace: string): Promise<WebhookRow[]> {
    const text = 'SELECT * FROM webhooks WHERE workspace = :workspace ORDER BY created_at, id'
    return (await this.#runner.rows<RawWebhook>(text, { workspace })).map(webhookRow)
  }

  async all(): Promise<WebhookRow[]> {
    const text = 'SELECT * FROM webhooks ORDER BY workspace, created_at, id'
    return (await this.#runner.rows<RawWebhook>(text)).map(webhookRow)
  }

  async delivery(workspace: string, id: string): Promise<DeliveryRow | null> {
    const text = `SELECT * FROM deliveries WHERE ${this.#isDelivery()}`
    return first(
      await this.#runner.rows<RawDelivery>(text, { bucket: bucketOf(id), workspace, id }),
      deliveryRow,
    )
  }

  async deliveries(
    workspace: string,
    webhookId: string,
    limit: number,
    before?: { readonly createdAt: number; readonly id: string },
  ): Promise<DeliveryRow[]> {
    const { createdAt, id } = before ?? { createdAt: Number.MAX_SAFE_INTEGER, id: '' }
    const rows = await this.#runner.rows<RawDelivery>(
      `SELECT * FROM deliveries WHERE workspace = :workspace AND webhook_id = :webhookId
         AND created_at <= :createdAt AND (created_at < :createdAt OR id > :id)
       ORDER BY created_at DESC, id LIMIT :limit`,
      { workspace, webhookId, createdAt, id, limit },
    )
    return rows.map(deliveryRow)
  }

  async recordAttempt(
    workspace: string,
    id: string,
    { state, nextAt, tries }: DeliveryAttempt,
  ): Promise<void> {
    await this.#runner.run(
      `UPDATE deliveries SET state = :state, next_at = :nextAt, tries = :tries, claimed_until = 0
       WHERE ${this.#isDelivery()}`,
      { bucket: bucketOf(id), workspace, id, state, nextAt, tries: JSON.stringify(tries) },
    )
  }

  async about(workspace: string, subject: string): Promise<DeliveryRow[]> {
    const rows = await this.#runner.rows<RawDelivery>(
      'SELECT * FROM deliveries WHERE workspace = :workspace AND subject = :subject ORDER BY created_at, id',
      { workspace, subject: subject.toWellFormed() },
    )
    return rows.map(deliveryRow)
  }

  #isDelivery(): string {
    return matching([...this.#runner.keyPrefix, 'workspace', 'id'])
  }
}
