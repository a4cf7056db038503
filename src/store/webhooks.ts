/** Webhooks and their deliveries. One node at a time claims a due delivery. */
import type { Changed } from './queries/change_row.ts'
import { flag, integer, json, nullable, type RowOf, sealed, table, text } from './table.ts'

export const webhooks = table(
  'webhooks',
  {
    id: text(),
    workspace: text(),
    name: text(),
    url: text(),
    events: json<readonly string[]>(),
    /** Signing secret, in base64. */
    secret: text(),
    oldSecret: nullable(text()),
    /** Until then, `oldSecret` also signs. */
    oldUntil: nullable(integer()),
    enabled: flag(),
    disabledReason: nullable(text()),
    createdAt: integer(),
  },
  { key: ['workspace', 'id'] },
)

export type WebhookRow = RowOf<typeof webhooks>

export type DeliveryState = 'pending' | 'delivered' | 'failed'

export interface DeliveryTry {
  readonly at: number
  readonly status: number | null
  readonly ms: number
  readonly problem: string
}

export const deliveries = table(
  'deliveries',
  {
    id: text(),
    workspace: text(),
    webhookId: text(),
    eventId: text(),
    type: text(),
    /** The session or analysis; erasing it deletes the delivery. Empty: none. */
    subject: text(),
    createdAt: integer(),
    state: text<DeliveryState>(),
    /** Time of the next attempt; null: none. */
    nextAt: nullable(integer()),
    tries: json<readonly DeliveryTry[]>(),
    body: sealed(),
  },
  { key: ['workspace', 'id'], bucket: 'id' },
)

export type DeliveryRow = RowOf<typeof deliveries>

/** Whose delivery it is. */
export type DeliveryWebhook = Pick<DeliveryRow, 'workspace' | 'webhookId'>

export type DeliveryAttempt = Pick<DeliveryRow, 'state' | 'nextAt' | 'tries'>

export interface WebhookStore {
  create(webhook: WebhookRow): Promise<void>
  /**
   * Saves the result of `change`, which must be pure: it runs again when another writer saved first. Null: there is no
   * such webhook. Throws `StoreConflict` after several tries.
   */
  change(
    workspace: string,
    id: string,
    change: (before: WebhookRow) => WebhookRow,
  ): Promise<Changed<WebhookRow> | null>
  find(workspace: string, id: string): Promise<WebhookRow | null>
  list(workspace: string): Promise<WebhookRow[]>
  /** Of every workspace. */
  all(): Promise<WebhookRow[]>
  /** Also deletes its deliveries. True if there was one. */
  remove(workspace: string, id: string): Promise<boolean>

  /** Ignores deliveries that already exist. */
  enqueue(deliveries: readonly DeliveryRow[]): Promise<void>
  delivery(workspace: string, id: string): Promise<DeliveryRow | null>
  /** Newest first. */
  deliveries(
    workspace: string,
    webhookId: string,
    limit: number,
    before?: { readonly createdAt: number; readonly id: string },
  ): Promise<DeliveryRow[]>
  /** Webhooks with due deliveries, claimed or not. A delivery whose next try lies further ahead than any can is due. */
  dueWebhooks(now: number): Promise<DeliveryWebhook[]>
  /** Due deliveries of a webhook, claimed for this caller until `until`. */
  claimDue(webhook: DeliveryWebhook, limit: number, now: number, until: number): Promise<DeliveryRow[]>
  /** Saves the result of an attempt and releases the claim. Does nothing when the delivery was erased. */
  recordAttempt(workspace: string, id: string, attempt: DeliveryAttempt): Promise<void>
  /** Deliveries about one session or analysis, oldest first. */
  about(workspace: string, subject: string): Promise<DeliveryRow[]>
  /** Deletes the deliveries about one session or analysis; returns their number. */
  eraseAbout(workspace: string, subject: string): Promise<number>
  /** Deletes up to `limit` finished deliveries created before `before`; returns their number. */
  forget(before: number, limit: number): Promise<number>
}
