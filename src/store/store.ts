/**
 * What the service remembers. One interface, several engines, one conformance suite (`store.suite.ts`).
 *
 * A promise that resolves means: on disk. Every method is scoped to a workspace; nothing crosses them.
 * Times are milliseconds of the server's clock, handed in: a store reads no clock.
 */
import type { AccountStore } from './accounts.ts'
import type { AuditStore } from './audit.ts'
import type { FactStore } from './facts.ts'
import type { KeyStore } from './keys.ts'
import type { RateStore } from './rates.ts'
import type { SessionStore } from './sessions.ts'
import type { SurveyStore } from './surveys.ts'
import type { UploadStore } from './uploads.ts'
import type { WebhookStore } from './webhooks.ts'

export interface Store {
  readonly sessions: SessionStore
  readonly keys: KeyStore
  readonly surveys: SurveyStore
  readonly accounts: AccountStore
  readonly facts: FactStore
  readonly audit: AuditStore
  readonly webhooks: WebhookStore
  readonly uploads: UploadStore
  /** Only where several nodes share the store; a single process knows its rates by itself. */
  readonly rates?: RateStore
  /** Cheap proof that the store answers; rejects when it does not. */
  ping(): Promise<void>
  /** A consistent copy that can be restored, taken while the store is in use. */
  backup(toFile: string): Promise<void>
  close(): Promise<void>
}

/** The store cannot take writes now (full disk, lost database). The caller answers 503; nothing was half-written. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

/** What was stored can no longer be trusted (a flipped bit, a torn page). Refused, because wrong data would be worse. */
export class StoreDamaged extends Error {
  override readonly name = 'StoreDamaged'
}

/** The store cannot be opened as asked: in use by another process, of a newer version, not empty. The message says which. */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused'
}
