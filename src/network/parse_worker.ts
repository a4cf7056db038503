/** The thread of `parseOnThread`: parses the files it was started with, replies once and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { reasonOf } from './errors.ts'
import { type Files, type Format, type Parsed, parseFiles } from './parse.ts'

export type ParseReply = { readonly parsed: Parsed<Format> } | { readonly reason: string }

try {
  const parsed = parseFiles(workerData as Files)
  parentPort?.postMessage({ parsed } satisfies ParseReply, buffersIn(parsed))
} catch (error) {
  parentPort?.postMessage({ reason: reasonOf(error) } satisfies ParseReply)
}

/** The buffers of all tables: they move to the other thread instead of being copied. */
function buffersIn(value: object): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return [value.buffer as ArrayBuffer]
  return Object.values(value).flatMap((part) => (typeof part === 'object' ? buffersIn(part) : []))
}
