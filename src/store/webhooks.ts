/** Webhooks and their deliveries. One node at a time claims a due delivery. */
import type { Changed } from './queries/change_row.ts'

export interface WebhookRow {
  readonly id: string
  readonly workspace: string
  readonly name: string
  readonly url: string
  readonly events: readonly string[]
  /** Signing secret, in base64. */
  readonly secret: string
  readonly oldSecret: string | null
  /** Until then, `oldSecret` also signs. */
  readonly oldUntil: number | null
  readonly enabled: boolean
  readonly disabledReason: string | null
  readonly createdAt: number
}

export type DeliveryState = 'pending' | 'delivered' | 'failed'

export interface DeliveryTry {
  readonly at: number
  readonly status: number | null
  readonly ms: number
  readonly problem: string
}

export interface DeliveryRow {
  readonly id: string
  readonly workspace: string
  readonly webhookId: string
  readonly eventId: string
  readonly type: string
  /** The session or analysis; erasing it deletes the delivery. Empty: none. */
  readonly subject: string
  readonly createdAt: number
  readonly state: DeliveryState
  /** Time of the next attempt; null: none. */
  readonly nextAt: number | null
  readonly tries: readonly DeliveryTry[]
  readonly body: string
}

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
  /** Due deliveries, claimed for this caller until `until`. */
  claimDue(limit: number, now: number, until: number): Promise<DeliveryRow[]>
  /** Saves the result of an attempt and releases the claim. Does nothing when the delivery was erased. */
  recordAttempt(workspace: string, id: string, attempt: DeliveryAttempt): Promise<void>
  /** Deliveries about one session or analysis, oldest first. */
  about(workspace: string, subject: string): Promise<DeliveryRow[]>
  /** Deletes the deliveries about one session or analysis; returns their number. */
  eraseAbout(workspace: string, subject: string): Promise<number>
  /** Deletes up to `limit` finished deliveries created before `before`; returns their number. */
  forget(before: number, limit: number): Promise<number>
}
