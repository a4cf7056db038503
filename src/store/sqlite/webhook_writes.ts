import type { Database } from 'better-sqlite3'
import {
  DELIVERY_COLUMNS,
  deliveryRow,
  type RawDelivery,
  rawDelivery,
  rawWebhook,
  WEBHOOK_COLUMNS,
} from '../rows/webhook.ts'
import type { DeliveryRow, DeliveryState, DeliveryTry, WebhookRow } from '../webhooks.ts'

const named = (columns: readonly string[]) => columns.map((column) => `:${column}`)

export function webhookWrites(db: Database) {
  const save = db.prepare(`REPLACE INTO webhooks (${WEBHOOK_COLUMNS}) VALUES (${named(WEBHOOK_COLUMNS)})`)
  const drop = db.prepare('DELETE FROM webhooks WHERE workspace = ? AND id = ?')
  const dropOf = db.prepare('DELETE FROM deliveries WHERE workspace = ? AND webhook_id = ?')
  const add = db.prepare(
    `INSERT INTO deliveries (${DELIVERY_COLUMNS}) VALUES (${named(DELIVERY_COLUMNS)}) ON CONFLICT DO NOTHING`,
  )
  const claim = db.prepare<[number, number, number, number], RawDelivery>(`
    UPDATE deliveries SET claimed_until = ? WHERE rowid IN (
      SELECT rowid FROM deliveries WHERE next_at <= ? AND claimed_until <= ? ORDER BY next_at LIMIT ?) RETURNING *`)
  const settle = db.prepare(`
    UPDATE deliveries SET state = ?, next_at = ?, tries = ?, claimed_until = 0 WHERE workspace = ? AND id = ?`)
  const eraseAbout = db.prepare('DELETE FROM deliveries WHERE workspace = ? AND subject = ?')
  const forget = db.prepare(`DELETE FROM deliveries WHERE rowid IN (
    SELECT rowid FROM deliveries WHERE next_at IS NULL AND created_at < ? LIMIT ?)`)

  return {
    saveWebhook(webhook: WebhookRow): void {
      save.run(rawWebhook(webhook))
    },

    removeWebhook(workspace: string, id: string): boolean {
      dropOf.run(workspace, id)
      return drop.run(workspace, id).changes > 0
    },

    enqueueDeliveries(deliveries: readonly DeliveryRow[]): void {
      for (const delivery of deliveries) add.run(rawDelivery(delivery))
    },

    claimDeliveries(limit: number, now: number, until: number): DeliveryRow[] {
      return claim.all(until, now, now, limit).map(deliveryRow)
    },

    settleDelivery(
      workspace: string,
      id: string,
      {
        state,
        nextAt,
        tries,
      }: { state: DeliveryState; nextAt: number | null; tries: readonly DeliveryTry[] },
    ): void {
      settle.run(state, nextAt, JSON.stringify(tries), workspace, id)
    },

    eraseDeliveries(workspace: string, subject: string): number {
      return eraseAbout.run(workspace, subject).changes
    },

    forgetDeliveries(before: number, limit: number): number {
      return forget.run(before, limit).changes
    },
  }
}
