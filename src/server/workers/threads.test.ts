import { afterEach, describe, expect, it } from 'vitest'
import { ApiError } from '../http/errors.ts'
import { openThreads, type TaskOptions, ThreadFailed, type Threads, type ThreadsOptions } from './threads.ts'

/** A thread that fails on command, and returns the previous command. */
const FAULTY_THREAD = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, workerData } from 'node:worker_threads'
    let before = null
    parentPort.on('message', (command) => {
      if (command === 'exit') process.exit(3)
      if (command === 'throw') throw new Error('thrown outside any promise')
      if (command === 'hang') for (;;);
      if (command === 'wait') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500)
      if (command === 'block') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
      if (command === 'work') for (const until = performance.now() + 300; performance.now() < until; );
      if (command === 'fill') { const kept = []; for (;;) kept.push(new Array(1e6).fill(kept.length)) }
      if (command === 'fail') return parentPort.postMessage({ failure: 'no' })
      if (command === 'given') return parentPort.postMessage({ value: workerData })
      parentPort.postMessage({ value: [before, command] })
      before = command
    })
  `)}`,
)

let threads: Threads | undefined
const open = (options: Partial<ThreadsOptions> = {}): Threads => {
  threads = openThreads({
    file: FAULTY_THREAD,
    threads: 1,
    queue: 10,
    stuckAfterMs: 30_000,
    memoryMb: 64,
    refusal: (code) => new ApiError(code, { retryAfterS: 7 }),
    ...options,
  })
  return threads
}
afterEach(() => threads?.close())

const TURN: TaskOptions = { workspace: '', key: '', isHeavy: false }
const send = ({ use }: Threads, command: string): Promise<unknown> =>
  use((thread) => thread.ask(command), TURN)

