/** Runs the measured servers as separate processes. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MemoryLimit } from './memory_limit.ts'

export interface Running {
  readonly output: string
  /** Resident memory now and its peak so far, in MiB. */
  memoryMiB(): number
  peakMiB(): number
  /** CPU time of all threads so far, in milliseconds. */
  cpuMs(): number
  /** CPU time of the main thread, which runs the event loop, so far, in milliseconds. */
  eventLoopMs(): number
  /** Suspends the process, so that it does not affect the measurement of another one. */
  pause(): void
  resume(): void
  stop(): Promise<void>
}

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10

/** Starts `file` as `npm start` would, under this Node, and waits until its output matches `ready`. */
export async function run(
  file: string,
  env: Readonly<Record<string, string>>,
  ready: RegExp,
  limit?: MemoryLimit,
): Promise<Running> {
  const words = [process.execPath, '--max-semi-space-size=16', join(import.meta.dirname, file)]
  const [program, ...args] = [...(limit?.prefix ?? []), ...words]
  const child = spawn(program as string, args, {
    env: { PATH: '', MALLOC_ARENA_MAX: '1', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // A paused process would outlive a benchmark that fails, and keep the output of both open.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  const output = await untilReady(child, ready)
  const statusMiB = (name: string): number => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  }
  return {
    output,
    memoryMiB: () => statusMiB('VmRSS'),
    peakMiB: () => statusMiB('VmHWM'),
    cpuMs: () => cpuMsOf(child.pid as number),
    eventLoopMs: () => {
      const [nanoseconds] = readFileSync(`/proc/${child.pid}/task/${child.pid}/schedstat`, 'utf8').split(' ')
      return Number(nanoseconds) / 1e6
    },
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    stop: () =>
      new Promise((resolve) => {
        child.on('exit', () => {
          limit?.remove()
          resolve()
        })
        child.kill('SIGTERM')
      }),
  }
}

/** Optionally includes child processes, even those that have exited. */
export function cpuMsOf(pid: number, withChildren = false): number {
  const times = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/, '').split(' ').map(Number)
  const own = times.slice(12, withChildren ? 16 : 14).reduce((total, ticks) => total + ticks, 0) * TICK_MS
  if (!withChildren) return own
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return children.reduce((total, child) => total + (ifAlive(() => cpuMsOf(Number(child), true)) ?? 0), own)
}

/** A process may exit between listing and reading; its time then counts for its parent. */
function ifAlive<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function untilReady(child: ChildProcess, ready: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.on('exit', (code) => reject(new Error(`exited with ${code} before it was ready: ${output}`)))
    child.stdout?.on('data', (chunk) => {
      output += chunk
      if (ready.test(output)) resolve(output)
    })
  })
}

export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'byhand-bench-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
