/** Runs the webhook outbox and the webhook sender on a timer, on every node. */
import type { Store } from '../../store/store.ts'
import { PROGRAM_VERSION } from '../config/program_version.ts'
import { describeError, type Log } from '../telemetry/log.ts'
import { startPolling } from '../workers/polling.ts'
import type { EventSource } from './event_source.ts'
import { openOutbox } from './outbox.ts'
import { openSender, type WebhookSender } from './sender.ts'

const RUN_EVERY_MS = 2_000

export interface WebhooksOptions {
  readonly store: Store
  readonly log: Log
  readonly allowPrivate: boolean
  now(): number
  publicUrl(): string
  readonly sources: readonly EventSource[]
}

export interface Webhooks {
  readonly sender: WebhookSender
  /** Runs now: there may be deliveries to send. */
  wake(): void
  close(): Promise<void>
}

export function startWebhooks(options: WebhooksOptions): Webhooks {
  const { log } = options
  const queuePending = openOutbox(options)
  const stopping = new AbortController()
  const sender = openSender({
    ...options,
    userAgent: `Byhand/${PROGRAM_VERSION}`,
    signal: stopping.signal,
  })
  async function dispatch(): Promise<void> {
    await queuePending()
    await sender.start()
  }

  const polling = startPolling({
    everyMs: RUN_EVERY_MS,
    poll: dispatch,
    onError: (error) => log.warn('webhook dispatch failed', describeError(error)),
  })
  return {
    sender,
    wake: polling.wake,
    async close() {
      const closing = polling.close()
      stopping.abort()
      await closing
      await sender.idle()
    },
  }
}
