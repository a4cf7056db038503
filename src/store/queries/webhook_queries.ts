import { run, transaction } from '../transaction.ts'
import {
  type DeliveryAttempt,
  type DeliveryRow,
  type DeliveryWebhook,
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

const OF_WEBHOOK = 't.workspace = :workspace AND t.webhook_id = :webhookId'

const DUE = {
  table: 'deliveries',
  key: deliveries.keyColumns,
  waiting: `${OF_WEBHOOK} AND t.next_at <= :now`,
  order: 't.next_at',
  sets: 'claimed_until',
  returning: deliveries.columns,
}

/** Their next try was planned by a wrong clock. */
const STRAY = { ...DUE, waiting: `${OF_WEBHOOK} AND t.next_at > :latest` }

/**
 * The next webhook with waiting deliveries: each is one seek in the index, and a scan would take as long as the backlog.
 * SQLite seeks for a comparison with (workspace, webhook_id) by the workspace only, so that these are two statements.
 */
const NEXT_WEBHOOK = ['workspace = :workspace AND webhook_id > :webhookId', 'workspace > :workspace'].map(
  (
    after,
  ) => `SELECT workspace, webhook_id AS "webhookId" FROM deliveries WHERE next_at IS NOT NULL AND ${after}
    ORDER BY workspace, webhook_id LIMIT 1`,
)

const ANY_DUE = [DUE, STRAY].map(({ waiting }) => `SELECT t.id FROM deliveries t WHERE ${waiting} LIMIT 1`)

const dueParams = (now: number) => ({ now, latest: now + LONGEST_WAIT_MS })

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

  async dueWebhooks(now: number): Promise<DeliveryWebhook[]> {
    const find = async <Row>(texts: readonly string[], params: object): Promise<Row | undefined> => {
      for (const text of texts) {
        const [row] = await this.runner.rows<Row>(text, params)
        if (row !== undefined) return row
      }
      return undefined
    }
    const due: DeliveryWebhook[] = []
    let after: DeliveryWebhook = { workspace: '', webhookId: '' }
    for (;;) {
      const webhook = await find<DeliveryWebhook>(NEXT_WEBHOOK, after)
      if (webhook === undefined) return due
      if (await find(ANY_DUE, { ...webhook, ...dueParams(now) })) due.push(webhook)
      after = webhook
    }
  }

  async claimDue(
    { workspace, webhookId }: DeliveryWebhook,
    limit: number,
    now: number,
    until: number,
  ): Promise<DeliveryRow[]> {
    const params = { ...dueParams(now), workspace, webhookId }
    const due = await this.runner.claim<object>(DUE, params, limit, until)
    const claimed = due.length > 0 ? due : await this.runner.claim<object>(STRAY, params, limit, until)
    return claimed.map(deliveries.row)
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
