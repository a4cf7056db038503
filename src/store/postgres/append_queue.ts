/**
 * Collects concurrent appends into groups. While a transaction runs, further batches wait and form the next group: the
 * larger a group, the less a batch costs. On Citus, all batches of a group are on one worker: its transaction needs no
 * other server, and no 2PC.
 */
import { elementAt } from '../../contract/element_at.ts'
import { type Deadline, deadline, type IsExpired, watchDeadlines } from '../deadlines.ts'
import { StoreUnavailable } from '../errors.ts'
import type { AppendResult, NewBatch } from '../sessions.ts'
import { bucketOf } from '../values/bucket.ts'

/** Where a group is written: a worker, on one server always the same, or a bucket without a known worker. */
type Place = string | number

const ONE_SERVER = ''

/** Of each place, and of all buckets together. Each transaction has its own connection. */
const MAX_TRANSACTIONS = 4
/** While one waits for the database, the node sends the next. More would only make the groups smaller. */
const USUAL_TRANSACTIONS = 2
/** Meanwhile, the node sends those of the other workers. */
const USUAL_TRANSACTIONS_OF_WORKER = 1
/** A transaction that takes longer probably waits for a lock. Batches of other sessions then no longer wait for it. */
const SLOW_MS = 200
const MAX_GROUP = 500
/** Waiting batches. Beyond these limits the database is too slow, and new batches are rejected. */
const MAX_WAITING = 20_000
const MAX_WAITING_BYTES = 64 * 1024 * 1024

interface Waiting extends Deadline {
  readonly batch: NewBatch
  readonly place: Place
  resolve(result: AppendResult): void
  reject(error: unknown): void
}

/** The batches of a running transaction. */
interface Group {
  readonly place: Place
  readonly members: readonly Waiting[]
  readonly startedAt: number
}

export class AppendQueue {
  readonly #append: (group: readonly NewBatch[]) => Promise<AppendResult[]>
  readonly #placeOf: (bucket: number) => Place
  readonly #running = new Set<Group>()
  #queue: Waiting[] = []
  /** Running batches count as waiting. */
  #waiting = 0
  #bytes = 0
  #isScheduled = false
  readonly #watchDeadlines = watchDeadlines((isExpired) => this.#check(isExpired))

  /** `placeOf`: on a cluster, the worker of a bucket, or the bucket. */
  constructor(
    append: (group: readonly NewBatch[]) => Promise<AppendResult[]>,
    placeOf: (bucket: number) => Place = () => ONE_SERVER,
  ) {
    this.#append = append
    this.#placeOf = placeOf
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
    const place = this.#placeOf(bucketOf(batch.sessionId))
    const result = new Promise<AppendResult>((resolve, reject) => {
      this.#queue.push({ batch, place, until, resolve, reject })
    })
    this.#schedule(place)
    return result
  }

  /** Batches of the same turn of the event loop join the group. */
  #schedule(place: Place): void {
    if (this.#isScheduled || !this.#canStart(place)) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#start()
    })
  }

  #canStart(place: Place): boolean {
    const isBucket = typeof place === 'number'
    const usually = isBucket || place === ONE_SERVER ? USUAL_TRANSACTIONS : USUAL_TRANSACTIONS_OF_WORKER
    const slowSince = performance.now() - SLOW_MS
    let running = 0
    let usual = 0
    for (const group of this.#running) {
      if (isBucket ? typeof group.place !== 'number' : group.place !== place) continue
      if (group.place === place && group.startedAt > slowSince) usual++
      running++
    }
    return usual < usually && running < MAX_TRANSACTIONS
  }

  #start(): void {
    while (this.#queue.length > 0) {
      const members = this.#next()
      if (members.length === 0) return
      const { place } = elementAt(members, 0)
      const group = { place, members, startedAt: performance.now() }
      this.#running.add(group)
      void this.#run(members).finally(() => {
        this.#running.delete(group)
        this.#start()
      })
    }
  }

  /** No two transactions write to one session at the same time. */
  #next(): readonly Waiting[] {
    const places = new Set(this.#queue.map(({ place }) => place))
    const startable = new Set([...places].filter((place) => this.#canStart(place)))
    if (startable.size === 0) return []
    if (this.#running.size === 0 && places.size === 1) return this.#queue.splice(0, MAX_GROUP)
    const busy = new Set(
      [...this.#running].flatMap(({ members }) => members.map(({ batch }) => batch.sessionId)),
    )
    const free = this.#queue.filter(({ place, batch }) => startable.has(place) && !busy.has(batch.sessionId))
    const members = free.filter(({ place }) => place === free[0]?.place).slice(0, MAX_GROUP)
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
