import { type QueuedErasure, type QueuedErasureStore, queuedErasures } from '../queued_erasures.ts'
import type { StoredRow } from '../table.ts'
import { run, transaction } from '../transaction.ts'
import { RunnerQueries } from './statement_runner.ts'

const removeQueuedErasure = transaction(
  'removeQueuedErasure',
  function* (key: StoredRow) {
    yield* run(`DELETE FROM queued_erasures WHERE ${queuedErasures.isKey}`, key)
  },
  { erases: true },
)

export const queuedErasureTransactions = [removeQueuedErasure]

export class QueuedErasureQueries extends RunnerQueries implements QueuedErasureStore {
  async queue(erasure: QueuedErasure): Promise<void> {
    await this.runner.run(queuedErasures.upsert, queuedErasures.stored(erasure))
  }

  async list(): Promise<QueuedErasure[]> {
    return (await this.runner.rows<object>('SELECT * FROM queued_erasures')).map(queuedErasures.row)
  }

  async remove(erasure: Pick<QueuedErasure, 'workspace' | 'participantId' | 'surveyId'>): Promise<void> {
    await this.runner.transact(removeQueuedErasure, queuedErasures.storedKey(erasure))
  }
}
