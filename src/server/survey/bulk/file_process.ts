/**
 * Reads an uploaded file in a process of its own, within limits on time and memory. A thread is not enough: when one runs
 * out of memory inside `JSON.parse`, V8 ends the whole process, and until then the thread cannot be stopped.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { BulkFault, UndecidedEncoding } from '../../files/bulk_fault.ts'
import type { RowResult, RowStep } from './analyzer.ts'
import type { BulkProgress } from './bulk_progress.ts'
import type { FileFault, FileJob, FileTask, FromFileReader } from './file_reader.ts'

/** The largest texts that a workbook may have take 405 MB. */
const MEMORY_MB = 768

export interface FileTaskOptions {
  /** The name of the file, which decides its format. */
  readonly name: string
  readonly bytes: Uint8Array
  /** The process is killed when it needs longer than this for its next message. */
  readonly stuckAfterMs: number
  /** Ends the task at once; the promise rejects with the reason. */
  readonly signal?: AbortSignal
  /** Required by the task `analyze`. */
  analyze?(request: Uint8Array<ArrayBuffer>, step: RowStep): Promise<RowResult>
  onProgress?(progress: BulkProgress): void
}

const FILE = new URL(
  import.meta.url.endsWith('.ts') ? './file_reader.ts' : './file_reader.js',
  import.meta.url,
)

/** Throws a `BulkFault` if the file cannot be read, or not within the limits. */
export async function runFileTask<Result>(task: FileTask, options: FileTaskOptions): Promise<Result> {
  const { name, bytes, stuckAfterMs, signal, analyze, onProgress } = options
  signal?.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const reader = fork(FILE, {
    execArgv: [`--max-old-space-size=${MEMORY_MB}`],
    // No passwords or keys of the service.
    env: {},
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  })
  const exited = once(reader, 'exit').catch(() => {})
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  function startTimer(): void {
    if (!isOver) timer = setTimeout(() => reject(tooSlow(name, stuckAfterMs)), stuckAfterMs)
  }
  startTimer()
  const abort = () => reject(signal?.reason)
  signal?.addEventListener('abort', abort)

  reader.on('message', (message: FromFileReader) => {
    clearTimeout(timer)
    if ('done' in message) return resolve(message.done as Result)
    if ('fault' in message) return reject(faultOf(message.fault))
    if ('failure' in message) return reject(new Error(message.failure))
    if ('progress' in message) onProgress?.(message.progress)
    // The time of the analysis is not that of the reader.
    else return analyze?.(message.request, message.step).then(reply, reject)
    startTimer()
  })
  reader.on('error', reject)
  reader.on('exit', (code, died) =>
    reject(died === null ? new Error(`the process that reads a file exited with ${code}`) : tooLarge(name)),
  )

  function reply(result: RowResult): void {
    if (isOver) return
    startTimer()
    reader.send(result)
  }

  try {
    reader.send({ task, name } satisfies FileJob)
    // If the process ends first, its exit says why.
    reader.stdin?.on('error', () => {}).end(bytes)
    return await promise
  } finally {
    isOver = true
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    reader.kill('SIGKILL')
    await exited
  }
}

const faultOf = ({ reason, advice, isUndecided }: FileFault): BulkFault =>
  isUndecided ? new UndecidedEncoding(reason, advice) : new BulkFault(reason, advice)

const tooSlow = (name: string, ms: number) =>
  new BulkFault(`${name} could not be read within ${ms / 1000} seconds. Split the file, or save it as CSV.`)

const tooLarge = (name: string) =>
  new BulkFault(`${name} needs more than ${MEMORY_MB} MB of memory. Split the file, or save it as CSV.`)
