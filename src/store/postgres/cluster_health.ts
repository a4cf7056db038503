/** Whether a Citus cluster can be written: as long as any worker can be, because each holds its own sessions. */
import { WriteHealth } from '../write_health.ts'
import type { Database } from './database.ts'

export class ClusterHealth {
  readonly #db: Database
  readonly #byWorker = new Map<string, WriteHealth>()

  constructor(db: Database) {
    this.#db = db
  }

  /** Remembers whether a write to this bucket succeeded. */
  watch<Value>(writing: Promise<Value>, bucket: number): Promise<Value> {
    this.#db.workers.places().then(
      (places) => {
        // The caller gets the error.
        void this.#of(places.get(bucket)?.worker ?? '', bucket).watch(writing)
      },
      () => {},
    )
    return writing
  }

  /** Rejects while writes fail on every worker. */
  async check(): Promise<void> {
    const checks = [...(await this.#checks()).values()]
    await Promise.any(checks).catch((error: AggregateError) => {
      throw error.errors[0]
    })
  }

  /** Whether each worker accepts writes. */
  async workers(): Promise<ReadonlyMap<string, boolean>> {
    const checks = [...(await this.#checks())].map(async ([worker, check]): Promise<[string, boolean]> => {
      return [
        worker,
        await check.then(
          () => true,
          () => false,
        ),
      ]
    })
    return new Map(await Promise.all(checks))
  }

  async #checks(): Promise<Map<string, Promise<void>>> {
    const places = await this.#db.workers.places()
    const bucketOfWorker = new Map([...places].map(([bucket, { worker }]) => [worker, bucket]))
    return new Map([...bucketOfWorker].map(([worker, bucket]) => [worker, this.#of(worker, bucket).check()]))
  }

  #of(worker: string, bucket: number): WriteHealth {
    const health = this.#byWorker.get(worker) ?? new WriteHealth(() => this.#probe(bucket))
    this.#byWorker.set(worker, health)
    return health
  }

  /** Changes no row, but needs a worker that accepts writes. */
  #probe(bucket: number): Promise<unknown> {
    return this.#db.run(
      `UPDATE sessions SET due = due WHERE bucket = $1 AND workspace = '' AND session_id = ''`,
      [bucket],
    )
  }
}
