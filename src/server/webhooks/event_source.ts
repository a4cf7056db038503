/** Where events come from that belong to no pending session or analysis. */
import type { WebhookEvent } from '../../contract/dashboard/webhooks.ts'
import type { Store } from '../../store/store.ts'
import type { PendingEvent } from './events.ts'

export interface EventSource {
  readonly type: WebhookEvent
  /** Sends each new event of the workspace, with the time of the last activity, and returns how many deliveries that queued. */
  queue(workspace: string, send: (event: PendingEvent, lastAt: number) => Promise<number>): Promise<number>
}

export interface EventSourceOptions {
  readonly store: Store
  now(): number
  monotonic(): number
}
