/** Parses files on a thread, because the tables of operators take most of a second. */
import { Worker } from 'node:worker_threads'
import { NetworkDataError } from './errors.ts'
import type { Files, Format, Parsed } from './parse.ts'
import type { ParseReply } from './parse_worker.ts'

const FILE = new URL(`./parse_worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)

/** Rejects with a `NetworkDataError`. */
export function parseOnThread(files: Files): Promise<Parsed<Format>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(FILE, { workerData: files })
    const fail = (reason: string) => reject(new NetworkDataError(reason))
    worker.once('message', (reply: ParseReply) =>
      'parsed' in reply ? resolve(reply.parsed) : fail(reply.reason),
    )
    worker.once('error', (error) => fail(`parsing it failed (${error.message})`))
    worker.once('exit', () => fail('parsing it failed (the thread exited)'))
  })
}
