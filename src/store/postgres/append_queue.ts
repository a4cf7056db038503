/**
 * Collects concurrent appends into groups. While a transaction runs, further batches wait and form the next group: the
 * larger a group, the less a batch costs. On Citus, all batches of a group have the same bucket: the transaction then
 * runs on one node, without 2PC.
 */
import { elementAt } from '../../contract/element_at.ts'
import { bucketOf } from '../bucket.ts'
import { type Deadline, deadline, type IsExpired, watchDeadlines } from '../deadlines.ts'
import type { AppendResult, NewBatch } from '../sessions.ts'
import { StoreUnavailable } from '../store.ts'

/** Each transaction has its own connection. */
const MAX_TRANSACTIONS = 4
/** A transaction that takes longer probably waits for a lock. Batches of other sessions then no longer wait for it. */
const SLOW_MS = 200
const MAX_GROUP = 500
/** Waiting batches. Beyond these limits the database is too slow, and new batches are rejected. */
const MAX_WAITING = 20_000
const MAX_WAITING_BYTES = 64 * 1024 * 1024

interface Waiting extends Deadline {
  readonly batch: NewBatch
  /** No two transactions write to the same target at the same time: a session, on Citus its bucket. */
  readonly target: string | number
  resolve(result: AppendResult): void
  reject(error: unknown): void
}

/** The batches of a running transaction. */
interface Group {
  readonly members: readonly Waiting[]
  readonly startedAt: number
}

export class AppendQueue {
  readonly #append: (group: readonly NewBatch[]) => Promise<AppendResult[]>
  readonly #byBucket: boolean
  readonly #running = new Set<Group>()
  #queue: Waiting[] = []
  /** Running batches count as waiting. */
  #waiting = 0
  #bytes = 0
  #isScheduled = false
  readonly #watchDeadlines = watchDeadlines((isExpired) => this.#check(isExpired))

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
    const until = deadline()
    this.#watchDeadlines()
    const target = this.#byBucket ? bucketOf(batch.sessionId) : batch.sessionId
    const result = new Promise<AppendResult>((resolve, reject) => {
      this.#queue.push({ batch, target, until, resolve, reject })
    })
    this.#schedule()
    return result
  }

  /** Batches of the same turn of the event loop join the group. */
  #schedule(): void {
    if (this.#isScheduled || !this.#canStart()) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#start()
    })
  }

  #canStart(): boolean {
    if (this.#running.size >= MAX_TRANSACTIONS) return false
    if (this.#byBucket) return true
    const slowSince = performance.now() - SLOW_MS
    for (const { startedAt } of this.#running) if (startedAt > slowSince) return false
    return true
  }

  #start(): void {
    while (this.#queue.length > 0 && this.#canStart()) {
      const members = this.#next()
      if (members.length === 0) return
      const group = { members, startedAt: performance.now() }
      this.#running.add(group)
      void this.#run(members).finally(() => {
        this.#running.delete(group)
        this.#start()
      })
    }
  }

  #next(): readonly Waiting[] {
    if (this.#running.size === 0 && !this.#byBucket) return this.#queue.splice(0, MAX_GROUP)
    const busy = new Set([...this.#running].flatMap(({ members }) => members.map(({ target }) => target)))
    const free = this.#queue.filter(({ target }) => !busy.has(target))
    const inGroup = this.#byBucket ? free.filter(({ target }) => target === free[0]?.target) : free
    const members = inGroup.slice(0, MAX_GROUP)
    const taken = new Set(members)
    this.#queue = this.#queue.filter((waiting) => !taken.has(waiting))
    return members
  }

  #release(gone: readonly Waiting[]): void {
    this.#waiting -= gone.length
    for (const { batch } of gone) this.#bytes -= batch.bytes.length
  }

  /**
   * Rejects expired batches and removes those that are not in a transaction yet. The others continue, and a retry finds
   * them stored; they count as waiting until the database answers.
   */
  #check(isExpired: IsExpired): boolean {
    const expired = this.#queue.filter(isExpired)
    if (expired.length > 0) this.#queue = this.#queue.filter((waiting) => !isExpired(waiting))
    this.#release(expired)
    const running = [...this.#running].flatMap(({ members }) => members.filter(isExpired))
    for (const { reject } of [...expired, ...running]) {
      reject(new StoreUnavailable('the database did not respond in time'))
    }
    this.#start()
    return this.#waiting > 0
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
