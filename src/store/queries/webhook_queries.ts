import { run, transaction } from '../transaction.ts'
import {
  type DeliveryAttempt,
  type DeliveryRow,
  deliveries,
  type WebhookRow,
  type WebhookStore,
  webhooks,
} from '../webhooks.ts'
import { type Changed, openRowChanges } from './change_row.ts'
import { first, RunnerQueries, type StatementRunner } from './statement_runner.ts'

const WEBHOOK_BY_ID = `SELECT * FROM webhooks WHERE ${webhooks.isKey}`

/** Longer than any delivery waits for its next try. */
const LONGEST_WAIT_MS = 48 * 3_600_000

const DUE = {
  table: 'deliveries',
  key: deliveries.keyColumns,
  waiting: 't.next_at <= :now',
  order: 't.next_at',
  sets: 'claimed_until',
  returning: deliveries.columns,
}

/** Their next try was planned by a wrong clock. */
const STRAY = { ...DUE, waiting: 't.next_at > :latest' }

const removeWebhook = transaction(
  'removeWebhook',
  function* (workspace: string, id: string) {
    yield* run('DELETE FROM deliveries WHERE workspace = :workspace AND webhook_id = :id', { workspace, id })
    return (yield* run(`DELETE FROM webhooks WHERE ${webhooks.isKey}`, { workspace, id })) > 0
  },
  { erases: true },
)

const enqueueDeliveries = transaction('enqueueDeliveries', function* (rows: readonly DeliveryRow[]) {
  for (const row of rows) yield* run(`${deliveries.insert} ON CONFLICT DO NOTHING`, deliveries.stored(row))
})

const eraseDeliveries = transaction(
  'eraseDeliveries',
  function* (workspace: string, subject: string) {
    const text = 'DELETE FROM deliveries WHERE workspace = :workspace AND subject = :subject'
    return yield* run(text, { workspace, subject })
  },
  { erases: true },
)

export const webhookTransactions = [removeWebhook, enqueueDeliveries, eraseDeliveries]

export class WebhookQueries extends RunnerQueries implements WebhookStore {
  readonly #changeRow = openRowChanges()

  constructor(runner: StatementRunner) {
    super(runner)
  }

  async create(webhook: WebhookRow): Promise<void> {
    await this.runner.run(webhooks.insert, webhooks.stored(webhook))
  }

  change(
    workspace: string,
    id: string,
    change: (before: WebhookRow) => WebhookRow,
  ): Promise<Changed<WebhookRow> | null> {
    const read = async () => {
      const rows = await this.runner.rows<{ revision: number }>(WEBHOOK_BY_ID, { workspace, id })
      return first(rows, (raw) => ({ row: webhooks.row(raw), revision: raw.revision }))
    }
    const write = async (after: WebhookRow, revision: number) => {
      const text = `UPDATE webhooks SET ${webhooks.assignments}, revision = revision + 1
        WHERE ${webhooks.isKey} AND revision = :revision`
      return (await this.runner.run(text, { ...webhooks.stored(after), revision })) > 0
    }
    return this.#changeRow(`${workspace}/${id}`, { read, write }, change)
  }

  async find(workspace: string, id: string): Promise<WebhookRow | null> {
    return first(await this.runner.rows<object>(WEBHOOK_BY_ID, { workspace, id }), webhooks.row)
  }

  async list(workspace: string): Promise<WebhookRow[]> {
    const text = 'SELECT * FROM webhooks WHERE workspace = :workspace ORDER BY created_at, id'
    return (await this.runner.rows<object>(text, { workspace })).map(webhooks.row)
  }

  async all(): Promise<WebhookRow[]> {
    const text = 'SELECT * FROM webhooks ORDER BY workspace, created_at, id'
    return (await this.runner.rows<object>(text)).map(webhooks.row)
  }

  remove(workspace: string, id: string): Promise<boolean> {
    return this.runner.transact(removeWebhook, workspace, id)
  }

  async enqueue(rows: readonly DeliveryRow[]): Promise<void> {
    if (rows.length > 0) await this.runner.transact(enqueueDeliveries, rows)
  }

  async delivery(workspace: string, id: string): Promise<DeliveryRow | null> {
    const text = `SELECT * FROM deliveries WHERE ${deliveries.isKey}`
    return first(
      await this.runner.rows<object>(text, deliveries.storedKey({ workspace, id })),
      deliveries.row,
    )
  }

  async deliveries(
    workspace: string,
    webhookId: string,
    limit: number,
    before?: { readonly createdAt: number; readonly id: string },
  ): Promise<DeliveryRow[]> {
    const { createdAt, id } = before ?? { createdAt: Number.MAX_SAFE_INTEGER, id: '' }
    const rows = await this.runner.rows<object>(
      `SELECT * FROM deliveries WHERE workspace = :workspace AND webhook_id = :webhookId
         AND created_at <= :createdAt AND (created_at < :createdAt OR id > :id)
       ORDER BY created_at DESC, id LIMIT :limit`,
      { workspace, webhookId, createdAt, id, limit },
    )
    return rows.map(deliveries.row)
  }

  async claimDue(limit: number, now: number, until: number): Promise<DeliveryRow[]> {
    const params = { now, latest: now + LONGEST_WAIT_MS }
    const due = await this.runner.claim<object>(DUE, params, limit, until)
    const left = limit - due.length
    const strays = left > 0 ? await this.runner.claim<object>(STRAY, params, left, until) : []
    return [...due, ...strays].map(deliveries.row)
  }

  async recordAttempt(
    workspace: string,
    id: string,
    { state, nextAt, tries }: DeliveryAttempt,
  ): Promise<void> {
    await this.runner.run(
      `UPDATE deliveries SET state = :state, next_at = :nextAt, tries = :tries, claimed_until = 0
       WHERE ${deliveries.isKey}`,
      { ...deliveries.storedKey({ workspace, id }), state, nextAt, tries: JSON.stringify(tries) },
    )
  }

  async about(workspace: string, subject: string): Promise<DeliveryRow[]> {
    const rows = await this.runner.rows<object>(
      'SELECT * FROM deliveries WHERE workspace = :workspace AND subject = :subject ORDER BY created_at, id',
      { workspace, subject: subject.toWellFormed() },
    )
    return rows.map(deliveries.row)
  }

  eraseAbout(workspace: string, subject: string): Promise<number> {
    return this.runner.transact(eraseDeliveries, workspace, subject.toWellFormed())
  }

  forget(before: number, limit: number): Promise<number> {
    return this.runner.run(
      `DELETE FROM deliveries WHERE (bucket, workspace, id) IN (SELECT bucket, workspace, id FROM deliveries
         WHERE next_at IS NULL AND created_at < :before LIMIT :limit)`,
      { before, limit },
    )
  }
}