describe('threads', () => {
  it('are reserved for one task until it is done', async () => {
    const pool = open()
    const twice = (command: string) =>
      pool.use(async (thread) => [await thread.ask(command), await thread.ask(command)], TURN)
    expect(await Promise.all([twice('a'), twice('b')])).toEqual([
      [
        [null, 'a'],
        ['a', 'a'],
      ],
      [
        ['a', 'b'],
        ['b', 'b'],
      ],
    ])
  })

  it.each(['exit', 'throw', 'fill', 'fail'])(
    'fail one task on %s and continue with the next',
    async (command) => {
      const pool = open()
      await expect(send(pool, command)).rejects.toThrow(ThreadFailed)
      expect(await send(pool, 'next')).toEqual([null, 'next'])
    },
  )

  it('are terminated when they hang', async () => {
    const pool = open({ stuckAfterMs: 2_000 })
    await expect(send(pool, 'hang')).rejects.toThrow('timed out')
    expect(await send(pool, 'next')).toEqual([null, 'next'])
  })

  it('have as much wall time as a busy machine needs', async () => {
    const pool = open({ stuckAfterMs: 500 })
    await send(pool, 'loaded')
    expect(await send(pool, 'wait')).toEqual(['loaded', 'wait'])
  })

  it('are terminated when they wait without end', async () => {
    await expect(send(open({ stuckAfterMs: 100 }), 'block')).rejects.toThrow('timed out')
  })

  it('are free again after a task fails', async () => {
    const pool = open()
    const leave = pool.use(async () => {
      throw new Error('not needed any more')
    }, TURN)
    await expect(leave).rejects.toThrow('not needed')
    expect(await send(pool, 'next')).toEqual([null, 'next'])
  })

  it('reject tasks beyond the queue limit, with a retry time', async () => {
    const pool = open({ queue: 1 })
    const answers = await Promise.allSettled(['a', 'b', 'c'].map((command) => send(pool, command)))
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(answers[2]).toMatchObject({ reason: { code: 'overloaded', options: { retryAfterS: 7 } } })
  })

  describe('shared by several keys', () => {
    const taskOf = (key: string, more: Partial<TaskOptions> = {}): TaskOptions => ({
      workspace: 'w',
      key,
      isHeavy: false,
      ...more,
    })
    const run = (pool: Threads, options: TaskOptions, command = options.key) =>
      pool.use((thread) => thread.ask(command), options)

    /** The keys in the order in which their tasks ended. */
    async function endings(pool: Threads, keys: readonly string[]): Promise<string> {
      const ended: string[] = []
      await Promise.all(keys.map((key) => run(pool, taskOf(key)).then(() => ended.push(key))))
      return ended.join('')
    }

    it('run the tasks of one key first come, first served (control)', async () => {
      const pool = open()
      const ended: number[] = []
      const tasks = [1, 2, 3, 4].map((at) => run(pool, taskOf('a'), `${at}`).then(() => ended.push(at)))
      await Promise.all(tasks)
      expect(ended).toEqual([1, 2, 3, 4])
    })

    it('run the task of another key after at most one more', async () => {
      expect(await endings(open(), ['a', 'a', 'a', 'a', 'b'])).toBe('aabaa')
    })

    it('drop a task whose sender left, but finish one that runs', async () => {
      const pool = open()
      const leaving = new AbortController()
      const { signal } = leaving
      const running = run(pool, taskOf('a', { signal }), 'first')
      const waiting = run(pool, taskOf('a', { signal }), 'second')
      leaving.abort(new Error('left'))
      await expect(waiting).rejects.toThrow('left')
      expect(await running).toEqual([null, 'first'])
      expect(await send(pool, 'third')).toEqual(['first', 'third'])
      await expect(run(pool, taskOf('a', { signal }))).rejects.toThrow('left')
    })

    it('leave one thread to light tasks', async () => {
      const pool = open({ threads: 2, growAt: 100 })
      const ended: string[] = []
      const add = (name: string, isHeavy: boolean) =>
        run(pool, taskOf(name, { isHeavy }), isHeavy ? 'wait' : 'light').then(() => ended.push(name))
      await Promise.all([add('h1', true), add('h2', true), add('l1', false), add('l2', false)])
      expect(ended).toEqual(['l1', 'l2', 'h1', 'h2'])
    })

    it('count the processor time of each task', async () => {
      const pool = open()
      await send(pool, 'loaded')
      const spent = async (command: string) => {
        const { promise, resolve } = Promise.withResolvers<number>()
        await run(pool, taskOf('a', { onSpent: resolve }), command)
        return promise
      }
      expect(await spent('wait')).toBeLessThan(100)
      // A busy machine gives it less than the 300 ms that it asks for.
      expect(await spent('work')).toBeGreaterThan(20)
    })

    it('make room for a key with fewer tasks when the queue is full', async () => {
      const pool = open({ queue: 2 })
      const outcomes = await Promise.allSettled(['a', 'a', 'a', 'b'].map((key) => run(pool, taskOf(key))))
      expect(outcomes.map(({ status }) => status)).toEqual([
        'fulfilled',
        'fulfilled',
        'rejected',
        'fulfilled',
      ])
      expect(outcomes[2]).toMatchObject({ reason: { code: 'overloaded' } })
    })
  })

  it('start only when enough tasks wait, and end when idle', async () => {
    const pool = open({ threads: 2, growAt: 2, idleMs: 1, stuckAfterMs: 20_000 })
    /** The number of new threads: a new one has no previous command. */
    const fresh = async (count: number) => {
      const replies = await Promise.all(
        Array.from({ length: count }, (_, at) => send(pool, `${count}.${at}`)),
      )
      return (replies as [string | null, string][]).filter(([before]) => before === null).length
    }
    expect(await fresh(3)).toBe(1)
    expect(await fresh(6)).toBe(1)
    await expect.poll(() => fresh(6), { interval: 50, timeout: 20_000 }).toBe(1)
  })

  it('reject tasks once they are closed', async () => {
    const pool = open()
    await pool.close()
    await expect(send(pool, 'a')).rejects.toMatchObject({ code: 'shutting_down' })
  })

  it('receive their worker data', async () => {
    expect(await send(open({ workerData: { niceness: 3 } }), 'given')).toEqual({ niceness: 3 })
  })
})
