/** The thread of `parseInBackground`: parses the list it was started with, replies once and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { reasonOf } from './errors.ts'
import { type List, type ListFile, parseFile } from './parse.ts'

export type ParseReply = { readonly parsed: List } | { readonly reason: string }

try {
  const parsed = parseFile(workerData as ListFile) as List
  // The buffers of the ranges move to the other thread instead of being copied.
  const buffers = Object.values(parsed.ranges).map(({ buffer }) => buffer as ArrayBuffer)
  parentPort?.postMessage({ parsed } satisfies ParseReply, buffers)
} catch (error) {
  parentPort?.postMessage({ reason: reasonOf(error) } satisfies ParseReply)
}
