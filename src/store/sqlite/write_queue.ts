/** The main thread's side of the writer: sends requests and resolves each when its group is on disk. */
import { Worker } from 'node:worker_threads'
import { type Deadline, deadline, type IsExpired, watchDeadlines } from '../deadlines.ts'
import { StoreDamaged, StoreUnavailable } from '../errors.ts'
import type { Transaction } from '../transaction.ts'
import {
  pack,
  type ToWriter,
  type WriteAnswer,
  type WriteRequest,
  type WriterMessage,
} from './write_message.ts'
import type { WriteName, Writes } from './writes.ts'

/** Waiting requests. Beyond these limits the disk is too slow, and new requests are rejected. */
const MAX_WAITING = 20_000
const MAX_WAITING_BYTES = 64 * 1024 * 1024

/** One turn of the event loop may bring hundreds of requests: the writer starts with the first of them. */
const MESSAGE_REQUESTS = 32

/** From here, a slow disk and a writer thread that gets no time from a busy machine look the same. */
const LATE = 'a write was not confirmed in time: the disk is slow or the machine is busy'

/** Young generation of the writer's heap; the default is eight times as large. */
const YOUNG_MB = 24

interface Waiting extends Deadline {
  readonly bytes: number
  resolve(value: unknown): void
  reject(error: Error): void
}

export class WriteQueue {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  readonly #onFatal: (reason: Error) => void
  #unsent: WriteRequest[] = []
  #bytes = 0
  #nextId = 1
  #stopped: string | null = null
  readonly #watchDeadlines = watchDeadlines((isExpired) => this.#rejectExpired(isExpired))
  #whenReady = Promise.withResolvers<void>()
  #whenClosed = Promise.withResolvers<void>()
  #whenVacuumed: PromiseWithResolvers<void> | null = null

  constructor(folder: string, onFatal: (reason: Error) => void) {
    this.#onFatal = onFatal
    // `.ts` in the source tree, `.js` in a build.
    const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'))
    this.#worker = new Worker(new URL(`./writer${extension}`, import.meta.url), {
      workerData: { folder },
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    })
    this.#worker.on('message', (message: WriterMessage) => this.#receive(message))
    this.#worker.on('error', (error) => this.#fail(`the writer stopped: ${error.message}`))
    this.#worker.on('exit', () => this.#fail('the writer stopped'))
  }

  ready(): Promise<void> {
    return this.#whenReady.promise
  }

  /** `bytes`: approximate memory of the waiting request. */
  write<Name extends WriteName>(
    bytes: number,
    name: Name,
    ...args: Parameters<Writes[Name]>
  ): Promise<ReturnType<Writes[Name]>> {
    return this.#request(bytes, name, args) as Promise<ReturnType<Writes[Name]>>
  }

  transact<Args extends readonly unknown[], Result>(
    { name }: Transaction<Args, Result>,
    ...args: Args
  ): Promise<Result> {
    return this.#request(memoryOf(args), name, args) as Promise<Result>
  }

  #request(bytes: number, name: string, args: readonly unknown[]): Promise<unknown> {
    if (this.#stopped !== null) return Promise.reject(new StoreUnavailable(this.#stopped))
    if (this.#waiting.size >= MAX_WAITING || this.#bytes + bytes > MAX_WAITING_BYTES) {
      return Promise.reject(new StoreUnavailable('too many writes are waiting for the disk'))
    }
    const id = this.#nextId++
    const until = deadline()
    this.#watchDeadlines()
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { bytes, until, resolve, reject })
      this.#bytes += bytes
      // Requests of the same turn of the event loop share a message, up to a limit.
      if (this.#unsent.length === 0) setImmediate(() => this.#send())
      if (this.#unsent.push({ id, name, args }) >= MESSAGE_REQUESTS) this.#send()
    })
  }

  /** Later writes wait for it. */
  vacuum(): Promise<void> {
    if (this.#stopped !== null) return Promise.reject(new StoreUnavailable(this.#stopped))
    this.#whenVacuumed ??= Promise.withResolvers<void>()
    this.#worker.postMessage({ vacuum: true } satisfies ToWriter)
    return this.#whenVacuumed.promise
  }

  async close(): Promise<void> {
    this.#send()
    this.#worker.postMessage({ close: true } satisfies ToWriter)
    await this.#whenClosed.promise
    await this.#worker.terminate()
  }

  #send(): void {
    const requests = this.#unsent
    if (requests.length === 0) return
    this.#unsent = []
    const message = pack(requests)
    this.#worker.postMessage(message, [message.block.buffer])
  }

  #receive(message: WriterMessage): void {
    if ('answers' in message) for (const answer of message.answers) this.#resolve(answer)
    else if ('ready' in message) this.#whenReady.resolve()
    else if ('vacuumed' in message) {
      if (message.fault === undefined) this.#whenVacuumed?.resolve()
      else this.#whenVacuumed?.reject(new StoreUnavailable(message.fault))
      this.#whenVacuumed = null
    } else if ('closed' in message) {
      this.#stopped = 'the store is closed'
      this.#whenClosed.resolve()
    } else this.#onFatal(new StoreUnavailable(message.fatal))
  }

  #resolve(answer: WriteAnswer): void {
    const waiting = this.#waiting.get(answer.id)
    if (!waiting) return
    this.#waiting.delete(answer.id)
    this.#bytes -= waiting.bytes
    if ('value' in answer) waiting.resolve(answer.value)
    else if (answer.kind === 'unavailable') waiting.reject(new StoreUnavailable(answer.fault))
    else if (answer.kind === 'damaged') waiting.reject(new StoreDamaged(answer.fault))
    else waiting.reject(new Error(answer.fault))
  }

  /**
   * Rejects expired requests. Their writes continue, and a retry finds them stored. They count as waiting until the disk
   * answers; otherwise a stalled disk would collect requests without limit.
   */
  #rejectExpired(isExpired: IsExpired): boolean {
    for (const waiting of this.#waiting.values()) {
      if (isExpired(waiting)) waiting.reject(new StoreUnavailable(LATE))
    }
    return this.#waiting.size > 0
  }

  /** The thread has ended: rejects every waiting request. */
  #fail(reason: string): void {
    const expected = this.#stopped !== null
    this.#stopped ??= reason
    const error = new StoreUnavailable(reason)
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
    this.#bytes = 0
    this.#whenReady.reject(error)
    this.#whenVacuumed?.reject(error)
    this.#whenClosed.resolve()
    if (!expected) this.#onFatal(error)
  }
}

/** The bytes of all strings and blobs. */
function memoryOf(value: unknown): number {
  if (typeof value === 'string' || value instanceof Uint8Array) return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, part) => sum + memoryOf(part), 0)
}
