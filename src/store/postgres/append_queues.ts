/**
 * Gathers concurrent appends into groups. A session's bucket decides its lane, so that no two lanes touch one session.
 * On a cluster a group is of one bucket: a transaction then stays on one machine, which need not agree with others.
 */
import { bucketOf } from '../bucket.ts'
import { type Deadline, deadline, type IsLate, lookForLate } from '../late.ts'
import type { AppendResult, NewBatch } from '../sessions.ts'
import { StoreUnavailable } from '../store.ts'

/** Groups under way at once, each on a connection of its own. */
const QUEUES = 4
const MAX_GROUP = 500
/** Batches waiting for the database. Beyond it, waiting longer would not help anyone. */
const MAX_WAITING = 20_000
const MAX_WAITING_BYTES = 64 * 1024 * 1024

interface Waiting extends Deadline {
  readonly batch: NewBatch
  resolve(result: AppendResult): void
  reject(error: unknown): void
}

interface AppendQueue {
  queue: Waiting[]
  /** Those under way. */
  group: readonly Waiting[]
  busy: boolean
}

export class AppendQueues {
  readonly #append: (group: readonly NewBatch[]) => Promise<AppendResult[]>
  readonly #lanes = Array.from({ length: QUEUES }, (): AppendQueue => ({ queue: [], group: [], busy: false }))
  readonly #byBucket: boolean
  #waiting = 0
  #bytes = 0
  readonly #watchForLate = lookForLate((isLate) => this.#giveUpOn(isLate))

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
    const lane = this.#lanes[bucketOf(batch.sessionId) % QUEUES] as AppendQueue
    const until = deadline()
    this.#watchForLate()
    const result = new Promise<AppendResult>((resolve, reject) => {
      lane.queue.push({ batch, until, resolve, reject })
    })
    if (!lane.busy) {
      lane.busy = true
      // Whatever else this turn of the event loop brings joins the group.
      setImmediate(() => void this.#drain(lane))
    }
    return result
  }

  async #drain(lane: AppendQueue): Promise<void> {
    while (lane.queue.length > 0) {
      lane.group = this.#next(lane)
      await this.#settle(lane.group)
      lane.group = []
    }
    lane.busy = false
  }

  #leave(gone: readonly Waiting[]): void {
    this.#waiting -= gone.length
    for (const { batch } of gone) this.#bytes -= batch.bytes.length
  }

  /**
   * What was not yet begun leaves. A batch that is under way goes on, and one that is sent again finds itself stored; it
   * holds its room until the database has answered.
   */
  #giveUpOn(isLate: IsLate): boolean {
    for (const lane of this.#lanes) {
      const late = lane.queue.filter(isLate)
      if (late.length > 0) lane.queue = lane.queue.filter((one) => !isLate(one))
      this.#leave(late)
      for (const { reject } of [...late, ...lane.group.filter(isLate)]) {
        reject(new StoreUnavailable('the database does not answer'))
      }
    }
    return this.#waiting > 0
  }

  #next(lane: AppendQueue): readonly Waiting[] {
    if (!this.#byBucket) return lane.queue.splice(0, MAX_GROUP)
    const bucket = ({ batch }: Waiting) => bucketOf(batch.sessionId)
    const first = bucket(lane.queue[0] as Waiting)
    const group = lane.queue.filter((one) => bucket(one) === first).slice(0, MAX_GROUP)
    const taken = new Set(group)
    lane.queue = lane.queue.filter((one) => !taken.has(one))
    return group
  }

  async #settle(group: readonly Waiting[]): Promise<void> {
    try {
      const results = await this.#append(group.map(({ batch }) => batch))
      this.#leave(group)
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as AppendResult)
    } catch (error) {
      // One bad batch must not fail the others; a lost database fails them all the same way.
      if (group.length === 1 || error instanceof StoreUnavailable) {
        this.#leave(group)
        for (const { reject } of group) reject(error)
      } else for (const one of group) await this.#settle([one])
    }
  }
}
