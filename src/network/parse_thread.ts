/** Parses files without blocking this thread. */
import { Worker } from 'node:worker_threads'
import { NetworkDataError } from './errors.ts'
import {
  type Format,
  isList,
  type List,
  type ListFile,
  type Parsed,
  parseFileLater,
  type SourceFile,
} from './parse.ts'
import type { ParseReply } from './parse_worker.ts'

const FILE = new URL(`./parse_worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)

/** A list has up to 300,000 lines, so it gets a thread; tables are used as they are. */
export const parseInBackground = async (file: SourceFile): Promise<Parsed<Format>> =>
  isList(file) ? parseOnThread(file) : parseFileLater(file)

/** Rejects with a `NetworkDataError`. */
function parseOnThread(file: ListFile): Promise<List> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(FILE, { workerData: file })
    const fail = (reason: string) => reject(new NetworkDataError(reason))
    worker.once('message', (reply: ParseReply) =>
      'parsed' in reply ? resolve(reply.parsed) : fail(reply.reason),
    )
    worker.once('error', (error) => fail(`parsing it failed (${error.message})`))
    worker.once('exit', () => fail('parsing it failed (the thread exited)'))
  })
}
