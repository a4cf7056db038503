/** Runs erasures that waited for survey jobs. They are stored: another node, or the next start, continues. */
import { describeError, type Log } from '../telemetry/log.ts'
import { type Polling, startPolling } from '../workers/polling.ts'
import type { PeopleOperations } from './people.ts'

const POLL_EVERY_MS = 5_000

export interface QueuedErasuresOptions {
  readonly people: Pick<PeopleOperations, 'eraseQueued'>
  readonly log: Log
}

export function startQueuedErasures({ people, log }: QueuedErasuresOptions): Polling {
  const polling = startPolling({
    everyMs: POLL_EVERY_MS,
    poll: () => people.eraseQueued(polling.isClosed),
    onError: (error) => log.error('a queued erasure failed', describeError(error)),
  })
  return polling
}
