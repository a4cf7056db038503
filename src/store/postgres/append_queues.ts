/**
 * Collects concurrent appends into groups. The bucket of a session selects its queue, so that no two queues write to one
 * session. On Citus, all batches of a group have the same bucket: the transaction then runs on one node, without 2PC.
 */
import { elementAt } from '../../contract/element_at.ts'
import { bucketOf } from '../bucket.ts'
import { type Deadline, deadline, type IsExpired, watchDeadlines } from '../deadlines.ts'
import type { AppendResult, NewBatch } from '../sessions.ts'
import { StoreUnavailable } from '../store.ts'

/** Each queue runs one transaction at a time, on its own connection. */
const QUEUES = 4
const MAX_GROUP = 500
/** Waiting batches. Beyond these limits the database is too slow, and new batches are rejected. */
const MAX_WAITING = 20_000
const MAX_WAITING_BYTES = 64 * 1024 * 1024

interface Waiting extends Deadline {
  readonly batch: NewBatch
  resolve(result: AppendResult): void
  reject(error: unknown): void
}

interface AppendQueue {
  waiting: Waiting[]
  /** The batches of the running transaction. */
  group: readonly Waiting[]
  busy: boolean
}

export class AppendQueues {
  readonly #append: (group: readonly NewBatch[]) => Promise<AppendResult[]>
  readonly #queues = Array.from(
    { length: QUEUES },
    (): AppendQueue => ({ waiting: [], group: [], busy: false }),
  )
  readonly #byBucket: boolean
  #waiting = 0
  #bytes = 0
  readonly #watchDeadlines = watchDeadlines((isExpired) => this.#rejectExpired(isExpired))

  constructor(append: (group: readonly NewBatch[]) => Promise<AppendResult[]>, byBucket = false) {
    this.#append = append
    this.#byBucket = byBucket
  }

  add(batch: NewBatch): Promise<AppendResult> {
    const bytes = batch.bytes.length
    if (this.#waiting >= MAX_WAITING || this.#bytes + bytes > MAX_WAITING_BYTES) {
      return Promise.reject(new StoreUnavailable('too many batches are waiting for the database'))
    }
    this.#waiting++
    this.#bytes += bytes
    const queue = elementAt(this.#queues, bucketOf(batch.sessionId) % QUEUES)
    const until = deadline()
    this.#watchDeadlines()
    const result = new Promise<AppendResult>((resolve, reject) => {
      queue.waiting.push({ batch, until, resolve, reject })
    })
    if (!queue.busy) {
      queue.busy = true
      // Batches of the same turn of the event loop join the group.
      setImmediate(() => void this.#drain(queue))
    }
    return result
  }

  async #drain(queue: AppendQueue): Promise<void> {
    while (queue.waiting.length > 0) {
      queue.group = this.#next(queue)
      await this.#run(queue.group)
      queue.group = []
    }
    queue.busy = false
  }

  #release(gone: readonly Waiting[]): void {
    this.#waiting -= gone.length
    for (const { batch } of gone) this.#bytes -= batch.bytes.length
  }

  /**
   * Rejects expired batches and removes those that are not in a transaction yet. The others continue, and a retry finds
   * them stored; they count as waiting until the database answers.
   */
  #rejectExpired(isExpired: IsExpired): boolean {
    for (const queue of this.#queues) {
      const expired = queue.waiting.filter(isExpired)
      if (expired.length > 0) queue.waiting = queue.waiting.filter((waiting) => !isExpired(waiting))
      this.#release(expired)
      for (const { reject } of [...expired, ...queue.group.filter(isExpired)]) {
        reject(new StoreUnavailable('the database did not respond in time'))
      }
    }
    return this.#waiting > 0
  }

  #next(queue: AppendQueue): readonly Waiting[] {
    if (!this.#byBucket) return queue.waiting.splice(0, MAX_GROUP)
    const bucket = ({ batch }: Waiting) => bucketOf(batch.sessionId)
    const first = bucket(elementAt(queue.waiting, 0))
    const group = queue.waiting.filter((waiting) => bucket(waiting) === first).slice(0, MAX_GROUP)
    const taken = new Set(group)
    queue.waiting = queue.waiting.filter((waiting) => !taken.has(waiting))
    return group
  }

  async #run(group: readonly Waiting[]): Promise<void> {
    try {
      const results = await this.#append(group.map(({ batch }) => batch))
      this.#release(group)
      for (const [index, { resolve }] of group.entries()) resolve(elementAt(results, index))
    } catch (error) {
      // One bad batch must not fail the others; a lost database fails them all.
      if (group.length === 1 || error instanceof StoreUnavailable) {
        this.#release(group)
        for (const { reject } of group) reject(error)
      } else for (const waiting of group) await this.#run([waiting])
    }
  }
}
