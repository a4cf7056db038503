/** Where events are sent, and what became of each. A delivery that is due is claimed by one node at a time. */

export interface WebhookRow {
  readonly id: string
  readonly workspace: string
  readonly name: string
  readonly url: string
  readonly events: readonly string[]
  /** Base64 of the bytes that sign. */
  readonly secret: string
  readonly oldSecret: string | null
  /** Until then `oldSecret` signs too. */
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
  /** The session or analysis it is about: erased with it. Empty: none. */
  readonly subject: string
  readonly createdAt: number
  readonly state: DeliveryState
  /** When to try next; null: never. */
  readonly nextAt: number | null
  readonly tries: readonly DeliveryTry[]
  readonly body: string
}

export interface WebhookStore {
  save(webhook: WebhookRow): Promise<void>
  find(workspace: string, id: string): Promise<WebhookRow | null>
  list(workspace: string): Promise<WebhookRow[]>
  /** Of every workspace. */
  all(): Promise<WebhookRow[]>
  /** With its deliveries. True if there was one. */
  remove(workspace: string, id: string): Promise<boolean>

  /** A delivery that is there already stays as it is. */
  enqueue(deliveries: readonly DeliveryRow[]): Promise<void>
  delivery(workspace: string, id: string): Promise<DeliveryRow | null>
  /** Newest first. */
  deliveries(
    workspace: string,
    webhookId: string,
    limit: number,
    before?: { readonly createdAt: number; readonly id: string },
  ): Promise<DeliveryRow[]>
  /** Deliveries that are due, claimed for this caller until `until`. */
  claimDue(limit: number, now: number, until: number): Promise<DeliveryRow[]>
  /** What a try came to; gives the claim back. Nothing happens when the delivery is gone. */
  settle(
    workspace: string,
    id: string,
    outcome: {
      readonly state: DeliveryState
      readonly nextAt: number | null
      readonly tries: readonly DeliveryTry[]
    },
  ): Promise<void>
  /** Deliveries about one session or analysis, oldest first. */
  about(workspace: string, subject: string): Promise<DeliveryRow[]>
  /** Deliveries about one session or analysis; gives how many there were. */
  eraseAbout(workspace: string, subject: string): Promise<number>
  /** Settled deliveries from before then, a few at a time; gives how many went. */
  forget(before: number, limit: number): Promise<number>
}
